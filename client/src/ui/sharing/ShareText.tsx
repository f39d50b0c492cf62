/** A text to hand on: to be seen whole, copied on any page, and sent where the device can. */
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../controls/Button";
import { Choose } from "../controls/Choose";
import { canSend, copied, send } from "./share";
import { forOthers, type PublicAddress } from "./usePublicAddress";
import "./ShareText.css";

interface ShareTextProps {
  /** With links that begin with this page's own origin; others are given the one by which they reach the server. */
  text: string;
  address: PublicAddress;
  /** Whether the text is there to be taken at once, selected. */
  selected?: boolean;
  /** Whether to say that others do not reach the address at which the page was opened. */
  advises?: boolean;
}

export function ShareText({ text, address, selected = false, advises = true }: ShareTextProps) {
  const { t } = useTranslation("hub");
  const field = useRef<HTMLTextAreaElement>(null);
  const [said, setSaid] = useState<"copied" | "share.byHand" | null>(null);
  const whole = forOthers(text, address);
  const copy = async () => setSaid((await copied(whole, field.current)) ? "copied" : "share.byHand");
  return (
    <div className="share-text">
      {advises && <AddressNote address={address} />}
      <textarea
        ref={field}
        className="share-field"
        aria-label={t("share.field")}
        readOnly
        rows={1}
        value={whole}
        // biome-ignore lint/a11y/noAutofocus: the sheet is opened for this text alone
        autoFocus={selected}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className="row">
        <Button kind={selected ? "main" : "plain"} icon="link" onClick={() => void copy()}>
          {t("share.copy")}
        </Button>
        {canSend() && (
          <Button icon="share" onClick={() => void send(whole)}>
            {t("share.send")}
          </Button>
        )}
        <output>{said && t(said)}</output>
      </div>
    </div>
  );
}

/** A link to 127.0.0.1 leads everybody to their own machine: says so, and where the server is for others. */
function AddressNote({ address }: { address: PublicAddress }) {
  const { t } = useTranslation("hub");
  const { addresses, hereOnly, origin, choose } = address;
  if (hereOnly)
    return (
      <p className="share-note" role="note">
        {t("share.hereOnly", { host: location.hostname })}{" "}
        <code>
          parlour serve <span>--host 0.0.0.0</span>
        </code>
      </p>
    );
  if (addresses.length === 0) return null;
  return (
    <div className="share-note" role="note">
      <p>{t("share.reach", { host: location.hostname })}</p>
      {addresses.length > 1 && (
        <Choose
          label={t("share.address")}
          value={origin}
          values={addresses.map((value) => ({ value, label: value.replace("http://", "") }))}
          onChange={choose}
        />
      )}
    </div>
  );
}
