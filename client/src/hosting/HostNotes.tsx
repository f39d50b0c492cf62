/** What the host has to say, above every page: to everybody, or to somebody who is banned or muted. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { date } from "@/text/times";
import { IconButton } from "@/ui/controls/Button";
import { dismiss, dismissed } from "./dismissed";
import { useNotices } from "./useNotices";
import "./HostNotes.css";

export default function HostNotes() {
  const { t } = useTranslation("hub");
  const { announcement, ban, mute } = useNotices();
  const [closed, setClosed] = useState(dismissed);
  const shown = announcement && announcement.act !== closed ? announcement : null;
  // Until the page is loaded again: nobody forgets for long that they are not heard. A ban stays in sight.
  const [closedMute, closeMute] = useState<typeof mute>();
  const isClosed = mute?.reason === closedMute?.reason && mute?.until === closedMute?.until;
  const restricted = ban ?? (isClosed ? null : mute);
  return (
    <aside className="host-notes" aria-label={t("host.label")} role="status">
      {restricted && (
        <p className="host-note">
          <span>
            <strong>{t(ban ? "problem.banned" : "problem.muted")}</strong>{" "}
            {t("host.reason", { reason: restricted.reason })}{" "}
            {restricted.until ? t("host.until", { date: date(restricted.until) }) : t("host.untilLifted")}
          </span>
          {!ban && <IconButton icon="close" label={t("host.dismissMute")} onClick={() => closeMute(mute)} />}
        </p>
      )}
      {shown && (
        <p className="host-note">
          <span>
            <strong>{t("host.says")}</strong> {shown.text}
          </span>
          <IconButton
            icon="close"
            label={t("host.dismiss")}
            onClick={() => {
              dismiss(shown.act);
              setClosed(shown.act);
            }}
          />
        </p>
      )}
    </aside>
  );
}
