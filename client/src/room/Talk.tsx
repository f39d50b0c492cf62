/** Preset phrases instead of free chat: what was said last, and a menu of what can be said. */
import { DropdownMenu } from "radix-ui";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { MatchNow } from "@/connection/useMatch";
import { IconButton } from "@/ui/Button";
import { announce } from "@/ui/notices";
import "@/ui/menu.css";

const PHRASES = ["hello", "good-luck", "nice", "oops", "thinking", "thanks", "well-played", "again"] as const;
const SHOWN_MS = 5000;

export function Talk({ match }: { match: MatchNow }) {
  const { t } = useTranslation("hub");
  const last = match.said.at(-1);
  const [faded, setFaded] = useState(0);
  const words = last ? t("talk.said", { name: last.name, phrase: t(`phrase.${last.phrase}`) }) : "";
  const count = last?.count ?? 0;
  useEffect(() => {
    if (count === 0) return;
    announce(words);
    const timer = setTimeout(() => setFaded(count), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [count, words]);
  return (
    <div className="talk">
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger asChild>
          <IconButton icon="chat" label={t("talk.title")} />
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content className="menu" sideOffset={6} align="end">
            {PHRASES.map((phrase) => (
              <DropdownMenu.Item key={phrase} className="menu-item" onSelect={() => match.say(phrase)}>
                {t(`phrase.${phrase}`)}
              </DropdownMenu.Item>
            ))}
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      {last && faded !== count && (
        <div className="talk-bubble" key={count} aria-hidden="true">
          {words}
        </div>
      )}
    </div>
  );
}
