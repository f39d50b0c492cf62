/** How messages reach the server and come back: a socket that comes back by itself after every loss. */

import { WebSocket as ReconnectingSocket } from "partysocket";
import type { FromClient, FromServer } from "@/api/protocol";
import { PREFIX } from "@/base";

/** What a connection needs of whatever carries its messages. */
export interface Transport {
  /** Only while it is open; what is sent otherwise is lost. */
  send(message: FromClient): void;
  /** What is there does not answer any more: as if it had been lost. */
  reopen(): void;
  /** For good. */
  close(): void;
}

/** Without the server a match can go on at home. */
export interface PlayOn {
  /** Whether it counts at the server; played on at home it ranks only among those that were played there. */
  ranked: boolean;
  /** Whether it is on its way. */
  going: boolean;
  go(): void;
}

/** How a match goes on without the server; "stays" where the server keeps to itself what that would take. */
export type Offer = PlayOn | "stays" | null;

export interface TransportEvents {
  opened(): void;
  lost(): void;
  received(message: FromServer): void;
  /** Null when nothing is on offer any more. */
  offered(offer: Offer): void;
}

export type OpenTransport = (events: TransportEvents) => Transport;

/** Before a lost connection is tried again, in milliseconds: at first, and at most. */
interface Delays {
  least: number;
  most: number;
}

/** A socket to a path of the server that served this page. */
export function socketTo(path: string, { least, most }: Delays): OpenTransport {
  return (events) => {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new ReconnectingSocket(`${scheme}://${location.host}${PREFIX}${path}`, [], {
      minReconnectionDelay: least,
      maxReconnectionDelay: most,
    });
    socket.addEventListener("open", () => events.opened());
    socket.addEventListener("close", () => events.lost());
    socket.addEventListener("message", (event) =>
      events.received(JSON.parse(String(event.data)) as FromServer),
    );
    // A device that loses its network, or finds one, need not wait until the socket notices.
    const reopen = () => socket.reconnect();
    window.addEventListener("offline", reopen);
    window.addEventListener("online", reopen);
    return {
      send: (message) => socket.send(JSON.stringify(message)),
      reopen,
      close: () => {
        window.removeEventListener("offline", reopen);
        window.removeEventListener("online", reopen);
        socket.close();
      },
    };
  };
}
