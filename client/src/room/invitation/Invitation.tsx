/** The way in for others: a link, a short code, and a picture of the link for a phone's camera. */

import { QRCodeSVG } from "qrcode.react";
import { useTranslation } from "react-i18next";
import { linkTo } from "@/base";
import { ShareText } from "@/ui/sharing/ShareText";
import { forOthers, usePublicAddress } from "@/ui/sharing/usePublicAddress";

interface InvitationProps {
  code: string;
  /** Whether the reader means to invite, and is to know if others do not reach this address. */
  advises?: boolean;
}

export function Invitation({ code, advises = true }: InvitationProps) {
  const { t } = useTranslation("hub");
  const address = usePublicAddress();
  const link = linkTo(`/room/${code}`);
  return (
    <div className="invitation">
      <p className="invitation-code figures">{code}</p>
      <ShareText text={link} address={address} advises={advises} />
      <QRCodeSVG value={forOthers(link, address)} size={148} marginSize={2} title={t("invite.qr")} />
      <p>{t("invite.text")}</p>
    </div>
  );
}
