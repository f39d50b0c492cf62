/** A room at the hub in which somebody plays alone: when the hub is out of reach for long, the match goes on at home. */
import i18next from "i18next";
import { http, request, type Schema } from "@/api/client";
import { isRefused } from "@/api/problem";
import type { OpenTransport, Transport } from "@/connection/transport";
import { notify } from "@/ui/notices";
import { following, type TakenHome } from "./following";
import { newCode } from "./ids";
import type { HomeTable } from "./tables";

/** So long a lost connection is waited for: a moment without it costs no match its place among those the hub saw. */
const WAIT_MS = 5000;

/** `socket` leads to the room with this code. */
export function socketOrHome(
  code: string,
  socket: OpenTransport,
  take = takeHome,
  prepare = startTables,
): OpenTransport {
  return (events) => {
    const log = following(() => sessionAtHub(code));
    let waiting: ReturnType<typeof setTimeout> | undefined;
    let connected = false;
    let closed = false;
    /** Whether it is on its way home. */
    let going = false;
    let table: HomeTable | null = null;
    let leave: (() => void) | null = null;

    const hub: Transport = socket({
      opened() {
        connected = true;
        clearTimeout(waiting);
        waiting = undefined;
        events.opened();
      },
      lost() {
        connected = false;
        events.lost();
        if (going || waiting !== undefined) return;
        waiting = setTimeout(() => void goHome(), WAIT_MS);
        // Should it come to that, Python has started meanwhile.
        if (log.taken(code)) prepare();
      },
      received(message) {
        log.hear(message);
        events.received(message);
      },
    });

    const goHome = async () => {
      waiting = undefined;
      const home = newCode();
      const taken = log.taken(home);
      if (!taken) return;
      going = true;
      const found = await take(code, home, taken).catch(() => null);
      if (!found || closed || connected) {
        going = false;
        await found?.drop();
        return;
      }
      hub.close();
      ({ table } = found);
      leave = await table.enter((message) => !closed && events.received(message));
      // What was not answered is sent again: to the table from now on.
      events.opened();
      notify(i18next.t("room.wentHome", { ns: "hub" }));
      if (location.pathname === `/room/${code}`) history.replaceState(history.state, "", `/room/${home}`);
    };
    return {
      send: (message) => (table ? void table.ask({ ask: "hear", message }) : hub.send(message)),
      reopen: () => {
        if (!table) hub.reopen();
      },
      close() {
        closed = true;
        clearTimeout(waiting);
        if (!table) hub.close();
        leave?.();
      },
    };
  };
}

/** Null where the hub keeps the match to itself. */
async function sessionAtHub(code: string): Promise<Schema["HomeSession"] | null> {
  try {
    return await request(http.GET("/api/rooms/{code}/session", { params: { path: { code } } }));
  } catch (error) {
    if (isRefused(error)) return null;
    throw error;
  }
}

function startTables(): void {
  void import("./workers").then(({ tablesPython }) => tablesPython());
}

/** The table at which it goes on, and how to undo that it was taken there. */
async function takeHome(hub: string, code: string, taken: TakenHome) {
  const [{ tableWith }, { forgetTable, forgetTakenHome, keepTable, keepTakenHome }] = await Promise.all([
    import("./tables"),
    import("./kept"),
  ]);
  const { match, count, ...shown } = taken;
  const player = taken.room.host;
  const kept = { ...shown, code, player, updated: Date.now() };
  await keepTable(kept as Parameters<typeof keepTable>[0]);
  try {
    const table = await tableWith(code);
    await keepTakenHome({ hub, code, player, match, count });
    const drop = async () => {
      table.lose();
      await forgetTakenHome(hub);
      await forgetTable(code);
    };
    return { table, drop };
  } catch (error) {
    await forgetTable(code);
    throw error;
  }
}
