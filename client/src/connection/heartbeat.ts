/** Notices that the server answers no more: a move, or a ping, got no answer in time. */

/** After so many milliseconds without an answer a move has most likely not arrived. */
export const ANSWER_MS = 2500;
/** A server that is merely slow is given longer each time, up to this. */
const LONGEST_MS = 20_000;
/** After so long without a word the other side is asked whether it is there. */
export const QUIET_MS = 10_000;

interface Heartbeat {
  opened(): void;
  lost(): void;
  /** To be called after something was sent that the server answers. */
  expect(): void;
  /** To be called when a message came; `awaited` tells whether more answers are to come. */
  heard(awaited: boolean): void;
}

/** `ask` sends a ping, which is answered at once; `giveUp` is called to give the connection up. */
export function heartbeat({ ask, giveUp }: { ask: () => void; giveUp: () => void }): Heartbeat {
  let patience = ANSWER_MS;
  let answer: ReturnType<typeof setTimeout> | undefined;
  let quiet: ReturnType<typeof setTimeout> | undefined;

  const stop = () => {
    clearTimeout(answer);
    clearTimeout(quiet);
    answer = undefined;
  };
  const expect = () => {
    answer ??= setTimeout(() => {
      stop();
      patience = Math.min(2 * patience, LONGEST_MS);
      giveUp();
    }, patience);
  };
  const askWhenQuiet = () => {
    quiet = setTimeout(() => {
      ask();
      expect();
    }, QUIET_MS);
  };
  return {
    opened: askWhenQuiet,
    lost: stop,
    expect,
    heard(awaited) {
      stop();
      askWhenQuiet();
      if (awaited) expect();
      else patience = ANSWER_MS;
    },
  };
}
