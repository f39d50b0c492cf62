/** A session file dropped anywhere on the page is opened; where a game is played, after a question. */
import { lazy, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { readSessionFile } from "./sessionFile";

const ConfirmSheet = lazy(() => import("@/ui/sheets/ConfirmSheet"));

export function SessionDrop() {
  const { t } = useTranslation("hub");
  const [address, go] = useLocation();
  const [asking, setAsking] = useState<readonly File[] | null>(null);
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") === true;
    const open = async (files: readonly File[]) => {
      if (address.startsWith("/room/")) setAsking(files);
      else if (await readSessionFile(files)) go("/session");
    };
    const onDragOver = (event: DragEvent) => hasFiles(event) && event.preventDefault();
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      void open([...(event.dataTransfer?.files ?? [])]);
    };
    window.addEventListener("dragover", onDragOver);
    window.addEventListener("drop", onDrop);
    return () => {
      window.removeEventListener("dragover", onDragOver);
      window.removeEventListener("drop", onDrop);
    };
  }, [address, go]);
  const yes = async () => {
    const files = asking ?? [];
    setAsking(null);
    if (await readSessionFile(files)) go("/session");
  };
  return (
    <Suspense fallback={null}>
      {asking && (
        <ConfirmSheet
          title={t("session.open")}
          text={t("session.leave")}
          yes={t("session.open")}
          no={t("session.stay")}
          kind="main"
          open
          onYes={() => void yes()}
          onClose={() => setAsking(null)}
        />
      )}
    </Suspense>
  );
}
