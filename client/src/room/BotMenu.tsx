/** Gives a seat whose player is gone to a bot of a level. The server decides whether they have been gone for long enough. */
import { useMutation } from "@tanstack/react-query";
import { DropdownMenu } from "radix-ui";
import { useTranslation } from "react-i18next";
import { asked, http } from "@/api/queries";
import { Button } from "@/ui/Button";
import { problemText } from "@/ui/Failure";
import { notify } from "@/ui/notices";
import { useLevels } from "./useLevels";
import "./room.css";

export function BotMenu({ code, game, seat }: { code: string; game: string; seat: number }) {
  const { t } = useTranslation("hub");
  const levels = useLevels(game);
  const fill = useMutation({
    mutationFn: (level: string) =>
      asked(http.POST("/api/rooms/{code}/fill", { params: { path: { code } }, body: { seat, level } })),
    onError: (error) => notify(problemText(t, error)),
  });
  if (levels.length === 0) return null;
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <Button icon="robot" disabled={fill.isPending}>
          {t("gathering.bot")}
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" sideOffset={6}>
          {levels.map((level) => (
            <DropdownMenu.Item key={level} className="menu-item" onSelect={() => fill.mutate(level)}>
              {t("seat.bot", { level: t(`level.${level}`, { defaultValue: level }) })}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
