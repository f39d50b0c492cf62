/** Playing without the server: what it takes to keep the games here, and the way to. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { queryClient } from "@/api/client";
import { useServerUnreachable } from "@/api/reachable";
import { setPythonAvailable } from "@/home/python/availability";
import { Button } from "@/ui/controls/Button";
import { notify } from "@/ui/notices";
import { canKeep, dropPython, keepPython, keptQuery } from "./keptPython";
import { useNewerBuild } from "./newest";
import { canRunPython } from "./webAssembly";
import "@/ui/page/offline.css";

export default function KeepOffline() {
  const { t } = useTranslation("hub");
  const newer = useNewerBuild();
  return (
    <section className="card" aria-labelledby="keep-offline">
      <h2 id="keep-offline">{t("offline.title")}</h2>
      <p className="soft">{t("offline.text")}</p>
      {canKeep() ? <Keep /> : <p>{t("offline.noHttps")}</p>}
      {newer && (
        <div className="row">
          <span>{t("offline.newer")}</span>
          <Button icon="again" onClick={() => location.reload()}>
            {t("offline.load")}
          </Button>
        </div>
      )}
    </section>
  );
}

function Keep() {
  const { t } = useTranslation("hub");
  const unreachable = useServerUnreachable();
  const [part, setPart] = useState(0);
  const now = useQuery(keptQuery);
  const renew = () => queryClient.invalidateQueries({ queryKey: keptQuery.queryKey });
  const keep = useMutation({
    mutationFn: () => keepPython(setPart),
    onSuccess: () => {
      setPythonAvailable(true);
      notify(t("offline.done"));
    },
    onSettled: renew,
    meta: { failureShown: true },
  });
  const drop = useMutation({
    mutationFn: dropPython,
    onSuccess: () => setPythonAvailable(false),
    onSettled: renew,
  });
  const megabytes = useMegabytes();
  if (now.error)
    return (
      <p className="empty">
        {t(now.error instanceof DOMException ? "offline.unreadable" : "offline.keepLater")}
      </p>
    );
  if (!now.data) return null;
  if (keep.isPending) return <Progress part={part} />;
  const remove = (
    <Button onClick={() => drop.mutate()} busy={drop.isPending}>
      {t("offline.drop")}
    </Button>
  );
  if (!canRunPython()) {
    return (
      <>
        <p>{t("offline.cannotRun")}</p>
        {now.data.some && <div className="row">{remove}</div>}
      </>
    );
  }
  if (now.data.kept) {
    return (
      <>
        <p>{t("offline.kept", { size: megabytes(now.data.size) })}</p>
        {!now.data.promised && <p className="soft">{t("offline.notPromised")}</p>}
        <div className="row">{remove}</div>
      </>
    );
  }
  return (
    <>
      {keep.error && (
        <p className="empty" role="alert">
          {t("offline.failed")}
        </p>
      )}
      {now.data.some && <p>{t("offline.part")}</p>}
      <p className="soft">{t("offline.willTake", { size: megabytes(now.data.whole) })}</p>
      <div className="row">
        <Button kind="main" onClick={() => keep.mutate()} disabled={unreachable}>
          {t("offline.keep", { size: megabytes(now.data.missing) })}
        </Button>
        {now.data.some && remove}
        {unreachable && <span className="soft">{t("offline.keepLater")}</span>}
      </div>
    </>
  );
}

function Progress({ part }: { part: number }) {
  const { t } = useTranslation("hub");
  const percent = Math.floor(part * 100);
  return (
    <label className="offline-progress">
      <span>{t("offline.keeping", { percent })}</span>
      <progress value={percent} max={100} />
    </label>
  );
}

function useMegabytes(): (bytes: number) => string {
  const { i18n } = useTranslation("hub");
  const format = new Intl.NumberFormat(i18n.language, {
    style: "unit",
    unit: "megabyte",
    maximumFractionDigits: 1,
  });
  return (bytes) => format.format(bytes / 1e6);
}
