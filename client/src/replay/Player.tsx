/** The controls of a replay: a scrubber, play, steps, speed, and a link to this very moment. */
import { Slider } from "radix-ui";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { Schema } from "@/api/client";
import { span } from "@/text/times";
import { IconButton } from "@/ui/Button";
import { copy } from "@/ui/share";
import { type Replay, SPEEDS } from "./useReplay";

interface PlayerProps {
  replay: Replay;
  steps: readonly Schema["Step"][];
  match: string;
}

export function Player({ replay, steps, match }: PlayerProps) {
  const { t } = useTranslation("hub");
  const { at, last, running, speed, seek, toggle } = replay;
  // The button's name contains what it shows, in every language.
  const shownSpeed = `${speed}×`;
  const time = span((steps[at]?.at_ms ?? 0) / 1000);
  useEffect(() => {
    if (running) return;
    const address = new URL(location.href);
    if (at === 0) address.searchParams.delete("at");
    else address.searchParams.set("at", String(at));
    history.replaceState(history.state, "", address);
  }, [at, running]);
  return (
    <section className="player" aria-label={t("replay.controls")}>
      <Slider.Root
        className="scrubber"
        min={0}
        max={Math.max(1, last)}
        value={[at]}
        onValueChange={([to]) => seek(to ?? 0)}
      >
        <Slider.Track className="scrubber-track">
          <Slider.Range className="scrubber-range" />
        </Slider.Track>
        <Slider.Thumb
          className="scrubber-thumb"
          aria-label={t("replay.moment")}
          aria-valuetext={t("replay.at", { at, last, time })}
        />
      </Slider.Root>
      <div className="player-row">
        <IconButton icon="first" label={t("replay.first")} onClick={() => seek(0)} disabled={at === 0} />
        <IconButton icon="back" label={t("replay.back")} onClick={() => seek(at - 1)} disabled={at === 0} />
        <IconButton
          icon={running ? "pause" : "play"}
          label={running ? t("replay.pause") : t("replay.play")}
          onClick={toggle}
          className="player-play"
        />
        <IconButton
          icon="forward"
          label={t("replay.forward")}
          onClick={() => seek(at + 1)}
          disabled={at === last}
        />
        <IconButton icon="last" label={t("replay.last")} onClick={() => seek(last)} disabled={at === last} />
        <span className="player-at figures soft">
          {at} / {last} · {time}
        </span>
        <button
          type="button"
          className="player-speed figures"
          aria-label={t("replay.speed", { speed: shownSpeed })}
          title={t("replay.speed", { speed: shownSpeed })}
          onClick={() => replay.setSpeed(SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length] ?? 1)}
        >
          {shownSpeed}
        </button>
        <IconButton
          icon="link"
          label={t("replay.link")}
          onClick={() => copy(`${location.origin}/match/${match}${at > 0 ? `?at=${at}` : ""}`)}
        />
      </div>
    </section>
  );
}
