/** On the first page while the server is silent: what can be played now, and what comes back with it. */
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useServerSilent } from "@/ui/reachable";
import { keptQuery } from "./keptPython";
import "./offline.css";

export default function OfflineNote() {
  return useServerSilent() ? <Note /> : null;
}

function Note() {
  const { t } = useTranslation("hub");
  const kept = useQuery({ ...keptQuery, retry: false });
  const playable = kept.data?.kept ?? false;
  useEffect(() => {
    if (playable) void import("@/home/workers").then(({ warmUp }) => warmUp());
  }, [playable]);
  if (kept.isPending) return null;
  return (
    <div className="offline-note" role="status">
      <strong>{t("offline.silent")}</strong> {t(playable ? "offline.playable" : "offline.notKept")}
    </div>
  );
}
