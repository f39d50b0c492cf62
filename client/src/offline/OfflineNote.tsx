/** On the first page while the server is unreachable: what can be played now, and what comes back with it. */
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useServerUnreachable } from "@/api/reachable";
import { setPythonAvailable } from "@/home/python/availability";
import { keptQuery } from "./keptPython";
import { canRunPython } from "./webAssembly";
import "@/ui/page/offline.css";

export default function OfflineNote() {
  return useServerUnreachable() ? <Note /> : null;
}

function Note() {
  const { t } = useTranslation("hub");
  const kept = useQuery({ ...keptQuery, retry: false });
  const runs = canRunPython();
  const playable = runs && (kept.data?.kept ?? false);
  const unplayable = runs ? "offline.notKept" : "offline.cannotRun";
  const known = !kept.isPending;
  useEffect(() => {
    // Another window may have kept them, or removed them.
    if (known) setPythonAvailable(playable);
    if (playable) void import("@/home/python/workers").then(({ warmUp }) => warmUp());
  }, [known, playable]);
  if (!known) return null;
  return (
    <div className="offline-note" role="status">
      <strong>{t("offline.unreachable")}</strong> {t(playable ? "offline.playable" : unplayable)}
    </div>
  );
}
