/** A connection to a room as React state, with what its game component is given. */
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { MatchProps, Moment } from "@/game-kit/contract/types";
import type { RoomConnection } from "./connect";
import type { Connection } from "./state";

export interface LiveMatch extends Connection {
  /** What the game component is given beside its host; null until there is a match. */
  props: MatchProps<unknown, unknown> | null;
  say: RoomConnection["say"];
}

const NOTHING = { subscribe: () => () => {}, snapshot: (): Connection | null => null };

/** The match in a room. `connectTo` opens the connection and must be the same function each time. */
export function useMatch(
  code: string,
  me: string,
  connectTo: (code: string) => RoomConnection,
): LiveMatch | null {
  const [connection, setConnection] = useState<RoomConnection | null>(null);
  useEffect(() => {
    const opened = connectTo(code);
    setConnection(opened);
    return () => opened.close();
  }, [code, connectTo]);
  const { subscribe, snapshot } = connection ?? NOTHING;
  const now = useSyncExternalStore(subscribe, snapshot);

  const say = useCallback<RoomConnection["say"]>((phrase) => connection?.say(phrase), [connection]);
  const mine = useMemo(
    () => (now?.seats ?? []).flatMap((seat, index) => (seat.player === me ? [index] : [])),
    [now?.seats, me],
  );
  const acting = now?.moment ? actingSeat(now.moment, mine) : null;
  const submit = useMemo(
    () => (connection && acting !== null ? (action: unknown) => connection.submit(acting, action) : null),
    [connection, acting],
  );
  const pending = useMemo(() => (now?.pending ?? []).map((sent) => sent.action), [now?.pending]);
  if (!now) return null;
  const props = now.moment &&
    now.room && { moment: now.moment, seats: now.seats, mine, pending, refused: now.refused, submit };
  return { ...now, props, say };
}

/** My seat whose turn it is; one person may hold several. */
function actingSeat(moment: Moment<unknown, unknown>, mine: readonly number[]): number | null {
  return moment.toMove.find((seat) => mine.includes(seat)) ?? null;
}
