/** The way in for others: a link, a short code, and a picture of the link for a phone's camera. */
import { QRCodeSVG } from "qrcode.react";
import { useTranslation } from "react-i18next";
import { Button } from "@/ui/Button";
import { copy, share } from "@/ui/share";

export function Invitation({ code }: { code: string }) {
  const { t } = useTranslation("hub");
  const link = `${location.origin}/room/${code}`;
  return (
    <div className="invitation">
      <QRCodeSVG value={link} size={148} marginSize={2} title={t("invite.qr")} />
      <p>{t("invite.text")}</p>
      <p className="invitation-code figures">{code}</p>
      <div className="row">
        <Button kind="main" icon="share" onClick={() => share(link)}>
          {t("invite.share")}
        </Button>
        <Button icon="link" onClick={() => copy(link)}>
          {t("invite.copy")}
        </Button>
      </div>
    </div>
  );
}
