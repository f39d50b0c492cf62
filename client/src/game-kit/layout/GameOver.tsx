/** How a match ended, and what to do next. A game gives the words and a picture; the room knows what can follow. */

import { type ReactNode, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { linkTo } from "@/base";
import { useNames } from "@/catalogue/names";
import { Button, ButtonLink } from "@/ui/controls/Button";
import { takeToMain } from "@/ui/focus/arrival";
import { isCalm } from "@/ui/preferences";
import { momentAddress } from "@/ui/sharing/momentAddress";
import { share } from "@/ui/sharing/share";
import Sheet from "@/ui/sheets/Sheet";
import { useHost } from "../contract/host";
import { useAnnouncement } from "../match/useAnnouncement";
import "./GameOver.css";

/** For how long the finished board is looked at before anything covers it. */
const LOOK_MS = 1200;

/** How a match ended, for the players to read. */
export interface Ending {
  title: string;
  /** One or two sentences beside the picture. */
  text: string;
  /** What is read out in place of the text, where the picture shows a part of it. */
  spoken?: string;
  /** What is handed to others after the game's name, without the link; title and text if nothing else is said. */
  share?: string;
  /** Big, in the middle; counts up where it can. */
  picture?: ReactNode;
  /** What can be asked for beside it, above the buttons. */
  more?: ReactNode;
}

interface GameOverProps {
  match: string;
  ending: Ending;
  /** Whether it was over when the page was opened: then there is no last move to look at. */
  atOnce: boolean;
}

export function GameOver({ match, ending, atOnce }: GameOverProps) {
  const { t } = useTranslation("hub");
  const looked = useLook(atOnce);
  const host = useHost();
  const { game: nameOf } = useNames();
  const { room, play } = host;
  const [closed, setClosed] = useState<string | null>(null);
  const { title, text, picture } = ending;
  const words = `${title}. ${ending.spoken ?? text}`;
  useEffect(() => {
    play("over");
  }, [play]);
  useAnnouncement(words);
  useEffect(() => {
    if (closed !== null) takeToMain();
  }, [closed]);
  if (!room || !looked) return null;
  const { result } = room;
  const seated = room.now.seats.some((seat) => seat.player === room.me);
  const asked = room.now.rematch.includes(room.me);
  const wanted = room.now.rematch.length > 0;
  const awaited = room.now.seats.filter(
    ({ held_by, player }) => held_by === "player" && player && !room.now.rematch.includes(player),
  );
  const names = new Intl.ListFormat(host.language).format(new Set(awaited.map(({ name }) => name ?? "")));
  const again = room.now.seats.length > 1 ? "over.rematch" : "over.again";
  const link = linkTo(`/match/${match}`);
  const shared = result?.share ?? `${nameOf(host.game)}: ${ending.share ?? words}\n${link}`;
  const actions = (
    <div className="over-actions">
      {seated && (
        <Button kind="main" icon="again" onClick={room.again} disabled={asked}>
          {asked ? t("over.asked", { names }) : t(wanted ? "over.agree" : again)}
        </Button>
      )}
      {room.sameBoard && (
        <Button onClick={room.sameBoard} icon="undo">
          {t("over.sameBoard")}
        </Button>
      )}
      {room.now.tried && (
        <ButtonLink href={momentAddress(room.now.tried)} icon="back">
          {t("room.backToReplay")}
        </ButtonLink>
      )}
      <ButtonLink href={`/match/${match}`} icon="play">
        {t("over.replay")}
      </ButtonLink>
      <Button icon="share" onClick={() => share(shared)}>
        {t("over.share")}
      </Button>
    </div>
  );
  if (closed === match) {
    return (
      <section className="over-bar" aria-label={title}>
        {actions}
      </section>
    );
  }
  return (
    <Sheet title={title} open onClose={() => setClosed(match)} wide="low" grows>
      <div className="over">
        <div className="over-told">
          {result?.title && <p className="over-title">{result.title}</p>}
          {picture}
          <p>{text}</p>
          <Suspense fallback={null}>{result?.facts}</Suspense>
          <Suspense fallback={null}>{result?.standings}</Suspense>
          {ending.more}
        </div>
        {actions}
      </div>
    </Sheet>
  );
}

/** Whether the board has been looked at: for a moment, or until a tap or a key asks for what follows. */
function useLook(atOnce: boolean): boolean {
  const [looked, setLooked] = useState(atOnce);
  useEffect(() => {
    if (looked) return;
    let pressed = false;
    const press = () => {
      pressed = true;
    };
    // The end of a drag and a key that was held ask for nothing. A tap's click is waited for: it shall not fall onto what
    // then lies under the finger.
    const click = () => pressed && setLooked(true);
    const key = (event: KeyboardEvent) => !event.repeat && setLooked(true);
    const timer = setTimeout(() => setLooked(true), LOOK_MS);
    addEventListener("pointerdown", press);
    addEventListener("click", click);
    addEventListener("keydown", key);
    return () => {
      clearTimeout(timer);
      removeEventListener("pointerdown", press);
      removeEventListener("click", click);
      removeEventListener("keydown", key);
    };
  }, [looked]);
  return looked;
}

/** A score that counts up to its value once. */
export function CountUp({ value }: { value: number }) {
  const [shown, setShown] = useState(() => (isCalm() ? value : 0));
  useEffect(() => {
    if (shown >= value) return;
    const frame = requestAnimationFrame(() =>
      setShown(Math.min(value, shown + Math.max(1, Math.ceil((value - shown) / 12)))),
    );
    return () => cancelAnimationFrame(frame);
  }, [shown, value]);
  return (
    <span className="count-up figures">
      <span aria-hidden="true">{shown}</span>
      <span className="unseen">{value}</span>
    </span>
  );
}
