/** A question that the server did not answer, in words, with a way to ask again; asked again by itself once it is heard. */

import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { isProblem, isRefused, problemText } from "@/api/problem";
import { onceReachable } from "@/api/reachable";
import { pathBelow } from "@/base";
import { Button, ButtonLink } from "../controls/Button";
import "./Page.css";

/** Before that, an answer that fails again and again would be asked for without a pause. */
const PAUSE_MS = 2000;

export function Failure({ error, retry }: { error: unknown; retry?: () => void }) {
  const { t } = useTranslation("hub");
  const unreachable = isProblem(error, "unreachable");
  useRetryOnceReachable(unreachable, retry);
  return (
    <div className="empty" role="alert">
      <p>{problemText(error)}</p>
      <div className="row">
        {retry && !isRefused(error) && (
          <Button icon="again" onClick={retry}>
            {t("retry")}
          </Button>
        )}
        {unreachable && pathBelow(location.pathname) !== "/" && (
          <ButtonLink href="/">{t("offline.home")}</ButtonLink>
        )}
      </div>
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
