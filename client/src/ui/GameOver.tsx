/** How it ended, and what to do next. A game fills in the words; the room knows what can follow. */
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useTable } from "@/match/table";
import type { Outcome } from "@/match/types";
import { takeToMain } from "./arrival";
import { Button, ButtonLink } from "./Button";
import { announce } from "./notices";
import Sheet from "./Sheet";
import { share } from "./share";
import { play } from "./sound";
import "./GameOver.css";

interface GameOverProps {
  outcome: Outcome | null;
  match: string;
  title: string;
  /** One or two sentences. */
  text: string;
  /** Big, in the middle; counts up where it can. */
  children?: ReactNode;
  /** What is handed to others, without the link. */
  shareText: string;
}

export function GameOver({ outcome, match, title, text, children, shareText }: GameOverProps) {
  const { t } = useTranslation("hub");
  const table = useTable();
  const [closed, setClosed] = useState<string | null>(null);
  const over = outcome !== null && table !== null;
  const words = `${title}. ${text}`;
  useEffect(() => {
    if (over) play("over");
  }, [over]);
  useEffect(() => {
    if (over) announce(words);
  }, [over, words]);
  useEffect(() => {
    if (closed !== null) takeToMain();
  }, [closed]);
  if (!over || !table) return null;
  const seated = table.room.seats.some((seat) => seat.player === table.me);
  const asked = table.room.rematch.includes(table.me);
  const wanted = table.room.rematch.length > 0;
  const link = `${location.origin}/match/${match}`;
  const actions = (
    <div className="over-actions">
      {seated && (
        <Button kind="main" icon="again" onClick={table.again} disabled={asked}>
          {asked ? t("over.asked") : t(wanted ? "over.agree" : "over.again")}
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
      <Button icon="share" onClick={() => share(`${shareText}\n${link}`)}>
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
        {children}
        <p>{text}</p>
        {actions}
      </div>
    </Sheet>
  );
}

/** A score that counts up to its value once. */
export function CountUp({ value }: { value: number }) {
  const [shown, setShown] = useState(() => (document.documentElement.dataset.motion === "calm" ? value : 0));
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
