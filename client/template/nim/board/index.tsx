/** Nim: whose turn it is, and the heaps among the players; the same live, watched and replayed. */
import {
  type GameProps,
  playerNames,
  SeatedGame,
  useAnnouncement,
  useNewEntry,
  useRefusal,
} from "@/game-kit";
import type { Action, View } from "../types";
import { Heaps } from "./Heaps";

type Props = GameProps<View, Action>;

export default function Nim(props: Props) {
  const { moment, seats, mine, pending, refused, submit, host } = props;
  const { t, language, play } = host;
  const { view, outcome } = moment;
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
    <SeatedGame
      {...props}
      turn={outcome ? t("over.title") : turn}
      unit={t("unit")}
      below={<p className="soft">{t(view.last_loses ? "rule.loses" : "rule.wins")}</p>}
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
