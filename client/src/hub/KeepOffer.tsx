/** Under my last games: that they can be played without a connection, too. Said until it is taken up, or closed. */
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useServerUnreachable } from "@/api/reachable";
import { useStored } from "@/game-kit/useStored";
import { canKeep, keptQuery } from "@/offline/keptPython";
import { canRunPython } from "@/offline/webAssembly";
import { Button, ButtonLink } from "@/ui/controls/Button";
import "@/ui/page/offline.css";

export function KeepOffer() {
  const { t } = useTranslation("hub");
  const [closed, setClosed] = useStored("offline.offer-closed", false);
  const unreachable = useServerUnreachable();
  const wanted = !closed && !unreachable && canKeep() && canRunPython();
  const kept = useQuery({ ...keptQuery, enabled: wanted, retry: false }).data;
  if (!wanted || kept?.kept !== false) return null;
  return (
    <div className="offline-note">
      <p>{t("offline.offer")}</p>
      <div className="row">
        <ButtonLink href="/settings">{t("offline.title")}</ButtonLink>
        <Button kind="quiet" onClick={() => setClosed(true)}>
          {t("offline.notNow")}
        </Button>
      </div>
    </div>
  );
}
