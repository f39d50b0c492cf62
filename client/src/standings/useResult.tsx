/** What the room says of a finished match, around the game's own words: what it meant to me, and what is handed on. */
import { useQuery } from "@tanstack/react-query";
import { lazy, useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { queryClient, type Schema } from "@/api/client";
import { changedByResults, resultQuery } from "@/api/queries";
import { useNames } from "@/catalogue/names";
import type { ResultOnShow } from "@/game-kit/contract/host";
import type { MatchProps, RoomNow } from "@/game-kit/contract/types";
import { day as dayName } from "@/text/times";
import { dailyShare } from "./dailyShare";
import { leavers } from "./result";

const MyResult = lazy(() => import("./MyResult"));
const DailyResult = lazy(() => import("./DailyResult"));

/** The parts that only whoever played one seat to its end has: not who held several, nor whose place a bot took. */
const NOTHING = { title: null, standings: null, share: null };

/** What it means for the ratings that I left: that it is lost, and where I stand now; or why it does not count, or not yet. */
function MyLeaving({ result }: { result: Schema["MatchResult"] | undefined }) {
  const { t } = useTranslation("hub");
  const lost = result?.rating?.rated_as === "lost" ? leavers(result, false) : null;
  return (
    <div aria-live="polite">
      {result?.not_counted && <p>{t(`notCounted.${result.not_counted}`)}</p>}
      {lost && <p>{t(lost.key)}</p>}
      {result?.rating && <p>{`${t("boards.rating")} ${result.rating.now}`}</p>}
    </div>
  );
}

export function useResult(
  room: RoomNow,
  props: MatchProps<unknown, unknown> | null,
  me: string,
): ResultOnShow | null {
  const { t } = useTranslation("hub");
  const names = useNames();
  const { game, daily } = room;
  const tried = room.tried !== null;
  const match = props?.moment.match ?? "";
  const outcome = props?.moment.outcome ?? null;
  const seats = outcome === null ? 0 : (props?.mine.length ?? 0);
  const mine = seats === 1;
  const seat = props?.mine[0] ?? 0;
  const replaced =
    outcome !== null && seats === 0 && room.seats.some((one) => one.kept_for === me && one.held_by === "bot");
  const confirmed = room.match === match ? room.confirmed : null;
  const left = replaced && room.ranked && room.match === match;
  const result = useQuery({ ...resultQuery(match, me, confirmed), enabled: seats > 0 || left }).data;
  useEffect(() => {
    if ((mine || left) && confirmed !== null)
      void queryClient.invalidateQueries({ predicate: changedByResults });
  }, [mine, left, confirmed]);
  const title = names.game(game);
  return useMemo(() => {
    if (replaced)
      return {
        ...NOTHING,
        facts: (
          <>
            {left && <MyLeaving result={result} />}
            <p className="soft">{t("room.botForMeToTheEnd")}</p>
          </>
        ),
      };
    const reason = result?.not_counted;
    if (seats > 1 && !tried)
      return { ...NOTHING, facts: reason && <p className="soft">{t(`notCounted.${reason}`)}</p> };
    if (!mine) return null;
    return {
      title: daily === null ? (tried ? t("room.tried") : null) : t("over.daily", { day: dayName(daily) }),
      facts: <MyResult result={result} room={room} outcome={outcome} seat={seat} />,
      standings: daily === null ? null : <DailyResult game={game} day={daily} match={match} />,
      share: daily !== null && result ? dailyShare(t, game, title, daily, result.shown, result.place) : null,
    };
  }, [mine, replaced, left, seats, daily, tried, t, result, room, outcome, seat, game, match, title]);
}
