/** Giving up one's seat, after being told what that means. */
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { http, queryClient, request } from "@/api/client";
import { myRoomsQuery } from "@/api/queries";
import type { RoomNow } from "@/game-kit/types";
import ConfirmSheet from "@/ui/ConfirmSheet";

export default function LeaveSheet({
  room,
  me,
  open,
  onClose,
}: {
  room: RoomNow;
  me: string;
  open: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation("hub");
  const [, go] = useLocation();
  const { code } = room;
  const leave = useMutation({
    mutationFn: () => request(http.POST("/api/rooms/{code}/leave", { params: { path: { code } } })),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: myRoomsQuery.queryKey });
      go("/");
    },
  });
  return (
    <ConfirmSheet
      title={t("leave.title")}
      text={meaning(room, me)
        .map((key) => t(`leave.${key}`))
        .join(" ")}
      yes={t("leave.go")}
      no={t("leave.stay")}
      busy={leave.isPending}
      open={open}
      onYes={() => leave.mutate()}
      onClose={onClose}
    />
  );
}

/** What leaving means now. */
function meaning({ seats, phase, ranked }: RoomNow, me: string): string[] {
  const others = seats.some((seat) => seat.held_by === "player" && seat.player !== me);
  if (!others) return [phase === "playing" ? "alone" : "closes"];
  if (phase !== "playing") return ["seat"];
  return ranked ? ["text", "rated", "away"] : ["text", "away"];
}
