/** Over a game that waits: what will be played, and what begins it. Nothing of the board is known here. */
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
  onBegin: () => void;
  onHelp: () => void;
  /** Null where there are no lessons. */
  onLearn: (() => void) | null;
}

export function Cover(props: CoverProps) {
  return useGameWords(props.room.game) ? <CoverInWords {...props} /> : null;
}

function CoverInWords({ room, match, first, onBegin, onHelp, onLearn }: CoverProps) {
  const { t, i18n } = useTranslation("hub");
  // A game's own words go before the hub's.
  const ns = [room.game, "hub"];
  const names = useNames();
  const listed = useListedGame(room.game);
  const counts = i18n.getResource(i18n.language, room.game, "cover.counts");
  const { submit, pending } = match;
  const begun = pending.length > 0;
  const begin = () => {
    if (!submit || begun) return;
    onBegin();
    announce(t("cover.begun", { ns }));
    submit({ do: "ready" });
  };
  const button = useRef<HTMLButtonElement>(null);
  const mine = submit !== null;
  useEffect(() => {
    if (mine) button.current?.focus({ preventScroll: true });
  }, [mine]);
  useBeginKeys(begin);
  const chosen = listed ? chosenOptions(listed, room.options, i18n.language) : [];
  const kind = [...(room.daily ? [t("nav.daily")] : []), ...chosen].join(" · ");
  const waited = match.moment.toMove.flatMap((seat) => match.seats[seat]?.name ?? []);
  return (
    <section className="cover" aria-labelledby="cover-title">
      <CoverPicture game={room.game} begun={begun} />
      {kind && <p className="cover-kind">{kind}</p>}
      <h2 id="cover-title">
        {first && mine ? t("lesson.title", { game: names.game(room.game) }) : t("cover.title")}
      </h2>
      <p>{counts ?? names.summary(room.game)}</p>
      {mine ? (
        <>
          <p id="cover-note" className="cover-note">
            {t(room.daily ? "cover.daily" : room.ranked ? "cover.ranked" : "cover.practice", { ns })}
          </p>
          <button
            ref={button}
            type="button"
            className="button button-main cover-begin"
            aria-describedby="cover-note"
            onClick={begin}
            aria-disabled={begun}
          >
            {t("cover.begin", { ns })}
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
        <p className="cover-note">{t("cover.notBegun", { name: waited.join(", "), ns })}</p>
      )}
    </section>
  );
}

/** Whether the game's words have come, or do not come now. The board is fetched meanwhile. */
function useGameWords(game: string): boolean {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    // Whatever does not arrive now is missed where the board itself is drawn.
    const later = () => {};
    loadWords(game)
      .catch(later)
      .then(() => setSettled(true));
    moduleOf(game)?.board().catch(later);
  }, [game]);
  return settled;
}

/** The game's own, or its picture in lists. */
function CoverPicture({ game, begun }: { game: string; begun: boolean }) {
  const module = moduleOf(game);
  if (!module) return null;
  const { CoverPicture: Own, Thumbnail } = module;
  return (
    <div className="cover-picture" aria-hidden="true">
      {Own ? <Own begun={begun} /> : <Thumbnail />}
    </div>
  );
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
