/** A game as a thing on the table. One click on it and the game begins. */
import { useTranslation } from "react-i18next";
import type { GameCard } from "@/games/card";
import { quickRoom, useOpenRoom } from "@/match/rooms";
import { Button, ButtonLink } from "@/ui/Button";
import { problemText } from "@/ui/Failure";
import { notify } from "@/ui/notices";

export function HubCard({ card }: { card: GameCard }) {
  const { t, i18n } = useTranslation("hub");
  const language = i18n.language as "en" | "ko";
  const opening = useOpenRoom();
  const open = card.status !== "planned";
  const start = () => opening.mutate(quickRoom(card), { onError: (error) => notify(problemText(t, error)) });
  return (
    <article className="hub-card" aria-labelledby={`card-${card.id}`}>
      <button
        type="button"
        className="hub-picture"
        onClick={start}
        disabled={!open || opening.isPending}
        tabIndex={-1}
        aria-hidden="true"
      >
        <card.Wide />
      </button>
      <div className="hub-words">
        <p className="hub-tags">
          <span>{t(`hub.mode.${card.mode}`)}</span>
          {card.status !== "open" && <span>{t(`hub.status.${card.status}`)}</span>}
        </p>
        <h2 id={`card-${card.id}`}>{card.title[language]}</h2>
        <p className="soft">{card.summary[language]}</p>
        {open && (
          <div className="row">
            <Button
              kind="main"
              icon="play"
              onClick={start}
              disabled={opening.isPending}
              aria-label={`${t("hub.play")}: ${card.title[language]}`}
            >
              {t("hub.play")}
            </Button>
            <ButtonLink href={`/games/${card.id}`}>{t("hub.setUp")}</ButtonLink>
          </div>
        )}
      </div>
    </article>
  );
}
