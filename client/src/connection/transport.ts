/** How messages reach the server and come back: a socket that comes back by itself after every loss. */
import { WebSocket as ReconnectingSocket } from "partysocket";
import type { FromClient, FromServer } from "@/api/protocol";

/** What a connection needs of whatever carries its messages. */
export interface Transport {
  /** Only while it is open; what is sent otherwise is lost. */
  send(message: FromClient): void;
  /** For good. */
  close(): void;
}

export interface TransportEvents {
  opened(): void;
  lost(): void;
  received(message: FromServer): void;
}

export type OpenTransport = (events: TransportEvents) => Transport;

const LEAST_DELAY_MS = 300;
const MOST_DELAY_MS = 8000;

/** A socket to a path of the server that served this page. */
export function socketTo(path: string): OpenTransport {
  return (events) => {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new ReconnectingSocket(`${scheme}://${location.host}${path}`, [], {
      minReconnectionDelay: LEAST_DELAY_MS,
      maxReconnectionDelay: MOST_DELAY_MS,
    });
    socket.addEventListener("open", () => events.opened());
    socket.addEventListener("close", () => events.lost());
    socket.addEventListener("message", (event) =>
      events.received(JSON.parse(String(event.data)) as FromServer),
    );
    return {
      send: (message) => socket.send(JSON.stringify(message)),
      close: () => socket.close(),
    };
  };
}
