/** A question that the server did not answer, in words, with a way to ask again; asked again by itself once it is heard. */
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { isProblem, isRefused, problemText } from "@/api/problem";
import { Button } from "./Button";
import { onceReachable } from "./reachable";
import "./Page.css";

/** Before that, an answer that fails again and again would be asked for without a pause. */
const PAUSE_MS = 2000;

export function Failure({ error, retry }: { error: unknown; retry?: () => void }) {
  const { t } = useTranslation("hub");
  useRetryOnceReachable(isProblem(error, "unreachable"), retry);
  return (
    <div className="empty" role="alert">
      <p>{problemText(error)}</p>
      {retry && !isRefused(error) && (
        <Button icon="again" onClick={retry}>
          {t("retry")}
        </Button>
      )}
    </div>
  );
}

function useRetryOnceReachable(unreachable: boolean, retry: (() => void) | undefined): void {
  const latest = useRef(retry);
  useEffect(() => {
    latest.current = retry;
  });
  const waits = unreachable && retry !== undefined;
  useEffect(() => {
    if (!waits) return;
    let stop = () => {};
    const timer = setTimeout(() => {
      stop = onceReachable(() => latest.current?.());
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [waits]);
}
