/** Nim: whose turn it is, and the heaps; the same live, watched and replayed. */
import {
  GameLayout,
  type GameProps,
  playerNames,
  TimeLeft,
  useAnnouncement,
  useNewEntry,
  useRefusal,
} from "@/game-kit";
import type { Action, View } from "../types";
import { Heaps } from "./Heaps";

type Props = GameProps<View, Action>;

export default function Nim({ moment, seats, mine, pending, refused, submit, host }: Props) {
  const { t, language, play } = host;
  const { view, outcome, scores } = moment;
  const names = playerNames(t, seats, mine);
  const nameOf = (seat: number) => names[seat]?.fullName ?? "";
  const isMine = mine.length === 1 && mine.includes(view.turn);
  const turn = isMine ? t("turn.mine") : t("turn.other", { name: nameOf(view.turn) });
  const winners = new Intl.ListFormat(language).format((outcome?.winners ?? []).map(nameOf));

  useAnnouncement(outcome ? null : turn);
  useNewEntry(moment, ({ entry }) => {
    if (entry.action.do === "take" && !entry.refused) play("stone");
  });
  useRefusal(refused);

  return (
    <GameLayout
      moment={moment}
      status={
        <>
          <p>{outcome ? t("over.title") : turn}</p>
          <TimeLeft moment={moment} />
          <p className="soft">{t(view.last_loses ? "rule.loses" : "rule.wins")}</p>
          <ul>
            {[...seats.keys()].map((seat) => (
              <li key={seat}>{t("taken", { name: nameOf(seat), taken: scores[seat] ?? 0 })}</li>
            ))}
          </ul>
        </>
      }
      board={
        <Heaps
          heaps={view.heaps}
          pending={pending[0] ?? null}
          onTake={submit && pending.length === 0 ? (take) => submit({ do: "take", ...take }) : null}
        />
      }
      ending={outcome && { title: t("over.title"), text: t("over.won", { names: winners }) }}
    />
  );
}
