/** Before the match: who sits where, how to invite, and bots for the seats that stay free.
 *
 * First comes what there is to do: for the host to invite, for whoever stood up or came to watch to sit down.
 */
import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { http, request } from "@/api/client";
import { middleBot, useListedGame, useNames } from "@/catalogue/names";
import type { RoomNow } from "@/game-kit/contract/types";
import { Button } from "@/ui/controls/Button";
import { Choose } from "@/ui/controls/Choose";
import { notify } from "@/ui/notices";
import { SeatName } from "../playing/SeatName";
import { useUnseated } from "../playing/seatNews";
import { othersIn, useStandUp } from "../playing/standingUp";
import { useJoinRoom } from "../setup/openRoom";
import { unratedBy } from "../setup/rated";
import { Invitation } from "./Invitation";

export function Gathering({ room, me }: { room: RoomNow; me: string }) {
  const { t } = useTranslation("hub");
  const listed = useListedGame(room.game);
  const levels = listed?.bots ?? [];
  const chosen = useNames().options(room);
  const [wanted, setWanted] = useState<string>();
  const level = wanted ?? middleBot(listed);
  const join = useJoinRoom(room.code);
  const standUp = useStandUp(room.code);
  const fill = useMutation({
    mutationFn: (seat: number) => {
      const path = { params: { path: { code: room.code } }, body: { seat, level } };
      return request(http.POST("/api/rooms/{code}/fill", path));
    },
  });
  const seated = room.seats.some((seat) => seat.player === me);
  const unrated = unratedBy(
    room.seats.filter((seat) => seat.held_by === "bot").length,
    room.seats.flatMap((seat) => seat.player ?? []),
  );
  const count = useUnseated(room, me);
  const unseated = count > 0 ? t("gathering.unseated", { count }) : null;
  useEffect(() => {
    if (unseated) notify(unseated);
  }, [unseated]);
  const invitation = (
    <section className="card">
      <h2>{t("invite.title")}</h2>
      <Invitation code={room.code} advises={room.host === me} />
    </section>
  );
  return (
    <div className="gathering">
      {seated && room.host === me && invitation}
      <section className="card">
        <h2>{t("gathering.title")}</h2>
        {chosen.length > 0 && <p className="soft">{chosen.join(" · ")}</p>}
        <p className="soft">{t(room.ranked ? "seating.rated" : `seating.unrated.${unrated ?? "other"}`)}</p>
        <ol className="gathering-seats">
          {room.seats.map((seat, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its number
            <li key={index} style={{ "--seat": `var(--seat-${index})` } as React.CSSProperties}>
              <SeatName seat={seat} index={index} me={me} />
              {seat.player === me && othersIn(room, me) && (
                <Button onClick={() => standUp.mutate()} busy={standUp.isPending}>
                  {t("leave.watch")}
                </Button>
              )}
              {seat.held_by === "nobody" && (
                <span className="row">
                  <Button kind={seated ? "plain" : "main"} onClick={() => join.mutate(index)}>
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
        {unseated && <p role="status">{unseated}</p>}
        {seated && levels.length > 0 && (
          <Choose
            label={t("gathering.level")}
            value={level}
            values={levels.map((value) => ({ value, label: t(`level.${value}`, { defaultValue: value }) }))}
            onChange={setWanted}
          />
        )}
      </section>
      {seated && room.host !== me && invitation}
    </div>
  );
}
