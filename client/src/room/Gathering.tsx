/** Before the match: who sits where, how to invite, and bots for the seats that stay free. */
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { asked, http } from "@/api/queries";
import type { RoomNow } from "@/match/types";
import { Button } from "@/ui/Button";
import { Choose } from "@/ui/Choose";
import { problemText } from "@/ui/Failure";
import { notify } from "@/ui/notices";
import { Invitation } from "./Invitation";
import { SeatName } from "./SeatName";
import { useLevels } from "./useLevels";

export function Gathering({ room, me }: { room: RoomNow; me: string }) {
  const { t } = useTranslation("hub");
  const levels = useLevels(room.game);
  const [level, setLevel] = useState("casual");
  const path = { params: { path: { code: room.code } } };
  const tell = { onError: (error: unknown) => notify(problemText(t, error)) };
  const join = useMutation({
    mutationFn: (seat: number) => asked(http.POST("/api/rooms/{code}/join", { ...path, body: { seat } })),
    ...tell,
  });
  const fill = useMutation({
    mutationFn: (seat: number) =>
      asked(http.POST("/api/rooms/{code}/fill", { ...path, body: { seat, level } })),
    ...tell,
  });
  const seated = room.seats.some((seat) => seat.player === me);
  return (
    <div className="gathering">
      <section className="card">
        <h2>{t("gathering.title")}</h2>
        <ol className="gathering-seats">
          {room.seats.map((seat, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its number
            <li key={index} style={{ "--seat": `var(--seat-${index})` } as React.CSSProperties}>
              <SeatName seat={seat} index={index} me={me} />
              {seat.held_by === "nobody" && (
                <span className="row">
                  <Button onClick={() => join.mutate(index)}>
                    {seated ? t("gathering.sitToo") : t("room.sit")}
                  </Button>
                  {seated && levels.length > 0 && (
                    <Button icon="robot" onClick={() => fill.mutate(index)}>
                      {t("gathering.bot")}
                    </Button>
                  )}
                </span>
              )}
            </li>
          ))}
        </ol>
        {seated && levels.length > 0 && (
          <Choose
            label={t("gathering.level")}
            value={level}
            values={levels.map((value) => ({ value, label: t(`level.${value}`, { defaultValue: value }) }))}
            onChange={setLevel}
          />
        )}
      </section>
      <section className="card">
        <h2>{t("invite.title")}</h2>
        <Invitation code={room.code} />
      </section>
    </div>
  );
}
