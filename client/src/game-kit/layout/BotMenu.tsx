/** Gives a seat whose player left, or has been away for long, to a bot of a level. */
import { useMutation } from "@tanstack/react-query";
import { DropdownMenu } from "radix-ui";
import { useTranslation } from "react-i18next";
import { http, request } from "@/api/client";
import { useLevels } from "@/catalogue/names";
import { Button } from "@/ui/controls/Button";
import { useHost } from "../contract/host";
import type { Moment, SeatNow } from "../contract/types";
import { useClock } from "../match/useClock";
import "@/ui/controls/menu.css";
import "./BotMenu.css";

interface BotMenuProps {
  moment: Moment<unknown, unknown>;
  seats: readonly SeatNow[];
  seat: number;
  className?: string;
}

/** Shown where a bot may be seated at once: in a match that goes on, by those who play in it. */
export function BotMenu({ moment, seats, seat, className }: BotMenuProps) {
  const { t } = useTranslation("hub");
  const { game, room } = useHost();
  const levels = useLevels(game);
  const fill = useMutation({
    mutationFn: ({ code, level }: { code: string; level: string }) =>
      request(http.POST("/api/rooms/{code}/fill", { params: { path: { code } }, body: { seat, level } })),
  });
  const held = seats[seat];
  const now = useClock(moment, 1000);
  const gone = held?.held_by === "nobody" || (held?.bot_from_ms != null && held.bot_from_ms <= now);
  const seated = room?.now.seats.some((other) => other.player === room.me);
  if (!room || !gone || !seated || room.now.phase !== "playing" || levels.length === 0) return null;
  const { code } = room.now;
  return (
    <span className={className}>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger asChild>
          <Button icon="robot" busy={fill.isPending} aria-label={t("gathering.bot")}>
            <span className="bot-menu-long">{t("gathering.bot")}</span>
            <span className="bot-menu-short">{t("seating.bot")}</span>
          </Button>
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content className="menu" sideOffset={6}>
            {levels.map((level) => (
              <DropdownMenu.Item
                key={level}
                className="menu-item"
                onSelect={() => fill.mutate({ code, level })}
              >
                {t("seat.bot", { level: t(`level.${level}`, { defaultValue: level }) })}
              </DropdownMenu.Item>
            ))}
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
    </span>
  );
}
