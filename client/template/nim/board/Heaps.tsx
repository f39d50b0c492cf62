/** The heaps as rows of stones: a stone goes with all after it. It knows no rules. */
import { into, useHost, useRovingFocus } from "@/game-kit";
import "./heaps.css";

/** Stones of a heap in one line, as in heaps.css. */
const IN_A_LINE = 8;

interface Taken {
  heap: number;
  count: number;
}

interface HeapsProps {
  heaps: readonly number[];
  /** What was sent and is not answered yet. */
  pending?: Taken | null;
  /** Null where nothing can be taken. */
  onTake: ((taken: Taken) => void) | null;
}

export function Heaps({ heaps, pending = null, onTake }: HeapsProps) {
  const { t } = useHost();
  const left = [...heaps.keys()].filter((heap) => heaps[heap]);
  const { around, place } = useRovingFocus(`${left[0]}-0`, (from, [down, right]) => {
    const [heap = 0, stone = 0] = from.split("-").map(Number);
    const below = stone + IN_A_LINE * down;
    if (below !== stone && below >= 0 && below < (heaps[heap] ?? 0)) return `${heap}-${below}`;
    const to = left[into(left.indexOf(heap) + down, left.length)] ?? heap;
    return `${to}-${into(stone + right, heaps[to] ?? 1)}`;
  });
  return (
    <ol className="nim-heaps" aria-label={t("heaps")} {...around}>
      {[...heaps.entries()].map(([heap, size]) => (
        <li key={heap} className="nim-heap" aria-label={t("heap", { number: heap + 1, size })}>
          {[...Array(size).keys()].map((stone) => (
            <button
              key={stone}
              type="button"
              className="nim-stone"
              {...place(`${heap}-${stone}`)}
              aria-label={t("take", { number: heap + 1, count: size - stone })}
              aria-disabled={!onTake}
              data-pending={pending?.heap === heap && size - stone <= pending.count}
              onClick={() => onTake?.({ heap, count: size - stone })}
            />
          ))}
        </li>
      ))}
    </ol>
  );
}
