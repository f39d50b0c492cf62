/** Who I am is asked anew: a guest of this device when the hub answers, and everybody when another window became somebody else. */
import { ME, queryClient } from "@/api/client";
import { pathBelow } from "@/base";
import type { Me } from "./me";

const ASK_AGAIN_MS = 5000;

const known = () => queryClient.getQueryData<Me>(ME)?.id;

/** Whoever plays now holds their seat as who they are, and is asked afterwards. `asked` is called as soon as the hub is. */
export function askWhoIAm(asked: () => void = () => {}): void {
  if (pathBelow(location.pathname).startsWith("/room/")) {
    setTimeout(() => askWhoIAm(asked), ASK_AGAIN_MS);
    return;
  }
  asked();
  void askNow();
}

/** Everything else is asked by whoever I am then. */
async function askNow(): Promise<void> {
  const before = known();
  await queryClient.invalidateQueries({ queryKey: ME });
  if (known() === before) return;
  await queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== ME[0] });
}
