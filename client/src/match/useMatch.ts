/** The one hook of all games: a room's socket as React state. */
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { type Connection, RoomSocket } from "./room";
import type { GameProps, Moment } from "./types";

export interface MatchNow extends Connection {
  /** What the game component gets; null until there is a match. */
  game: GameProps<unknown, unknown> | null;
  say: RoomSocket["say"];
}

const NOTHING = { subscribe: () => () => {}, snapshot: (): Connection | null => null };

export function useMatch(code: string, me: string): MatchNow | null {
  const [socket, setSocket] = useState<RoomSocket | null>(null);
  useEffect(() => {
    const opened = new RoomSocket(code);
    setSocket(opened);
    return () => opened.close();
  }, [code]);
  const { subscribe, snapshot } = socket ?? NOTHING;
  const now = useSyncExternalStore(subscribe, snapshot);

  const say = useCallback<RoomSocket["say"]>((phrase) => socket?.say(phrase), [socket]);
  const mine = useMemo(() => {
    const seats = now?.room?.seats ?? [];
    return seats.flatMap((seat, index) => (seat.player === me ? [index] : []));
  }, [now?.room?.seats, me]);
  const acting = now?.moment ? actingSeat(now.moment, mine) : null;
  const match = now?.moment?.match;
  const submit = useMemo(
    () => (socket && acting !== null ? (action: unknown) => socket.submit(acting, action) : null),
    [socket, acting],
  );
  const pending = useMemo(
    () => (now?.pending ?? []).filter((sent) => sent.match === match).map((sent) => sent.action),
    [now?.pending, match],
  );
  if (!now) return null;
  const game = now.moment &&
    now.room && { moment: now.moment, seats: now.room.seats, mine, pending, refused: now.refused, submit };
  return { ...now, game, say };
}

/** My seat whose turn it is; one person may hold several. */
function actingSeat(moment: Moment<unknown, unknown>, mine: readonly number[]): number | null {
  return moment.toMove.find((seat) => mine.includes(seat)) ?? null;
}
