/** Preset phrases instead of free chat: what was said last, and a menu of what can be said, to the others or to the host. */
import { DropdownMenu } from "radix-ui";
import { lazy, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { LiveMatch } from "@/connection/useMatch";
import type { SeatNow } from "@/game-kit/contract/types";
import { IconButton } from "@/ui/controls/Button";
import { announce } from "@/ui/notices";
import "@/ui/controls/menu.css";

const PHRASES = ["hello", "good-luck", "nice", "oops", "thinking", "thanks", "well-played", "again"] as const;
const SHOWN_MS = 5000;
const ReportSheet = lazy(() => import("@/hosting/ReportSheet"));

interface Other {
  player: string;
  name: string;
}

/** Each person who sits here besides me, once. */
function othersAt(seats: readonly SeatNow[], me: string): Other[] {
  const people = seats.flatMap(({ player, name }) =>
    player && name && player !== me ? [{ player, name }] : [],
  );
  return [...new Map(people.map((one) => [one.player, one])).values()];
}

export function Phrases({ match, room, me }: { match: LiveMatch; room: string; me: string }) {
  const { t } = useTranslation("hub");
  const [reported, setReported] = useState<Other | null>(null);
  const others = othersAt(match.seats, me);
  const last = match.said.at(-1);
  const [faded, setFaded] = useState(0);
  const words = last ? t("phrases.said", { name: last.name, phrase: t(`phrase.${last.phrase}`) }) : "";
  const count = last?.count ?? 0;
  useEffect(() => {
    if (count === 0) return;
    announce(words);
    const timer = setTimeout(() => setFaded(count), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [count, words]);
  return (
    <div className="phrases">
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger asChild>
          <IconButton icon="chat" label={t("phrases.title")} />
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content className="menu" sideOffset={6} align="end">
            {PHRASES.map((phrase) => (
              <DropdownMenu.Item key={phrase} className="menu-item" onSelect={() => match.say(phrase)}>
                {t(`phrase.${phrase}`)}
              </DropdownMenu.Item>
            ))}
            {others.length > 0 && <DropdownMenu.Separator className="menu-apart" />}
            {others.map((other) => (
              <DropdownMenu.Item
                key={other.player}
                className="menu-item soft"
                onSelect={() => setReported(other)}
              >
                {t("report.open", { name: other.name })}
              </DropdownMenu.Item>
            ))}
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      <Suspense fallback={null}>
        {reported && <ReportSheet {...reported} room={room} onClose={() => setReported(null)} />}
      </Suspense>
      {last && faded !== count && (
        <div className="phrases-bubble" key={count} aria-hidden="true">
          {words}
        </div>
      )}
    </div>
  );
}
