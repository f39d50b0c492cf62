/** How the host's page writes several things in one line. */
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { ScoreText, type ShownScore } from "@/catalogue/ScoreText";
import { seatLabel } from "@/room/playing/SeatName";
import { storedWords } from "./storedWords";

/** Facts with a dot between them; those that are empty are left out. */
export const factsLine = (...facts: readonly (string | null | false | undefined)[]): string =>
  facts.filter(Boolean).join(" · ");

/** Who sits at the seats of a match or a room. */
interface Sitting {
  names: readonly string[];
  /** The levels of bots; null for people. */
  bots?: readonly (string | null)[];
  /** Ids, for neighbouring seats of one person to stand as one; not given where each seat has a score beside it. */
  people?: readonly (string | null)[];
}

/** Gives players in one line, seat by seat, and bots by level. */
export function usePlayersLine() {
  const { t } = useTranslation("admin");
  const { t: ofHub } = useTranslation("hub");
  return ({ names, bots = [], people = [] }: Sitting): string => {
    const isSameAsBefore = (seat: number) => Boolean(people[seat]) && people[seat] === people[seat - 1];
    const each = names.flatMap((name, seat) => {
      if (isSameAsBefore(seat)) return [];
      const level = bots[seat];
      if (level) return [seatLabel(ofHub, { held_by: "bot", level }, "")];
      let count = 1;
      while (isSameAsBefore(seat + count)) count++;
      const shown = storedWords(t, name);
      return [count > 1 ? t("seats", { name: shown, count }) : shown];
    });
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
