/** How far something has come that somebody waits for: as a bar with words, and a few times aloud. */
import { useHost } from "../contract/host";
import { useAnnouncement } from "../match/useAnnouncement";
import "./WorkProgress.css";

interface WorkProgressProps {
  /** What is waited for. */
  text: string;
  /** From 0 to 1; 0 where nothing is known yet. */
  part: number;
}

export function WorkProgress({ text, part }: WorkProgressProps) {
  const { t } = useHost();
  const percent = Math.floor(part * 100);
  // A quarter, a half and three quarters are said aloud; that it is done is said by what has come of it.
  const quarters = Math.min(Math.floor(part * 4), 3);
  useAnnouncement(quarters > 0 ? t("analysis.percent", { percent: quarters * 25 }) : null);
  return (
    <label className="work-progress">
      <span>{percent > 0 ? `${text} ${t("analysis.percent", { percent })}` : text}</span>
      <progress value={part > 0 ? part : undefined} max={1} />
    </label>
  );
}
