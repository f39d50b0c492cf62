/** A question that the server answered with a problem, in words, with a way to ask again. */
import { useTranslation } from "react-i18next";
import { problemText } from "@/api/problem";
import { Button } from "./Button";
import "./Page.css";

export function Failure({ error, retry }: { error: unknown; retry?: () => void }) {
  const { t } = useTranslation("hub");
  return (
    <div className="empty" role="alert">
      <p>{problemText(error)}</p>
      {retry && (
        <Button icon="again" onClick={retry}>
          {t("retry")}
        </Button>
      )}
    </div>
  );
}
