/** Tell the host of a player: what is wrong, chosen from a few, and nothing to be written. */
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { http, request, type Schema } from "@/api/client";
import { Button } from "@/ui/controls/Button";
import { Choose } from "@/ui/controls/Choose";
import { notify } from "@/ui/notices";
import Sheet from "@/ui/sheets/Sheet";

type What = Schema["NewReport"]["what"];
const WHAT: readonly What[] = ["name", "conduct", "play"];

interface ReportSheetProps {
  player: string;
  name: string;
  /** Where it was, if it was in a room. */
  room?: string;
  onClose: () => void;
}

export default function ReportSheet({ player, name, room, onClose }: ReportSheetProps) {
  const { t } = useTranslation("hub");
  const [what, setWhat] = useState<What>("name");
  const send = useMutation({
    mutationFn: () => {
      const params = { path: { player_id: player } };
      return request(
        http.POST("/api/players/{player_id}/report", { params, body: { what, room: room ?? null } }),
      );
    },
    onSuccess: () => {
      notify(t("report.sent"));
      onClose();
    },
  });
  return (
    <Sheet title={t("report.title", { name })} open onClose={onClose}>
      <p>{t("report.text", { name })}</p>
      <Choose
        label={t("report.what")}
        value={what}
        values={WHAT.map((value) => ({ value, label: t(`report.about.${value}`) }))}
        onChange={setWhat}
      />
      <div className="row">
        <Button kind="main" onClick={() => send.mutate()} busy={send.isPending}>
          {t("report.send")}
        </Button>
        <Button onClick={onClose}>{t("close")}</Button>
      </div>
    </Sheet>
  );
}
