/** What becomes of a move that takes its time, and of a connection that is lost. It lies over the page and moves nothing. */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { PlayOn } from "@/connection/transport";
import type { LiveMatch } from "@/connection/useMatch";
import { useFlash } from "@/game-kit/match/useFlash";
import { useSlow } from "@/game-kit/match/useSlow";
import { Button } from "@/ui/controls/Button";
import "./ConnectionNote.css";

/** How long the note about a lost connection is shown in full. */
const NEW_MS = 5000;

export function ConnectionNote({
  match: { status, pending, playOn, notTransferable },
}: {
  match: LiveMatch;
}) {
  const { t } = useTranslation("hub");
  const slow = useSlow(pending[0]?.ref ?? null);
  const lost = status === "lost";
  const words = notTransferable ? "room.lostStays" : pending.length > 0 ? "room.lostMove" : "room.lost";
  const [isNew, show] = useFlash<{ words: string }>(NEW_MS);
  useEffect(() => show(lost ? { words } : null), [lost, words, show]);
  return (
    // Also there while it is empty: a region that comes together with its first words is not always read out.
    <output className={lost ? "room-note room-lost" : "room-note"} data-new={isNew ? "" : undefined}>
      {slow && !lost && t("room.sending")}
      {lost && (
        <>
          <span className="room-note-words">{t(words, { count: pending.length })}</span>
          <span className="room-note-short" aria-hidden="true">
            {t("room.lostShort")}
          </span>
          {playOn && <PlayOnButton playOn={playOn} className="room-play-on" />}
        </>
      )}
    </output>
  );
}

/** Lets a match go on at home. */
export function PlayOnButton({ playOn, className }: { playOn: PlayOn; className?: string }) {
  const { t } = useTranslation("hub");
  const offline = playOn.ranked ? "room.playOnRanksOffline" : "room.playOn";
  return (
    <Button className={className} disabled={playOn.transferring} onClick={playOn.go}>
      {t(playOn.transferring ? "room.transferring" : offline)}
    </Button>
  );
}
