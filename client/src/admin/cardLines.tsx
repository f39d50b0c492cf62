/** How the host's page writes several things in one line. */
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { ScoreText, type ShownScore } from "@/catalogue/ScoreText";
import { seatLabel } from "@/room/playing/SeatName";
import { storedWords } from "./storedWords";

/** Facts with a dot between them; those that are empty are left out. */
export const factsLine = (...facts: readonly (string | null | false | undefined)[]): string =>
  facts.filter(Boolean).join(" · ");

/** Gives the players of a match or a room in one line: each once, with the number of their seats, and bots by level. */
export function usePlayersLine() {
  const { t } = useTranslation("admin");
  const { t: ofHub } = useTranslation("hub");
  return (players: readonly string[], bots: readonly (string | null)[] = []): string => {
    const seats = new Map<string, number>();
    for (const [seat, name] of players.entries()) {
      const level = bots[seat];
      const label = level ? seatLabel(ofHub, { held_by: "bot", level }, "") : storedWords(t, name);
      seats.set(label, (seats.get(label) ?? 0) + 1);
    }
    const each = [...seats].map(([name, count]) => (count > 1 ? t("seats", { name, count }) : name));
    return factsLine(...each);
  };
}

/** The scores of a match with a colon between them, on one line. */
export function Scores({ shown }: { shown: readonly ShownScore[] }) {
  return (
    <span className={shown.length > 1 ? "admin-scores" : undefined}>
      {shown.map((score, seat) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its number
        <Fragment key={seat}>
          {seat > 0 && " : "}
          <ScoreText shown={score} />
        </Fragment>
      ))}
    </span>
  );
}
