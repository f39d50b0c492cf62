/** In the bar of a match that goes on from a moment of another: that it is one, and the way back to that moment. */
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { RoomNow } from "@/game-kit/types";
import { Icon } from "@/ui/Icon";

export function TryLink({ tried }: { tried: NonNullable<RoomNow["tried"]> }) {
  const { t } = useTranslation("hub");
  const back = t("room.backToReplay");
  return (
    <Link href={`/match/${tried.match}?at=${tried.seq}`} className="room-try" title={t("room.tried")}>
      <Icon name="undo" size={20} />
      <span className="room-try-short" aria-hidden="true">
        {t("room.try")}
      </span>
      <span className="room-try-long">{back}</span>
    </Link>
  );
}
