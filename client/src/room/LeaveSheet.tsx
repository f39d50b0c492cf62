/** Giving up one's seat for good, after being asked once. */
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { http, queryClient, request } from "@/api/client";
import { myRoomsQuery } from "@/api/queries";
import ConfirmSheet from "@/ui/ConfirmSheet";

export default function LeaveSheet({
  code,
  rated,
  open,
  onClose,
}: {
  code: string;
  /** Whether leaving now counts as losing. */
  rated: boolean;
  open: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation("hub");
  const [, go] = useLocation();
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
      text={rated ? `${t("leave.text")} ${t("leave.rated")}` : t("leave.text")}
      yes={t("leave.go")}
      no={t("leave.stay")}
      disabled={leave.isPending}
      open={open}
      onYes={() => leave.mutate()}
      onClose={onClose}
    />
  );
}
