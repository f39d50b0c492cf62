/** Warns a player that help ends the ranking of a match, before it does. */
import { useState } from "react";
import { useHost } from "../contract/host";

/** `endsRanking`: whether the next help would. `ask` gives help, but says that first and then waits to be asked again.
 *
 * It is said once in a match, by `show`, else by a notice.
 */
export function useHelpWarning(helped: boolean, show?: (text: string) => void) {
  const { t, room, notify } = useHost();
  const [told, setTold] = useState(false);
  const endsRanking = room?.now.ranked === true && !helped;
  const ask = (help: () => void) => {
    if (!endsRanking || told) return help();
    setTold(true);
    (show ?? notify)(t("helpEndsRanking"));
  };
  return { endsRanking, ask };
}
