/** A match that waits until its players are ready: nothing of the game is to be seen. */
import { useTranslation } from "react-i18next";
import { Button } from "@/ui/Button";

export function Covered({ submit }: { submit: ((action: unknown) => void) | null }) {
  const { t } = useTranslation("hub");
  return (
    <div className="game-frame">
      <p className="empty">{t("room.covered")}</p>
      {submit && (
        <Button kind="main" onClick={() => submit({ do: "ready" })}>
          {t("room.ready")}
        </Button>
      )}
    </div>
  );
}
