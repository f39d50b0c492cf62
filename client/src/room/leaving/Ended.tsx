/** Instead of a room that one is not let into, or not any more. */
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { http, queryClient, request } from "@/api/client";
import { isAtHome } from "@/api/ids";
import { myRoomsQuery } from "@/api/queries";
import { Button, ButtonLink } from "@/ui/controls/Button";
import { TopBar } from "@/ui/page/TopBar";
import CodeBox from "../invitation/CodeBox";

/** Codes of rooms that are still there, but that I cannot be in now. */
const NOT_NOW = new Set([
  "banned",
  "daily-first",
  "no-python",
  "no-webassembly",
  "not-kept",
  "python-fault",
  "room-crowded",
  "room-elsewhere",
  "too-fast",
  "too-many-codes",
  "too-many-sockets",
  "upgrade-blocked",
]);

/** Codes after which a table at home cannot be removed: it may open another time, or is gone already. */
const PASSES = new Set([
  "no-python",
  "no-such-room",
  "no-webassembly",
  "not-kept",
  "python-fault",
  "room-closed",
  "room-elsewhere",
  "unknown",
  "upgrade-blocked",
]);
/** Of a room that may be entered a moment later. */
const TRY_AGAIN = new Set(["banned", "not-kept", "python-fault", "upgrade-blocked"]);
const OTHER_RULES = new Set(["format-version", "rules-version"]);

/** `code` is the reason that the server gave in its bye. `again` enters the room once more. */
export function Ended({ room, code, again }: { room: string; code: string; again: () => void }) {
  const { t } = useTranslation("hub");
  const elsewhere = code === "room-elsewhere";
  const entersAgain = elsewhere || TRY_AGAIN.has(code);
  const none = code === "no-such-room" && !isAtHome(room);
  const title = none ? "room.none" : NOT_NOW.has(code) ? "room.notNow" : "room.ended";
  const why = isAtHome(room) && OTHER_RULES.has(code) ? "cannot-resume" : code;
  return (
    <>
      <TopBar />
      <main className="page page-narrow">
        <h1>{t(title)}</h1>
        <p>{t(`problem.${why}`, { defaultValue: t("problem.unknown") })}</p>
        <div className="row">
          {code === "daily-first" && (
            <ButtonLink kind="main" icon="play" href="/daily">
              {t("daily.play")}
            </ButtonLink>
          )}
          {entersAgain && (
            <Button kind="main" icon={elsewhere ? "play" : "again"} onClick={again}>
              {t(elsewhere ? "room.playHere" : "retry")}
            </Button>
          )}
          <ButtonLink kind={code === "daily-first" || entersAgain ? "quiet" : "main"} href="/">
            {t("home")}
          </ButtonLink>
          {isAtHome(room) && !PASSES.has(code) && <Remove room={room} />}
        </div>
        <CodeBox />
      </main>
    </>
  );
}

/** A button that removes a match that can never be played on here from Continue. */
function Remove({ room }: { room: string }) {
  const { t } = useTranslation("hub");
  const [, go] = useLocation();
  const remove = useMutation({
    mutationFn: () => request(http.POST("/api/rooms/{code}/discard", { params: { path: { code: room } } })),
    onSuccess: async () => {
      await queryClient.invalidateQueries(myRoomsQuery);
      go("/");
    },
  });
  return (
    <Button onClick={() => remove.mutate()} busy={remove.isPending}>
      {t("room.remove")}
    </Button>
  );
}
