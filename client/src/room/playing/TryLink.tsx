/** Of a match that goes on from a moment of another: the way back to that moment. */
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { RoomNow } from "@/game-kit/contract/types";
import { Icon } from "@/ui/controls/Icon";
import { notify } from "@/ui/notices";
import { momentAddress } from "@/ui/sharing/momentAddress";

interface TryLinkProps {
  tried: NonNullable<RoomNow["tried"]>;
  /** Whether time runs on while nobody is there. */
  clocked: boolean;
}

export function TryLink({ tried, clocked }: TryLinkProps) {
  const { t } = useTranslation("hub");
  return (
    <Link
      href={momentAddress(tried)}
      className="room-try"
      title={t("room.tried")}
      onClick={() => clocked && notify(t("room.clockRunsOn"))}
    >
      <Icon name="back" size={20} />
      <span className="room-try-short" aria-hidden="true">
        {t("room.back")}
      </span>
      <span className="room-try-long">{t("room.backToReplay")}</span>
    </Link>
  );
}
