/** A question that the server answered with a problem, in words, with a way to ask again. */
import { useTranslation } from "react-i18next";
import { Problem } from "@/api/queries";
import { Button } from "./Button";
import "./Page.css";

export function Failure({ error, retry }: { error: unknown; retry?: () => void }) {
  const { t } = useTranslation("hub");
  return (
    <div className="empty" role="alert">
      <p>{problemText(t, error)}</p>
      {retry && (
        <Button icon="again" onClick={retry}>
          {t("retry")}
        </Button>
      )}
    </div>
  );
}

type Translate = ReturnType<typeof useTranslation>["t"];

/** The player's language for the codes that players meet; the server's own sentence for the others. */
export function problemText(t: Translate, error: unknown): string {
  if (!(error instanceof Problem)) return t("problem.unknown");
  return t(`problem.${error.code}`, { defaultValue: error.detail });
}
