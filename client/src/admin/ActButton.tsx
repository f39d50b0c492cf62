/** A button that asks for the reason of an act before it is done. */
import { useTranslation } from "react-i18next";
import { Button } from "@/ui/controls/Button";
import type { WantedAct } from "./adminApi";

export type Want = (wanted: WantedAct) => void;

interface ActButtonProps extends WantedAct {
  onWant: Want;
}

export function ActButton({ act, fields, named, onWant }: ActButtonProps) {
  const { t } = useTranslation("admin");
  return (
    <Button onClick={() => onWant({ act, fields, named })} aria-label={`${t(`act.${act}`)}: ${named}`}>
      {t(`act.${act}`)}
    </Button>
  );
}
