import { useTranslation } from "react-i18next";
import Sheet from "@/ui/sheets/Sheet";
import { Invitation } from "./Invitation";

export default function InviteSheet({
  code,
  open,
  onClose,
}: {
  code: string;
  open: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation("hub");
  return (
    <Sheet title={t("invite.title")} open={open} onClose={onClose}>
      <Invitation code={code} />
    </Sheet>
  );
}
