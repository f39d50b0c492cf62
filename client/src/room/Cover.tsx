/** Over a game that waits: what will be played, and the candle that begins it. Nothing of the board is known here. */
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { moduleOf } from "@/catalogue/modules";
import { type ListedGame, useListedGame, useNames } from "@/catalogue/names";
import type { MatchProps, RoomNow } from "@/game-kit/types";
import { loadWords } from "@/text";
import { wordsIn } from "@/text/languages";
import { Button } from "@/ui/Button";
import { announce } from "@/ui/notices";
import "./Cover.css";

interface CoverProps {
  room: RoomNow;
  match: MatchProps<unknown, unknown>;
  /** Whether the game is played here for the first time. */
  first: boolean;
  onLight: () => void;
  onHelp: () => void;
  /** Null where there are no lessons. */
  onLearn: (() => void) | null;
}

export function Cover({ room, match, first, onLight, onHelp, onLearn }: CoverProps) {
  const { t, i18n } = useTranslation("hub");
  const names = useNames();
  const listed = useListedGame(room.game);
  const counts = useWhatCounts(room.game);
  const { submit, pending } = match;
  const lit = pending.length > 0;
  const light = () => {
    if (!submit || lit) return;
    onLight();
    announce(t("cover.lit"));
    submit({ do: "ready" });
  };
  const button = useRef<HTMLButtonElement>(null);
  const mine = submit !== null;
  useEffect(() => {
    if (mine) button.current?.focus({ preventScroll: true });
  }, [mine]);
  useBeginKeys(light);
  const chosen = listed ? chosenOptions(listed, room.options, i18n.language) : [];
  const kind = [...(room.daily ? [t("nav.daily")] : []), ...chosen].join(" · ");
  const waited = match.moment.toMove.flatMap((seat) => match.seats[seat]?.name ?? []);
  return (
    <section className="cover" aria-labelledby="cover-title">
      <Candle lit={lit} />
      {kind && <p className="cover-kind">{kind}</p>}
      <h2 id="cover-title">
        {first && mine ? t("lesson.title", { game: names.game(room.game) }) : t("cover.title")}
      </h2>
      <p>{counts ?? names.summary(room.game)}</p>
      {mine ? (
        <>
          <p id="cover-note" className="cover-note">
            {t(room.daily ? "cover.daily" : room.ranked ? "cover.ranked" : "cover.practice")}
          </p>
          <button
            ref={button}
            type="button"
            className="button button-main cover-light"
            aria-describedby="cover-note"
            onClick={light}
            aria-disabled={lit}
          >
            {t("cover.light")}
          </button>
          <div className="row">
            {onLearn && (
              <Button icon="play" onClick={onLearn}>
                {t(first ? "lesson.learn" : "help.tutorial")}
              </Button>
            )}
            <Button icon="help" onClick={onHelp}>
              {t("help.title")}
            </Button>
          </div>
        </>
      ) : (
        <p className="cover-note">{t("cover.notLit", { name: waited.join(", ") })}</p>
      )}
    </section>
  );
}

/** What the game itself says of what counts, once its words have come. The board is fetched meanwhile. */
function useWhatCounts(game: string): string | undefined {
  const { i18n } = useTranslation();
  const [loaded, setLoaded] = useState(false);
  useEffect(() => {
    // Whatever does not arrive now is missed where the board itself is drawn.
    const later = () => {};
    loadWords(game).then(() => setLoaded(true), later);
    moduleOf(game)?.board().catch(later);
  }, [game]);
  return loaded ? i18n.getResource(i18n.language, game, "cover") : undefined;
}

/** What the chosen options are called, of those that are chosen by words. */
function chosenOptions({ options }: ListedGame, chosen: RoomNow["options"], language: string): string[] {
  return options.flatMap(({ name, kind, default: usual, choices }) => {
    if (kind !== "choice") return [];
    const value = chosen[name] ?? usual;
    return choices.filter((choice) => choice.value === value).map(({ label }) => wordsIn(language, label));
  });
}

/** Enter and Space begin, also when nothing has the focus. */
function useBeginKeys(begin: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const nowhere = event.target === document.body || event.target === document.querySelector("main");
      if (!nowhere || (event.key !== "Enter" && event.key !== " ")) return;
      event.preventDefault();
      begin();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  });
}

function Candle({ lit }: { lit: boolean }) {
  return (
    <svg viewBox="0 0 64 104" className="cover-candle" aria-hidden="true">
      <path d="M23 30c3-2 15-2 18 0v60H23z" fill="#e9dcc0" />
      <path
        d="M23 30c3-2 15-2 18 0v6c0 5-2.500 5-2.500 0 0-3-2.500-3-2.500 2v9c0 4-3 4-3 0v-7c0-4-3-4-3 0v2c0 4-3.500 4-3.500 0v-3c0-3-3.500-2-3.500 2z"
        fill="#fbf3df"
      />
      <path d="M32 30v-6" stroke="#6b5840" strokeWidth="1.75" strokeLinecap="round" />
      {lit && (
        <g className="cover-flame">
          <path
            d="M32 4c5 6.500 6.500 10 6.500 13.500a6.500 6.500 0 0 1-13 0C25.500 14 27 10.500 32 4z"
            fill="#f2b65a"
          />
          <path
            d="M32 12.500c2.400 3 3 4.500 3 6.200a3 3 0 0 1-6 0c0-1.700.6-3.200 3-6.200z"
            fill="#fff3d0"
          />
        </g>
      )}
      <path d="M15 92h34l-4 6.500H19z" fill="#a97f35" />
      <path d="M19 89.500h26V92H19z" fill="#d9ae5e" />
    </svg>
  );
}
