/** A text that the browser neither sends nor copies by itself, or whose link others cannot use as it is. */
import { useTranslation } from "react-i18next";
import Sheet from "../sheets/Sheet";
import { ShareText } from "./ShareText";
import { usePublicAddress } from "./usePublicAddress";

export default function ShareSheet({ text, onClose }: { text: string; onClose: () => void }) {
  const { t } = useTranslation("hub");
  return (
    <Sheet title={t("share.title")} open onClose={onClose}>
      <ShareText text={text} address={usePublicAddress()} selected />
    </Sheet>
  );
}
