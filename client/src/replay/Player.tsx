/** The controls of a replay: a scrubber, play, steps, speed, and a link to this very moment. */
import { Slider } from "radix-ui";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { Schema } from "@/api/client";
import { span } from "@/text/times";
import { IconButton } from "@/ui/controls/Button";
import { copy } from "@/ui/sharing/share";
import { type Replay, SPEEDS } from "./useReplay";

interface Mistakes {
  previous: (() => void) | null;
  next: (() => void) | null;
}

interface PlayerProps {
  replay: Replay;
  steps: readonly Schema["Step"][];
  /** How many moves have been made at each step. */
  moves: readonly number[];
  /** Ways to the mistakes before and after this moment, null at the ends; null as a whole where none are known. */
  mistakes: Mistakes | null;
  /** The address of a moment; null where it has none. */
  addressOf: ((at: number) => string) | null;
  /** Whether the board is drawn smaller to leave space for the text; offered on narrow pages. */
  small: boolean;
  onSmall: (small: boolean) => void;
}

export function Player({ replay, steps, moves, mistakes, addressOf, small, onSmall }: PlayerProps) {
  const { t } = useTranslation("hub");
  const { at, start, last, running, stopAt } = replay;
  const made = { at: moves[at], last: moves[last] };
  const time = span((steps[at]?.at_ms ?? 0) / 1000);
  useEffect(() => {
    if (running || !addressOf) return;
    const address = new URL(location.href);
    if (at === start) address.searchParams.delete("at");
    else address.searchParams.set("at", String(at));
    history.replaceState(history.state, "", address);
  }, [at, start, running, addressOf]);
  return (
    <section className="player" aria-label={t("replay.controls")}>
      <div className="player-time">
        <Scrubber replay={replay} now={t("replay.at", { ...made, time })} />
        <span className="player-at figures soft">
          {t("replay.moves", made)} · {time}
        </span>
      </div>
      <IconButton
        icon="boardAndList"
        className="player-small"
        label={t("replay.smaller")}
        aria-pressed={small}
        onClick={() => onSmall(!small)}
      />
      <div className="player-row">
        <StepButtons replay={replay} />
        {mistakes && <MistakeButtons {...mistakes} />}
        <SpeedButton replay={replay} />
        {addressOf && (
          <IconButton
            icon="link"
            className="player-link"
            label={t("replay.link")}
            onClick={() => {
              // The moment of the link stays on show.
              stopAt(at);
              void copy(addressOf(at));
            }}
          />
        )}
      </div>
      <Keys mistakes={mistakes !== null} />
    </section>
  );
}

function Scrubber({ replay: { at, start, last, seek }, now }: { replay: Replay; now: string }) {
  const { t } = useTranslation("hub");
  return (
    <Slider.Root
      className="scrubber"
      min={start}
      max={Math.max(start + 1, last)}
      value={[at]}
      onValueChange={([to]) => seek(to ?? start)}
    >
      <Slider.Track className="scrubber-track">
        <Slider.Range className="scrubber-range" />
      </Slider.Track>
      <Slider.Thumb className="scrubber-thumb" aria-label={t("replay.moment")} aria-valuetext={now} />
    </Slider.Root>
  );
}

function StepButtons({ replay: { at, start, last, running, seek, toggle } }: { replay: Replay }) {
  const { t } = useTranslation("hub");
  return (
    <>
      <IconButton
        icon="first"
        className="player-end"
        label={t("replay.first")}
        aria-keyshortcuts="Home"
        onClick={() => seek(start)}
        disabled={at === start}
      />
      <IconButton
        icon="back"
        label={t("replay.back")}
        aria-keyshortcuts="ArrowLeft"
        onClick={() => seek(at - 1)}
        disabled={at === start}
      />
      <IconButton
        icon={running ? "pause" : "play"}
        label={running ? t("replay.pause") : t("replay.play")}
        onClick={toggle}
        className="player-play"
      />
      <IconButton
        icon="forward"
        label={t("replay.forward")}
        aria-keyshortcuts="ArrowRight"
        onClick={() => seek(at + 1)}
        disabled={at === last}
      />
      <IconButton
        icon="last"
        className="player-end"
        label={t("replay.last")}
        aria-keyshortcuts="End"
        onClick={() => seek(last)}
        disabled={at === last}
      />
    </>
  );
}

function MistakeButtons({ previous, next }: Mistakes) {
  const { t } = useTranslation("hub");
  return (
    <>
      <IconButton
        icon="mistakeBefore"
        label={t("replay.previousMistake")}
        aria-keyshortcuts="ArrowUp"
        onClick={() => previous?.()}
        disabled={!previous}
      />
      <IconButton
        icon="mistakeAfter"
        label={t("replay.nextMistake")}
        aria-keyshortcuts="ArrowDown"
        onClick={() => next?.()}
        disabled={!next}
      />
    </>
  );
}

function SpeedButton({ replay: { speed, setSpeed } }: { replay: Replay }) {
  const { t } = useTranslation("hub");
  // The button's name contains what it shows, in every language.
  const shown = `${speed}×`;
  const name = t("replay.speed", { speed: shown });
  return (
    <button
      type="button"
      className="player-speed figures"
      aria-label={name}
      title={name}
      onClick={() => setSpeed(SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length] ?? 1)}
    >
      {shown}
    </button>
  );
}

function Keys({ mistakes }: { mistakes: boolean }) {
  const { t } = useTranslation("hub");
  return (
    <dl className="player-keys soft" aria-label={t("help.keys")}>
      <div>
        <dt>
          <kbd>← →</kbd>
        </dt>
        <dd>{t("replay.keyMoves")}</dd>
      </div>
      <div>
        <dt>
          <kbd>{t("replay.endKeys")}</kbd>
        </dt>
        <dd>{t("replay.keyEnds")}</dd>
      </div>
      {mistakes && (
        <div>
          <dt>
            <kbd>↑ ↓</kbd>
          </dt>
          <dd>{t("replay.keyMistakes")}</dd>
        </div>
      )}
    </dl>
  );
}
