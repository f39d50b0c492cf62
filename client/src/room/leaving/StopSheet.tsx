/** A game played alone, before its end: finish it here, keep it for later, or throw it away. */
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { http, queryClient, request } from "@/api/client";
import { dailiesQuery, myRoomsQuery } from "@/api/queries";
import { useListedGame } from "@/catalogue/names";
import type { MatchProps, RoomNow } from "@/game-kit/contract/types";
import { Button, ButtonLink } from "@/ui/controls/Button";
import { notify } from "@/ui/notices";
import { momentAddress } from "@/ui/sharing/momentAddress";
import ConfirmSheet from "@/ui/sheets/ConfirmSheet";
import Sheet from "@/ui/sheets/Sheet";
import { useClockRuns } from "../playing/clockRuns";
import "./StopSheet.css";

interface StopSheetProps {
  room: RoomNow;
  match: MatchProps<unknown, unknown>;
  /** Whether what is sent now arrives now. */
  connected: boolean;
  onClose: () => void;
}

export default function StopSheet({ room, match, connected, onClose }: StopSheetProps) {
  const { t } = useTranslation("hub");
  const [sure, setSure] = useState(false);
  const { moment, submit } = match;
  const begun = moment.view !== null;
  const counted = useListedGame(room.game)?.scores_add_up === true;
  const clockRuns = useClockRuns(room.game, moment);
  const discard = useDiscard(room.code);
  const finish = () => {
    submit?.({ do: "finish" });
    if (!connected) notify(t("stop.finishWaits"));
    onClose();
  };
  const kept = t(room.daily === null ? "stop.nothingKept" : begun ? "stop.attemptKept" : "stop.nothingUsed");
  if (sure) {
    return (
      <ConfirmSheet
        title={t("stop.sure")}
        text={kept}
        yes={t("stop.discard")}
        no={t("stop.back")}
        busy={discard.isPending}
        open
        onYes={() => discard.mutate()}
        onClose={() => setSure(false)}
      />
    );
  }
  return (
    <Sheet title={t("stop.title")} open onClose={onClose}>
      <ul className="stop">
        {begun && (
          <li>
            <Button kind="main" icon="check" onClick={finish} disabled={!submit}>
              {counted ? t("stop.finishWith", { count: moment.scores[0] ?? 0 }) : t("stop.finish")}
            </Button>
            <p className="soft">{t(room.daily === null ? "stop.finishText" : "stop.finishDaily")}</p>
          </li>
        )}
        {room.tried && (
          <li>
            <ButtonLink icon="back" href={momentAddress(room.tried)}>
              {t("room.backToReplay")}
            </ButtonLink>
            <p className="soft">{t(clockRuns ? "stop.clockRuns" : "stop.tryWaits")}</p>
          </li>
        )}
        <li>
          <ButtonLink icon="clock" href="/">
            {t("stop.keep")}
          </ButtonLink>
          <p className="soft">{t(clockRuns ? "stop.clockRuns" : "stop.keepText")}</p>
        </li>
        <li>
          <Button icon="close" onClick={() => setSure(true)}>
            {t("stop.discard")}
          </Button>
          <p className="soft">{kept}</p>
        </li>
      </ul>
    </Sheet>
  );
}

/** Throw the match away and go to the hub. */
function useDiscard(code: string) {
  const { t } = useTranslation("hub");
  const [, go] = useLocation();
  return useMutation({
    mutationFn: () => request(http.POST("/api/rooms/{code}/discard", { params: { path: { code } } })),
    onSuccess: ({ kept }) => {
      void queryClient.invalidateQueries({ queryKey: myRoomsQuery.queryKey });
      void queryClient.invalidateQueries({ queryKey: dailiesQuery.queryKey });
      notify(t(kept === null ? "stop.gone" : "stop.attempt"));
      go("/");
    },
  });
}
