/** Notices that the other side has gone silent: what was sent is answered soon, and so is the question whether it is there. */

/** A move that is not answered for so long has most likely not arrived, in milliseconds. */
export const ANSWER_MS = 2500;
/** A server that is merely slow is given longer each time, up to this. */
const LONGEST_MS = 20_000;
/** After so long without a word the other side is asked whether it is there. */
export const QUIET_MS = 10_000;

export interface Heartbeat {
  opened(): void;
  lost(): void;
  /** Something was sent that is answered. */
  expect(): void;
  /** Something came; more may be awaited. */
  heard(awaited: boolean): void;
}

/** `ask` sends what is answered at once; `silent` gives the connection up. */
export function heartbeat({ ask, silent }: { ask: () => void; silent: () => void }): Heartbeat {
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
      silent();
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
