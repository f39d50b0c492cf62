/** A room: people gather, play, and play again. The game draws itself; everything around it is here. */
import { useMutation } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "wouter";
import { asked, http, useMe } from "@/api/queries";
import { cardOf, componentOf } from "@/games/registry";
import { TableContext } from "@/match/table";
import type { RoomNow } from "@/match/types";
import { type MatchNow, useMatch } from "@/match/useMatch";
import { Gathering } from "@/room/Gathering";
import { Talk } from "@/room/Talk";
import { useTableActions } from "@/room/useTableActions";
import { takeToMain } from "@/ui/arrival";
import { ButtonLink, IconButton } from "@/ui/Button";
import { Failure } from "@/ui/Failure";
import { TopBar } from "@/ui/TopBar";
import { Waiting } from "@/ui/Waiting";
import "@/room/room.css";

const HelpOverlay = lazy(() => import("@/ui/HelpOverlay"));
const TutorialOverlay = lazy(() => import("@/ui/TutorialOverlay"));
const InviteSheet = lazy(() => import("@/room/InviteSheet"));
const LeaveSheet = lazy(() => import("@/room/LeaveSheet"));

export default function RoomPage() {
  const { code } = useParams<{ code: string }>();
  const { t } = useTranslation("hub");
  const me = useMe();
  if (me.error) return <Failure error={me.error} retry={() => void me.refetch()} />;
  if (!me.data) return <Waiting text={t("loading")} />;
  return <Room key={code} code={code} me={me.data.id} />;
}

function Room({ code, me }: { code: string; me: string }) {
  const { t } = useTranslation("hub");
  const match = useMatch(code, me);
  if (match?.bye) return <Ended code={match.bye.code} />;
  if (!match?.room) return <Waiting text={t("room.entering")} />;
  return <Seated match={match} room={match.room} me={me} />;
}

type Open = "help" | "tutorial" | "invite" | "leave" | null;

function Seated({ match, room, me }: { match: MatchNow; room: RoomNow; me: string }) {
  const { t, i18n } = useTranslation("hub");
  const [open, setOpen] = useState<Open>(null);
  const card = cardOf(room.game);
  const title = card ? card.title[i18n.language as "en" | "ko"] : room.game;
  const actions = useTableActions(room, match.game);
  const table = useMemo(
    () => ({ ...actions, room, me, openHelp: () => setOpen("help") }),
    [actions, room, me],
  );
  const Game = componentOf(room.game);
  const close = () => setOpen(null);
  const seated = room.seats.some((seat) => seat.player === me);
  const played = match.game?.moment.match;
  useEffect(() => {
    if (played) takeToMain();
  }, [played]);
  useEffect(() => {
    document.title = `${title} · Parlour`;
  }, [title]);
  return (
    <div className="room">
      <TopBar title={title}>
        {room.seats.length > 1 && <Talk match={match} />}
        {room.seats.length > 1 && (
          <IconButton icon="link" label={t("invite.title")} onClick={() => setOpen("invite")} />
        )}
        <IconButton icon="help" label={t("help.title")} onClick={() => setOpen("help")} />
        {room.seats.length > 1 && seated && (
          <IconButton icon="leave" label={t("leave.title")} onClick={() => setOpen("leave")} />
        )}
      </TopBar>
      {match.status === "lost" && <output className="room-lost">{t("room.lost")}</output>}
      <main className="room-main">
        <TableContext value={table}>
          {room.phase === "gathering" && <Gathering room={room} me={me} />}
          {room.phase !== "gathering" && match.game && Game && (
            <Suspense fallback={<Waiting text={t("loading")} />}>
              <Game {...match.game} key={match.game.moment.match} />
            </Suspense>
          )}
          {!Game && <p className="empty">{t("room.cannotDraw")}</p>}
        </TableContext>
      </main>
      {room.phase === "playing" && match.game?.mine.length === 0 && <Watching room={room} />}
      <Suspense fallback={null}>
        {open === "help" && (
          <HelpOverlay game={room.game} open onClose={close} onTutorial={() => setOpen("tutorial")} />
        )}
        {open === "tutorial" && <TutorialOverlay game={room.game} open onClose={close} />}
        {open === "invite" && <InviteSheet code={room.code} open onClose={close} />}
        {open === "leave" && <LeaveSheet code={room.code} open onClose={close} />}
      </Suspense>
    </div>
  );
}

function Watching({ room }: { room: RoomNow }) {
  const { t } = useTranslation("hub");
  const join = useMutation({
    mutationFn: () =>
      asked(http.POST("/api/rooms/{code}/join", { params: { path: { code: room.code } }, body: {} })),
  });
  const free = room.seats.some((seat) => seat.held_by === "nobody");
  return (
    <div className="room-watching">
      {t("room.watching")}
      {free && (
        <button type="button" className="button button-main" onClick={() => join.mutate()}>
          {t("room.sit")}
        </button>
      )}
    </div>
  );
}

function Ended({ code }: { code: string }) {
  const { t } = useTranslation("hub");
  return (
    <>
      <TopBar />
      <main className="page page-narrow">
        <h1>{t("room.ended")}</h1>
        <p>{t(`problem.${code}`, { defaultValue: t("problem.unknown") })}</p>
        <div className="row">
          <ButtonLink kind="main" href="/">
            {t("home")}
          </ButtonLink>
        </div>
      </main>
    </>
  );
}
