/** Giving up one's seat, to go or to watch, after being told what that means; a match without other people can be kept for later. */
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import type { RoomNow } from "@/game-kit/contract/types";
import { Button, ButtonLink } from "@/ui/controls/Button";
import ConfirmSheet from "@/ui/sheets/ConfirmSheet";
import Sheet from "@/ui/sheets/Sheet";
import { othersIn, useStandUp } from "../playing/standingUp";
import "./StopSheet.css";

interface LeaveSheetProps {
  room: RoomNow;
  me: string;
  /** Whether time runs on while nobody is there. */
  clocked: boolean;
  open: boolean;
  onClose: () => void;
}

export default function LeaveSheet({ room, me, clocked, open, onClose }: LeaveSheetProps) {
  const { t } = useTranslation("hub");
  const [, go] = useLocation();
  const standUp = useStandUp(room.code);
  const leave = () => standUp.mutate(undefined, { onSuccess: () => go("/") });
  if (room.phase === "playing" && !othersIn(room, me)) {
    return (
      <Sheet title={t("leave.title")} open={open} onClose={onClose}>
        <ul className="stop">
          <li>
            <ButtonLink kind="main" icon="clock" href="/">
              {t("stop.keep")}
            </ButtonLink>
            <p className="soft">{t(clocked ? "stop.clockRuns" : "stop.keepText")}</p>
          </li>
          <li>
            <Button kind="danger" icon="leave" onClick={leave} busy={standUp.isPending}>
              {t("leave.go")}
            </Button>
            <p className="soft">{t("leave.alone")}</p>
          </li>
        </ul>
      </Sheet>
    );
  }
  return (
    <ConfirmSheet
      title={t("leave.title")}
      text={meaning(room, me)
        .map((key) => t(`leave.${key}`))
        .join(" ")}
      yes={t("leave.go")}
      no={t("leave.stay")}
      other={
        othersIn(room, me)
          ? { text: t("leave.watch"), onClick: () => standUp.mutate(undefined, { onSuccess: onClose }) }
          : undefined
      }
      busy={standUp.isPending}
      open={open}
      onYes={leave}
      onClose={onClose}
    />
  );
}

/** What leaving means now. */
export function meaning(room: RoomNow, me: string): string[] {
  if (!othersIn(room, me)) return ["closes"];
  if (room.phase !== "playing") return ["seat"];
  return room.ranked ? ["rated", "text"] : ["text"];
}
