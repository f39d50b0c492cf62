/** A game of several seats on its page: whose turn it is, the players' cards around the board, in order at the end. */
import { type ComponentProps, type ReactNode, useMemo } from "react";
import { useHost } from "../contract/host";
import type { MatchProps } from "../contract/types";
import { GameLayout } from "../layout/GameLayout";
import { StandInNote } from "../layout/StandInNote";
import { TimeLeft } from "../layout/TimeLeft";
import { playerNames } from "../match/playerNames";
import type { Flash } from "../match/useFlash";
import { useSlow } from "../match/useSlow";
import { PlayerCard } from "./PlayerCard";
import "./SeatedGame.css";

type Match = MatchProps<unknown, unknown>;

interface TurnProps extends Pick<Match, "moment" | "seats" | "mine" | "pending"> {
  /** Whose turn it is, in words; at the end, how it ended. */
  turn: string;
  /** What stands in its place for a moment: why something could not be done. */
  answer?: Flash<{ text: string }> | null;
  /** What is said while a move of mine takes long to be answered; the turn without it. */
  sending?: string;
}

interface SeatedGameProps
  extends TurnProps,
    Pick<Match, "nearest">,
    Pick<ComponentProps<typeof GameLayout>, "controls" | "aside" | "ending"> {
  /** As large as a square that fits among the cards. */
  board: ReactNode;
  /** What points are called, after their number: read out, not shown. */
  unit: string;
  /** What the last entry won for its seat. */
  gained?: number;
  /** What is shown below whose turn it is. */
  below?: ReactNode;
}

/** My card stands nearest to me, the others follow clockwise: `nearest` is mine where I hold no seat. */
export function SeatedGame(props: SeatedGameProps) {
  const { moment, seats, mine, nearest, board, unit, gained = 0, below, ending, ...more } = props;
  const { t } = useHost();
  const names = useMemo(() => playerNames(t, seats, mine), [t, seats, mine]);
  const first = mine[0] ?? nearest ?? 0;
  const inOrder = byResult(moment, seats.length);
  const card = (seat: number, place?: number) => {
    const won = moment.last?.seat === seat && moment.last.refused == null ? gained : 0;
    const shown = { moment, seats, seat, unit, place, gained: won, player: names[seat] };
    return <PlayerCard key={seat} {...shown} />;
  };
  return (
    <GameLayout
      moment={moment}
      variant="seated"
      status={
        <div className="turn">
          <p className="turn-text">
            <Turn {...props} />
            <TimeLeft moment={moment} />
          </p>
          {below}
        </div>
      }
      board={
        <div className={`seated seated-${seats.length}`}>
          <ul className="seated-cards" aria-label={t("card.all")}>
            {seats.map((_, seat) => card(seat, (seat - first + seats.length) % seats.length))}
          </ul>
          <div className="seated-board">{board}</div>
        </div>
      }
      controls={more.controls}
      aside={more.aside}
      ending={
        ending && {
          ...ending,
          picture: <ol className="seats-in-order">{inOrder.map((seat) => card(seat))}</ol>,
        }
      }
    />
  );
}

/** The seats in the order of the result: the winners first, whatever their points, then by points. */
function byResult({ scores, outcome }: Match["moment"], seats: number): number[] {
  const hasWon = (seat: number) => Number(outcome?.winners.includes(seat) ?? false);
  return [...Array(seats).keys()].sort(
    (a, b) => hasWon(b) - hasWon(a) || (scores[b] ?? 0) - (scores[a] ?? 0),
  );
}

/** Who is waited for: a player, somebody who is gone, or the server. */
function Turn({ moment, seats, mine, pending, turn, answer, sending }: TurnProps) {
  const { t, room } = useHost();
  const [seat] = moment.toMove;
  const due = seat === undefined ? null : seats[seat]?.bot_due_ms;
  const slow = useSlow(pending[0] ? JSON.stringify(pending[0]) : null);
  const unheard = room?.connected === false && (slow || !mine.includes(seat ?? -1));
  if (answer)
    return (
      <span key={answer.count} className="turn-answer">
        {answer.text}
      </span>
    );
  if (seat !== undefined && due)
    return (
      <span>
        <StandInNote moment={moment} seats={seats} seat={seat} due={due} />
      </span>
    );
  if (unheard && !moment.outcome) return <span>{t("room.awaited")}</span>;
  return <span>{(slow && sending) || turn}</span>;
}
