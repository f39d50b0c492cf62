/** How messages reach the server and come back: a socket that comes back by itself after every loss. */

import { WebSocket as ReconnectingSocket } from "partysocket";
import type { FromClient, FromServer } from "@/api/protocol";
import { PREFIX } from "@/base";

/** What a connection needs of whatever carries its messages. */
export interface Transport {
  /** Sends a message; while the connection is not open, the message is lost. */
  send(message: FromClient): void;
  /** Opens the connection anew, because the one that is open does not answer any more. */
  reopen(): void;
  /** Closes the connection for good. */
  close(): void;
}

/** An offer to play a match on at home, without the server. */
export interface PlayOn {
  /** Whether the match counts at the server. Played on at home it ranks only among matches played at home. */
  ranked: boolean;
  /** Whether a copy of the match is being made at home. */
  transferring: boolean;
  go(): void;
}

/** How a match goes on without the server; "not-transferable" where the server does not hand out the log. */
export type Offer = PlayOn | "not-transferable" | null;

export interface TransportEvents {
  opened(): void;
  lost(): void;
  received(message: FromServer): void;
  /** The offer changed; null if there is none any more. */
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
