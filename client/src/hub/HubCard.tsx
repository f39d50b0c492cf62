/** A game as a thing on the table. One click on it and the game begins. */
import { useTranslation } from "react-i18next";
import { isSolo, type ListedGame, useNames } from "@/catalogue/names";
import { useCanBegin } from "@/home/python/availability";
import { quickRoom, useOpenRoom } from "@/room/setup/openRoom";
import { useModule } from "@/stage/modules";
import { WidePicture } from "@/stage/pictures";
import { Button, ButtonLink } from "@/ui/controls/Button";

export function HubCard({ game }: { game: ListedGame }) {
  const { t } = useTranslation("hub");
  const names = useNames();
  const opening = useOpenRoom();
  const drawn = useModule(game.id) != null;
  const can = useCanBegin(game);
  const start = () => opening.mutate(quickRoom(game));
  const [fewest, most] = game.seats;
  const players = t(fewest === most ? "hub.playersExactly" : "hub.players", { fewest, most });
  return (
    <article className="hub-card" aria-labelledby={`card-${game.id}`}>
      <button
        type="button"
        className="hub-picture"
        onClick={start}
        disabled={!drawn || !can || opening.isPending}
        tabIndex={-1}
        aria-hidden="true"
      >
        <WidePicture game={game.id} />
      </button>
      <div className="hub-words">
        <p className="hub-tags">{isSolo(game) ? t("hub.solo") : players}</p>
        <h2 id={`card-${game.id}`}>{names.game(game.id)}</h2>
        <p className="soft">{names.summary(game.id)}</p>
        {drawn ? (
          <div className="row">
            <Button
              kind="main"
              icon="play"
              onClick={start}
              busy={opening.isPending}
              disabled={!can}
              aria-label={`${t("hub.play")}: ${names.game(game.id)}`}
            >
              {t("hub.play")}
            </Button>
            <ButtonLink href={`/games/${game.id}`}>{t("hub.setUp")}</ButtonLink>
            {!can && <span className="soft">{t("offline.quick")}</span>}
          </div>
        ) : (
          <p className="hub-terminal">
            {t("hub.terminal")} <code>parlour play {game.id}</code>
          </p>
        )}
      </div>
    </article>
  );
}
