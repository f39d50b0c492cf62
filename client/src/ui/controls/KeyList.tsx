/** Keys and what they do, from the section `help.keys` of a game's words. */
import { useTranslation } from "react-i18next";
import "./KeyList.css";

interface Key {
  keys: string;
  does: string;
}

export function KeyList({ game, className }: { game: string; className?: string }) {
  const { t } = useTranslation(game);
  const found: unknown = t("help.keys", { returnObjects: true });
  const keys: readonly Key[] = Array.isArray(found) ? found : [];
  return (
    <dl className={className}>
      {keys.map((key) => (
        <div key={key.keys}>
          <dt>
            <kbd>{key.keys}</kbd>
          </dt>
          <dd>{key.does}</dd>
        </div>
      ))}
    </dl>
  );
}
