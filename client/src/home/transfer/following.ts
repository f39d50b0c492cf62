/** Follows a match at the hub that one person plays (followingState.ts): asks for its log, and keeps what comes of it. */
import type { Schema } from "@/api/client";
import type { FromServer } from "@/api/protocol";
import type { Followed } from "@/home/kept/kept";
import {
  answered,
  asked,
  type FollowingState,
  followed,
  isNotTransferable,
  loaded,
  nothingFollowed,
  received,
  wantsLog,
} from "./followingState";

/** Keeps the followed match for a page that is loaded anew while the hub is out of reach. */
export interface FollowedStore {
  load(): Promise<Followed | undefined>;
  keep(followed: Followed): void;
  forget(): void;
}

export interface Following {
  /** Resolves once the match that was kept before has been read. */
  loaded: Promise<void>;
  receive(message: FromServer): void;
  /** The match so far; null where there is none that can go on elsewhere. */
  followed(): Followed | null;
  /** Whether the match cannot go on elsewhere only because the hub does not hand out its log. */
  isNotTransferable(): boolean;
}

/**
 * The match of a room at the hub. `ask` gets its log from there: null where the hub does not hand it out, undefined where
 * it is of no use now.
 */
export function following(
  hub: string,
  ask: () => Promise<Schema["HomeSession"] | null | undefined>,
  store: FollowedStore,
): Following {
  let state = nothingFollowed(hub);
  /** What the store holds, as far as it has been read. */
  let stored: Followed | null = null;
  const become = (next: FollowingState) => {
    state = next;
    if (state.stored === stored) return;
    stored = state.stored;
    if (stored) store.keep(stored);
    else store.forget();
  };
  const askForLog = async () => {
    become(asked(state));
    const answer = await ask().catch(() => undefined);
    become(answered(state, answer));
  };
  const load = async () => {
    const found = await store.load().catch(() => undefined);
    if (!found || state.stored) return;
    stored = found;
    become(loaded(state, found));
  };
  return {
    receive(message) {
      become(received(state, message, Date.now()));
      if (message.type === "view" && wantsLog(state)) void askForLog();
    },
    isNotTransferable: () => isNotTransferable(state),
    followed: () => followed(state),
    loaded: load(),
  };
}
