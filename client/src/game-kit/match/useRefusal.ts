/** What the rules refused, told once. */
import { useEffect, useRef } from "react";
import { useHost } from "../contract/host";
import type { Refused } from "../contract/types";

/** Tells each refusal of mine that comes: by `show`, else with a sound and a notice.
 *
 * The text is `refused.<code>` of the game's words with the refusal's facts, else what all games say.
 */
export function useRefusal<Action>(
  refused: Refused<Action> | null,
  show?: (refused: Refused<Action>, text: string) => void,
): void {
  const host = useHost();
  const count = refused?.count ?? 0;
  const told = useRef(count);
  useEffect(() => {
    if (!refused || told.current === count) return;
    told.current = count;
    const { code, facts } = refused.refusal;
    const text = host.t(`refused.${code}`, { ...facts, defaultValue: host.t("refused.other") });
    if (show) {
      show(refused, text);
    } else {
      host.play("no");
      host.notify(text);
    }
  });
}
