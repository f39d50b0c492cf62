/** Giving up one's seat for good, after being asked once. */
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { http, queryClient, request } from "@/api/client";
import { myRoomsQuery } from "@/api/queries";
import { Button } from "@/ui/Button";
import Sheet from "@/ui/Sheet";

export default function LeaveSheet({
  code,
  open,
  onClose,
}: {
  code: string;
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
    <Sheet title={t("leave.title")} open={open} onClose={onClose}>
      <p>{t("leave.text")}</p>
      <div className="row">
        <Button kind="main" onClick={() => leave.mutate()} disabled={leave.isPending}>
          {t("leave.go")}
        </Button>
        <Button onClick={onClose}>{t("leave.stay")}</Button>
      </div>
    </Sheet>
  );
}
