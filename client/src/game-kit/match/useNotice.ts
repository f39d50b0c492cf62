/** Something that is said on the board itself, and what it points at there. */
import { useCallback } from "react";
import { useHost } from "../contract/host";
import { useFlash } from "./useFlash";

/** What is said now, for so many milliseconds or until it is cleared. `say` shows and announces something; `refuse` is heard
 * as a refusal, too.
 */
export function useNotice<Notice extends { text: string }>(ms?: number) {
  const { announce, play } = useHost();
  const [notice, show] = useFlash<Notice>(ms);
  const say = (next: Notice) => {
    show(next);
    announce(next.text);
  };
  const refuse = (next: Notice) => {
    play("no");
    say(next);
  };
  const clear = useCallback(() => show(null), [show]);
  return { notice, say, refuse, clear };
}
