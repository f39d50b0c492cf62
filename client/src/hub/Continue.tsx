/** Matches I have not finished: one click and I am back. */
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { Schema } from "@/api/client";
import { isAtHome } from "@/api/ids";
import { myRoomsQuery, useMe } from "@/api/queries";
import { useNames } from "@/catalogue/names";
import { useStored } from "@/game-kit/useStored";
import { seatLabel } from "@/room/playing/SeatName";
import { Thumbnail } from "@/stage/pictures";
import { ago } from "@/text/times";

const PLACES = ["first", "second", "third"];

export default function Continue() {
  const { t } = useTranslation("hub");
  const { data, isError } = useMe();
  const me = data?.id;
  const rooms = useQuery({ ...myRoomsQuery, enabled: me !== undefined });
  const open = rooms.data?.filter(({ room }) => room.phase !== "over").slice(0, PLACES.length);
  // As many as there were last time have their places until the server has answered: the cards below stay where they are.
  const [expected, setExpected] = useStored("hub.continue", 0);
  const found = open?.length;
  useEffect(() => {
    if (found !== undefined) setExpected(found);
  }, [found, setExpected]);
  if ((found ?? expected) === 0 || isError || rooms.isError) return null;
  return (
    <section aria-labelledby="continue" aria-busy={!open}>
      <h2 id="continue">{t("hub.continue")}</h2>
      <ul className="hub-list hub-list-wide">
        {open?.map((mine) => (
          <li key={mine.room.code}>
            <Unfinished mine={mine} me={me} />
          </li>
        )) ?? PLACES.slice(0, expected).map((place) => <li key={place} className="hub-item" />)}
      </ul>
    </section>
  );
}

function Unfinished({ mine, me }: { mine: Schema["MyRoom"]; me: string | undefined }) {
  const { t } = useTranslation("hub");
  const names = useNames();
  const { room, updated, my_turn, to_move } = mine;
  const turnOf = (index: number) => {
    const seat = room.seats[index];
    if (seat?.kept_for === me) return t("hub.mySeatsTurn");
    const left = seat?.held_by === "nobody" && seat.kept_name;
    return t("hub.turnOf", { name: left || seatLabel(t, seat ?? { held_by: "nobody" }, "") });
  };
  const kept = room.seats.find((seat) => seat.kept_for === me);
  const others = room.seats.filter(
    (seat) => seat.held_by !== "nobody" && seat.player !== me && seat.kept_for !== me,
  );
  const about = [
    ...(room.tried ? [t("room.try")] : []),
    ...(kept ? [t(kept.held_by === "bot" ? "hub.botPlays" : "hub.botSoon")] : []),
    ...new Set(others.map((seat) => seatLabel(t, seat, ""))),
    ...names.options(room),
    ...(my_turn || room.seats.length === 1 ? [] : to_move.map(turnOf)),
    ago(updated),
  ].join(" · ");
  return (
    <Link href={`/room/${room.code}`} className="hub-item hub-item-link">
      <span className="hub-thumb">
        <Thumbnail game={room.game} />
      </span>
      <span className="hub-item-words">
        <strong>
          {names.game(room.game)}
          {isAtHome(room.code) && <span className="tag hub-tag">{t("result.offline")}</span>}
        </strong>
        <span className="soft">
          {my_turn && room.seats.length > 1 && <span className="tag hub-turn">{t("hub.yourTurn")}</span>}{" "}
          {about}
        </span>
      </span>
    </Link>
  );
}
