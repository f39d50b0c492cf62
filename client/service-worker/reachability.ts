/** Whether the server was out of reach a moment ago: then it is not waited for as long again. */

/** So long it is remembered, in milliseconds. */
const REMEMBERED_MS = 10_000;

let until = Number.NEGATIVE_INFINITY;

/** The server did not answer in time, or not at all. */
export function noteUnreachable(): void {
  until = performance.now() + REMEMBERED_MS;
}

/** The server has answered. */
export function noteReachable(): void {
  until = Number.NEGATIVE_INFINITY;
}

export const wasUnreachable = (): boolean => performance.now() < until;
