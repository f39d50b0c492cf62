/** That a bot will take over for somebody who is gone, with the seconds until then: in a sentence, and beside a name. */
import { useHost } from "../contract/host";
import type { Moment, SeatNow } from "../contract/types";
import { playerNames } from "../match/playerNames";
import { useSecondsTo } from "../match/useClock";

interface StandInNoteProps {
  moment: Moment<unknown, unknown>;
  seats: readonly SeatNow[];
  seat: number;
  /** When that is, on the match's clock. */
  due: number;
}

export function StandInTime({ moment, due }: Pick<StandInNoteProps, "moment" | "due">) {
  const { t } = useHost();
  return t("standIn.time", { seconds: useSecondsTo(moment, due) });
}

export function StandInNote({ moment, seats, seat, due }: StandInNoteProps) {
  const { t, room } = useHost();
  const seconds = useSecondsTo(moment, due);
  const name = playerNames(t, seats, [])[seat]?.fullName;
  if (room && seats[seat]?.kept_for === room.me) return t("standIn.leftByMe", { seconds });
  return t(seats[seat]?.held_by === "player" ? "standIn.away" : "standIn.left", { name, seconds });
}
