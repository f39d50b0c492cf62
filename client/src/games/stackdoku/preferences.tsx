/** What is asked before a game: whether the tiles show their numbers. It can be changed while playing. */
import { Choose, useHost } from "@/game-kit";
import { useSettings } from "./settings";

export default function Preferences() {
  const { t } = useHost();
  const [{ hidden }, change] = useSettings();
  return (
    <Choose
      label={t("more.numbers")}
      value={hidden ? "hidden" : "shown"}
      values={(["shown", "hidden"] as const).map((value) => ({ value, label: t(`choice.${value}`) }))}
      onChange={(value) => change({ hidden: value === "hidden" })}
    />
  );
}
