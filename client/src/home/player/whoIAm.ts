/** Who I am is asked anew: a guest of this device when the hub answers, and everybody when another window became somebody else. */
import { askAgainWhoIAm, ME, queryClient } from "@/api/client";
import { pathBelow } from "@/base";
import type { Me } from "./me";

const ASK_AGAIN_MS = 5000;

const known = () => queryClient.getQueryData<Me>(ME)?.id;

/** Calls once this page shows no room: whoever plays now holds their seat as who they are. */
function outsideRooms(call: () => void): void {
  if (pathBelow(location.pathname).startsWith("/room/")) setTimeout(() => outsideRooms(call), ASK_AGAIN_MS);
  else call();
}

/** Ask who I am, after the game that is on show. `asked` is called as soon as the hub is. */
export function askWhoIAm(asked: () => void = () => {}): void {
  outsideRooms(() => {
    asked();
    void askNow();
  });
}

let signedOut = false;

/** The hub has said that it does not know me: ask who I am and say so, after the game that is on show. */
export function askAfterSignOut(): void {
  if (signedOut) return;
  signedOut = true;
  outsideRooms(() => {
    signedOut = false;
    void askAgainWhoIAm();
  });
}

/** Everything else is asked by whoever I am then. */
async function askNow(): Promise<void> {
  const before = known();
  await queryClient.invalidateQueries({ queryKey: ME });
  if (known() === before) return;
  await queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== ME[0] });
}
