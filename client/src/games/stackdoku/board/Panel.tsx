/** What stands around the board: lives, undos and the clock above it, a row of controls below it, and how it ended. */
import { type ComponentProps, type SVGProps, useState } from "react";
import {
  Button,
  Choose,
  type Ending,
  Facts,
  type Moment,
  numbersTo,
  Sheet,
  span,
  useBoardName,
  useClock,
  useHost,
} from "@/game-kit";
import type { Action, View } from "../types";
import type { Board } from ".";

type Path = readonly [path: string, fill: string, stroke?: string, more?: SVGProps<SVGPathElement>];
const LINE = { strokeWidth: 1.4, strokeLinecap: "round" } as const;
const DISH: Path = ["M1.5 27h13l-2 2.5h-9z", "light-dark(#a8792f, #b98d45)"];
const VANE = "M16.5 1.5C8 4 3.5 11 4.5 21c8-1 12-6.5 12-19.5z";
const QUILL = "M16.5 1.5C12 10 7 17 3 28.5M8.5 17.5l4.5-1M10.5 13.5l4-1M7 13l1.5 4.5";
const STAR = "M12 2.8l2.7 6 6.5.7-4.9 4.3 1.4 6.4L12 16.9l-5.7 3.3 1.4-6.4L2.8 9.5l6.5-.7z";
const STAR_LINE = { strokeWidth: 1.2, strokeLinejoin: "round" } as const;

/** Lives are candles and undos are feathers, each with how it looks once it is spent. */
const PICTURES = {
  life: [
    ["M8 1.5C11 5 11.5 7 11.5 8.5a3.5 3.5 0 0 1-7 0C4.5 7 5 5 8 1.5z", "light-dark(#d9871c, #ffc66b)"],
    ["M4 14.5q4-2.5 8 0V27H4z", "light-dark(#e6d3a9, #efe2c4)", "light-dark(#a98e56, #b79e6c)"],
    ["M8 9v4.5", "none", "#4a3a2a", LINE],
    DISH,
  ],
  lifeSpent: [
    ["M8 17c-3-3 3-4 0-7s2-4 .5-6.5", "none", "var(--ink-soft)", LINE],
    ["M4 22q2-2 4-.5 2-1.5 4 .5v5H4z", "var(--edge)", "var(--edge-strong)"],
    ["M8 21.5V19", "none", "#4a3a2a", LINE],
    DISH,
  ],
  undo: [
    [VANE, "light-dark(#6b5f9c, #a89be0)"],
    [QUILL, "none", "light-dark(#3c3268, #e8e2ff)", LINE],
  ],
  undoSpent: [
    [VANE, "none", "var(--edge-strong)", { strokeDasharray: "2 2.5" }],
    [QUILL, "none", "var(--edge-strong)", LINE],
  ],
  star: [[STAR, "var(--lamp)", "var(--lamp)", STAR_LINE]],
  starMissed: [[STAR, "none", "var(--edge-strong)", STAR_LINE]],
} satisfies Record<string, readonly Path[]>;

function Picture({ of }: { of: keyof typeof PICTURES }) {
  const [width, height, scale] = of.startsWith("star")
    ? [24, 24, 44 / 24]
    : [of.startsWith("life") ? 16 : 20, 30, 1];
  const paths: readonly Path[] = PICTURES[of];
  return (
    <svg viewBox={`0 0 ${width} ${height}`} width={width * scale} height={height * scale} aria-hidden="true">
      {paths.map(([path, fill, stroke, more]) => (
        <path key={path} d={path} fill={fill} stroke={stroke} {...more} />
      ))}
    </svg>
  );
}

/** How many lives or undos are left. */
export function Left({ kind, left, of }: { kind: "life" | "undo"; left: number; of: number }) {
  const { t } = useHost();
  return (
    <span className="sd-left" role="img" aria-label={t(`status.${kind}`, { left, of })}>
      {numbersTo(of).map((index) => (
        <Picture key={index} of={index < left ? kind : `${kind}Spent`} />
      ))}
    </span>
  );
}

export function Status({ board, moment }: { board: Board; moment: Moment<View, Action> }) {
  const { t } = useHost();
  const boardName = useBoardName();
  const { view, settings } = board;
  return (
    <div className="row sd-status">
      <Left kind="life" left={view.lives} of={view.limits.lives} />
      <Left kind="undo" left={view.undos} of={view.limits.undos} />
      <span className="sd-level soft">{boardName(view.difficulty)}</span>
      <Button
        kind="quiet"
        icon="clock"
        className="sd-clock"
        onClick={() => board.setSettings({ clock: !settings.clock })}
        aria-pressed={settings.clock}
        title={t("more.clock")}
      >
        <span className="unseen">{t("more.clock")}</span>
        {settings.clock ? <Elapsed moment={moment} /> : <span aria-hidden="true">–:––</span>}
      </Button>
    </div>
  );
}

function Elapsed({ moment }: { moment: Moment<View, Action> }) {
  return <span className="figures">{span(Math.floor(useClock(moment, 500) / 1000))}</span>;
}

export function Controls({ board }: { board: Board }) {
  const { t } = useHost();
  const [open, setOpen] = useState(false);
  const { view, submit, settings, setSettings, setPencil, setOwnMarks } = board;
  const { marks, hidden, clock } = settings;
  const own = marks === "own";
  const writing = own && submit !== null;
  const marked = marks === "none" ? "automatic" : "none";
  const choose = <Value extends string>(
    name: string,
    value: Value,
    values: readonly Value[],
    onChange: (value: Value) => void,
  ) => {
    const named = values.map((one) => ({ value: one, label: t(`choice.${one}`) }));
    return <Choose label={t(`more.${name}`)} value={value} values={named} onChange={onChange} />;
  };
  const closing = (act: () => void) => () => {
    setOpen(false);
    act();
  };
  return (
    <div className="sd-controls">
      {submit && (
        <Control name="undo" icon="undo" data-dim={!view.undos} onClick={() => submit({ do: "undo" })} />
      )}
      {submit && <Control name="hint" icon="hint" onClick={board.askHint} />}
      <Control
        name={writing ? "pencil" : "marks"}
        icon="pencil"
        aria-pressed={writing ? board.pencil : marks !== "none"}
        onClick={() => (writing ? setPencil(!board.pencil) : setSettings({ marks: marked }))}
      />
      <Control
        name="hidden"
        icon={hidden ? "eye-off" : "eye"}
        aria-pressed={hidden}
        onClick={() => setSettings({ hidden: !hidden })}
      />
      <Control name="more" icon="more" onClick={() => setOpen(true)} />
      <Sheet title={t("more.title")} open={open} onClose={() => setOpen(false)}>
        {choose("marks", marks, ["none", "automatic", "own"], (wanted) => {
          setSettings({ marks: wanted });
          setPencil(wanted === "own");
        })}
        {own && (
          <div className="row">
            <Button onClick={() => setOwnMarks(view.marks)}>{t("more.copyMarks")}</Button>
            <Button onClick={() => setOwnMarks(view.marks.map(() => 0))}>{t("more.clearMarks")}</Button>
          </div>
        )}
        {choose("numbers", hidden ? "hidden" : "shown", ["shown", "hidden"], (wanted) =>
          setSettings({ hidden: wanted === "hidden" }),
        )}
        {choose("clock", clock ? "shown" : "hidden", ["shown", "hidden"], (wanted) =>
          setSettings({ clock: wanted === "shown" }),
        )}
        {submit && (
          <>
            <p className="soft">{t("more.help")}</p>
            <div className="row">
              <Button
                icon="help"
                disabled={view.winnable !== null}
                onClick={closing(() => submit({ do: "winnable" }))}
              >
                {t("control.winnable")}
              </Button>
              <Button icon="again" onClick={closing(() => board.setRestarting(true))}>
                {t("control.restart")}
              </Button>
            </div>
          </>
        )}
      </Sheet>
    </div>
  );
}

function Control({ name, ...button }: ComponentProps<typeof Button> & { name: string }) {
  const { t } = useHost();
  return (
    <Button kind="quiet" className="sd-control" {...button}>
      {t(`control.${name}`)}
    </Button>
  );
}

/** Solved or lost: stars for what went well, and what it took. */
export function useEnding({ view, outcome, last }: Moment<View, Action>): Ending | null {
  const { t, language } = useHost();
  const boardName = useBoardName();
  if (!outcome) return null;
  const solved = outcome.reason === "solved";
  const time = span(Math.floor((last?.at_ms ?? 0) / 1000));
  const stars = {
    solved,
    lives: solved && view.lives === view.limits.lives && view.restarts === 0,
    alone: solved && view.hints === 0,
  };
  const won = Object.values(stars).filter(Boolean).length;
  const facts = {
    count: won,
    stars: "★".repeat(won) + "☆".repeat(3 - won),
    level: boardName(view.difficulty),
    time,
    actions: view.actions,
    tiles: view.tiles.length,
    cells: view.grid.split(".").length - 1,
  };
  const how = solved ? "over.solved" : "over.lost";
  const took = {
    [t("boards.time")]: time,
    [t("over.lives")]: [<Picture key="life" of={view.lives ? "life" : "lifeSpent"} />, view.lives],
    [t("over.undos")]: [<Picture key="undo" of={view.undos ? "undo" : "undoSpent"} />, view.undos],
    [t("over.hints")]: view.hints,
  };
  return {
    title: t(`${how}.title`),
    text: t(solved || view.tiles.length > 0 ? `${how}.text` : `${how}.cleared`, facts),
    share: t(`${how}.share`, facts),
    picture: (
      <>
        {solved && (
          <ul className="sd-stars row">
            {Object.entries(stars).map(([star, given], index) => (
              <li key={star} data-won={given} style={{ animationDelay: `${120 * index}ms` }}>
                <Picture of={given ? "star" : "starMissed"} />
                <span>{t(`over.star.${star}.${given ? "won" : "missed"}`)}</span>
              </li>
            ))}
          </ul>
        )}
        {solved && (
          <p>
            <span className="soft">{t("boards.score")}</span>{" "}
            <strong className="score figures">{(outcome.scores[0] ?? 0).toLocaleString(language)}</strong>
          </p>
        )}
        <Facts facts={took} className="sd-took row" />
      </>
    ),
  };
}
