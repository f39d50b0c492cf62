/** The seconds until time is up, where a match has such a time; drawn apart, so that the clock draws nothing else anew. */
import { Icon } from "@/ui/controls/Icon";
import { useHost } from "../contract/host";
import type { Moment } from "../contract/types";
import { useSecondsTo } from "../match/useClock";

const SHORT = 5;
/** What has room beside a sentence; a limit without a bound may be longer than anybody lives. */
const MOST = 99_999;

export function TimeLeft({ moment }: { moment: Moment<unknown, unknown> }) {
  const { dueMs, outcome } = moment;
  return dueMs === null || outcome ? null : <Seconds moment={moment} due={dueMs} />;
}

function Seconds({ moment, due }: { moment: Moment<unknown, unknown>; due: number }) {
  const { t } = useHost();
  const seconds = useSecondsTo(moment, due);
  const shown = seconds > MOST ? `${MOST}+` : String(seconds);
  return (
    <span
      className="time-left figures"
      role="timer"
      data-short={seconds <= SHORT}
      aria-label={t("clock.left", { seconds: shown })}
    >
      <Icon name="clock" size={20} />
      {shown}
    </span>
  );
}
