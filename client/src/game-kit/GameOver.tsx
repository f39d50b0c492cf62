/** How a match ended, and what to do next. A game gives the words and a picture; the room knows what can follow. */
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNames } from "@/catalogue/names";
import { takeToMain } from "@/ui/arrival";
import { Button, ButtonLink } from "@/ui/Button";
import { isCalm } from "@/ui/preferences";
import Sheet from "@/ui/Sheet";
import { share } from "@/ui/share";
import { useHost } from "./host";
import { useAnnouncement } from "./useAnnouncement";
import "./GameOver.css";

/** How a match ended, for the players to read. */
export interface Ending {
  title: string;
  /** One or two sentences. */
  text: string;
  /** What is handed to others after the game's name, without the link; title and text if nothing else is said. */
  share?: string;
  /** Big, in the middle; counts up where it can. */
  picture?: ReactNode;
}

export function GameOver({ match, ending }: { match: string; ending: Ending }) {
  const { t } = useTranslation("hub");
  const host = useHost();
  const names = useNames();
  const { table, play } = host;
  const [closed, setClosed] = useState<string | null>(null);
  const { title, text, picture } = ending;
  const words = `${title}. ${text}`;
  useEffect(() => {
    play("over");
  }, [play]);
  useAnnouncement(words);
  useEffect(() => {
    if (closed !== null) takeToMain();
  }, [closed]);
  if (!table) return null;
  const seated = table.room.seats.some((seat) => seat.player === table.me);
  const asked = table.room.rematch.includes(table.me);
  const wanted = table.room.rematch.length > 0;
  const again = table.room.seats.length > 1 ? "over.rematch" : "over.again";
  const link = `${location.origin}/match/${match}`;
  const shared = `${names.game(host.game)}: ${ending.share ?? words}\n${link}`;
  const actions = (
    <div className="over-actions">
      {seated && (
        <Button kind="main" icon="again" onClick={table.again} disabled={asked}>
          {asked ? t("over.asked") : t(wanted ? "over.agree" : again)}
        </Button>
      )}
      {table.sameBoard && (
        <Button onClick={table.sameBoard} icon="undo">
          {t("over.sameBoard")}
        </Button>
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
    <Sheet title={title} open onClose={() => setClosed(match)}>
      <div className="over">
        {picture}
        <p>{text}</p>
        {table.room.held && <p className="soft">{t("over.held")}</p>}
        {actions}
      </div>
    </Sheet>
  );
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
