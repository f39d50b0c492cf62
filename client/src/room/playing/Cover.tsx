/** Over a game that waits: what will be played, and what begins it. Nothing of the board is known here. */
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { isAtHome } from "@/api/ids";
import { useListedGame, useNames } from "@/catalogue/names";
import { choicesText } from "@/catalogue/options";
import type { CoverPicture } from "@/game-kit/contract/module";
import type { MatchProps, RoomNow } from "@/game-kit/contract/types";
import { type FoundModule, useModule } from "@/stage/modules";
import { loadWords } from "@/text";
import { Button } from "@/ui/controls/Button";
import { bringFocus, nothingFocused } from "@/ui/focus/focus";
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
  const module = useModule(props.room.game);
  const loaded = useLoaded(props.room.game, module);
  return loaded && <LoadedCover {...props} {...loaded} />;
}

interface Loaded {
  /** Null where nothing here can draw the game. */
  Picture: CoverPicture | null;
}

function LoadedCover({ room, match, first, onBegin, onHelp, onLearn, Picture }: CoverProps & Loaded) {
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
  const cover = useRef<HTMLElement>(null);
  const mine = submit !== null;
  /** What a newcomer is to do first is to learn; all others begin. */
  const lesson = first && onLearn;
  useEffect(() => {
    const main = mine && cover.current?.querySelector<HTMLElement>(".button-main");
    if (main && nothingFocused()) bringFocus(main);
  }, [mine]);
  useBeginKeys(begin);
  const chosen = listed ? choicesText(listed.options, room.options, i18n.language) : [];
  const kind = [...(room.daily ? [t("nav.daily")] : []), ...chosen].join(" · ");
  const waited = match.moment.toMove.flatMap((seat) => match.seats[seat]?.name ?? []);
  return (
    <section className="cover" aria-labelledby="cover-title" ref={cover}>
      {Picture && (
        <div className="cover-picture" aria-hidden="true">
          <Picture begun={begun} />
        </div>
      )}
      {kind && <p className="cover-kind">{kind}</p>}
      <h2 id="cover-title">
        {first && mine ? t("lesson.title", { game: names.game(room.game) }) : t("cover.title")}
      </h2>
      {/* What counts is told from the first moment on: a try has another. */}
      {!room.tried && <p>{counts ?? names.summary(room.game)}</p>}
      {mine ? (
        <>
          <p id="cover-note" className="cover-note">
            {t(`cover.${noteOf(room)}`, { ns })}
          </p>
          {lesson && (
            <Button kind="main" icon="learn" className="cover-main" onClick={lesson}>
              {t("lesson.learn")}
            </Button>
          )}
          <Button
            kind={lesson ? "plain" : "main"}
            className={lesson ? "cover-begin" : "cover-begin cover-main"}
            aria-describedby="cover-note"
            onClick={begin}
            aria-disabled={begun}
          >
            {t("cover.begin", { ns })}
          </Button>
          <div className="row">
            {onLearn && !lesson && (
              <Button icon="learn" onClick={onLearn}>
                {t("help.tutorial")}
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

/** The sentence about what counts. */
function noteOf(room: RoomNow): string {
  if (room.daily) return "daily";
  if (isAtHome(room.code) && !room.tried) return "atHome";
  return room.tried ? "tried" : room.ranked ? "ranked" : "practice";
}

/** The game's own picture, or that in lists, once it and the words have come, or do not come now. The board is fetched meanwhile. */
function useLoaded(game: string, module: FoundModule): Loaded | null {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  useEffect(() => {
    if (module === undefined) return;
    // Whatever does not arrive now is missed where the board itself is drawn.
    const later = () => {};
    Promise.all([module?.cover?.().catch(later), loadWords(game).catch(later)]).then(([own]) =>
      setLoaded({ Picture: own?.default ?? module?.Thumbnail ?? null }),
    );
    module?.board().catch(later);
  }, [game, module]);
  return loaded;
}

/** Enter and Space begin, also when nothing has the focus. */
function useBeginKeys(begin: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!nothingFocused() || (event.key !== "Enter" && event.key !== " ")) return;
      event.preventDefault();
      begin();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  });
}
