/** A table at home as a connection sees it: messages go to Python beside the page instead of a server. */
import { Problem } from "@/api/problem";
import type { FromClient } from "@/api/protocol";
import type { OpenTransport } from "@/connection/transport";
import type { HomeTable } from "./tables";

export function tableAt(code: string): OpenTransport {
  return (events) => {
    let table: HomeTable | null = null;
    let leave: (() => void) | null = null;
    let closed = false;
    const end = (error: unknown) => {
      const bye = error instanceof Problem ? error.code : "unknown";
      if (!closed) events.received({ type: "bye", code: bye, retry_ms: null });
    };
    const enter = async () => {
      const { tableWith } = await import("./tables");
      table = await tableWith(code);
      if (closed) return;
      leave = await table.enter((message) => !closed && events.received(message));
      if (closed) leave();
      else events.opened();
    };
    enter().catch(end);
    return {
      send: (message: FromClient) => void table?.ask({ ask: "receive", message }).catch(end),
      // Python beside the page is never out of reach, only slow.
      reopen: () => {},
      close: () => {
        closed = true;
        leave?.();
      },
    };
  };
}
