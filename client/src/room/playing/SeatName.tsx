/** Who holds a seat, in words. */
import { useTranslation } from "react-i18next";
import type { SeatNow } from "@/game-kit/contract/types";
import { seatLetter } from "@/game-kit/match/playerNames";
import { Icon } from "@/ui/controls/Icon";

export function SeatName({ seat, index, me }: { seat: SeatNow; index: number; me: string }) {
  const { t } = useTranslation("hub");
  const icon = seat.held_by === "bot" ? "robot" : "person";
  return (
    <span className="seat-name">
      <span className="seat-letter" aria-hidden="true">
        {seatLetter(index)}
      </span>
      <Icon name={icon} size={20} />
      <span>{seatLabel(t, seat, me)}</span>
      {seat.held_by === "player" && !seat.present && <span className="soft">{t("seat.away")}</span>}
    </span>
  );
}

type Translate = ReturnType<typeof useTranslation>["t"];

export function seatLabel(t: Translate, seat: SeatNow, me: string): string {
  if (seat.held_by === "nobody") return t("seat.free");
  if (seat.held_by === "bot")
    return t("seat.bot", { level: t(`level.${seat.level}`, { defaultValue: seat.level ?? "" }) });
  return seat.player === me ? t("seat.me", { name: seat.name }) : (seat.name ?? "");
}
