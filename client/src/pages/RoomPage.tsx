/** A room: people gather, play, and play again. The game draws itself; everything around it is here. */
import { lazy, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useParams } from "wouter";
import { askAgainWhoIAm, NOTICES, queryClient } from "@/api/client";
import { isAtHome } from "@/api/ids";
import { useMe } from "@/api/queries";
import { BASE } from "@/base";
import { useNames } from "@/catalogue/names";
import { type LiveMatch, useMatch } from "@/connection/useMatch";
import type { RoomNow } from "@/game-kit/contract/types";
import { holdPlayingLock } from "@/offline/playingLock";
import { Gathering } from "@/room/invitation/Gathering";
import { useSeatAtOnce } from "@/room/invitation/seatAtOnce";
import { Ended } from "@/room/leaving/Ended";
import { ConnectionNote, PlayOnButton } from "@/room/playing/ConnectionNote";
import { Cover } from "@/room/playing/Cover";
import { useClockRuns } from "@/room/playing/clockRuns";
import { connectionTo } from "@/room/playing/connectionTo";
import { useFault } from "@/room/playing/fault";
import { Phrases } from "@/room/playing/Phrases";
import { useSeatNews } from "@/room/playing/seatNews";
import { TryLink } from "@/room/playing/TryLink";
import { useRoomActions } from "@/room/playing/useRoomActions";
import { useFirstVisit } from "@/room/setup/firstVisit";
import { useJoinRoom } from "@/room/setup/openRoom";
import { GameStage } from "@/stage/GameStage";
import { useModule } from "@/stage/modules";
import { useResult } from "@/standings/useResult";
import { day as dayName } from "@/text/times";
import { Button, ButtonLink, IconButton } from "@/ui/controls/Button";
import { useHelpKey } from "@/ui/focus/helpKey";
import { Failure } from "@/ui/page/Failure";
import { TopBar } from "@/ui/page/TopBar";
import { WaitingPage } from "@/ui/page/WaitingPage";
import "@/room/setup/room.css";

const HelpOverlay = lazy(() => import("@/ui/HelpOverlay"));
const TutorialOverlay = lazy(() => import("@/ui/TutorialOverlay"));
const LessonOffer = lazy(() => import("@/room/setup/LessonOffer"));
const InviteSheet = lazy(() => import("@/room/invitation/InviteSheet"));
const StopSheet = lazy(() => import("@/room/leaving/StopSheet"));
const LeaveSheet = lazy(() => import("@/room/leaving/LeaveSheet"));

export default function RoomPage() {
  const { code } = useParams<{ code: string }>();
  const { t } = useTranslation("hub");
  const me = useMe();
  if (me.error) return <Failure error={me.error} retry={() => void me.refetch()} />;
  if (!me.data) return <WaitingPage text={t("loading")} />;
  return <ReenterableRoom key={code} code={code} me={me.data.id} />;
}

/** A room that can be entered again after it was left for another window. */
function ReenterableRoom({ code, me }: { code: string; me: string }) {
  const [times, setTimes] = useState(0);
  return <Room key={times} code={code} me={me} again={() => setTimes(times + 1)} />;
}

function Room({ code, me, again }: { code: string; me: string; again: () => void }) {
  const { t } = useTranslation("hub");
  const match = useMatch(code, me, connectionTo);
  const unknown = match?.bye?.code === "signed-out" || match?.bye?.code === "no-player";
  useEffect(() => {
    if (unknown) void askAgainWhoIAm();
  }, [unknown]);
  const banned = match?.bye?.code === "banned";
  useEffect(() => {
    // Why and until when stands above every page.
    if (banned) void queryClient.invalidateQueries({ queryKey: NOTICES });
  }, [banned]);
  useEffect(() => holdPlayingLock(BASE), []);
  if (match?.bye && !unknown) return <Ended room={code} code={match.bye.code} again={again} />;
  if (!match?.room) {
    const unreached = match?.status === "unreached";
    return (
      <WaitingPage text={t(unreached ? "room.unreached" : "room.entering")}>
        {match?.playOn && <PlayOnButton playOn={match.playOn} />}
        {unreached && <ButtonLink href="/">{t("offline.home")}</ButtonLink>}
      </WaitingPage>
    );
  }
  return <RoomView match={match} room={match.room} me={me} />;
}

type Open = "help" | "tutorial" | "invite" | "leave" | "stop" | null;

/** A room that was entered, with a seat or to watch. */
function RoomView({ match, room, me }: { match: LiveMatch; room: RoomNow; me: string }) {
  const { t } = useTranslation("hub");
  const [open, setOpen] = useState<Open>(null);
  const [, go] = useLocation();
  const atHome = isAtHome(room.code);
  const note = room.daily
    ? t("over.daily", { day: dayName(room.daily) })
    : room.tried
      ? t("room.tried")
      : atHome
        ? t("room.atHome")
        : undefined;
  const title = useNames().game(room.game);
  const connected = match.status !== "lost";
  const actions = useRoomActions(room, match.props, me, connected, useResult(room, match.props, me));
  useFault(match, me);
  const close = () => setOpen(null);
  const visit = useFirstVisit(room.game);
  const learn = () => {
    visit.meet();
    setOpen("tutorial");
  };
  const module = useModule(room.game);
  const learns = module?.learn ? learn : null;
  const seated = room.seats.some((seat) => seat.player === me);
  const playing = seated && match.props?.moment.outcome === null;
  const covered = match.props?.moment.view === null;
  const clocked = useClockRuns(room.game, match.props?.moment);
  useHelpKey(module ? () => setOpen("help") : null);
  useSeatAtOnce(room, me);
  useSeatNews(t, room, me);
  useTitle(title, room.seats.length > 1 && match.props?.submit != null);
  return (
    <div className="room">
      <TopBar title={title} note={note}>
        {room.tried && <TryLink tried={room.tried} clocked={playing && clocked} />}
        {room.seats.length > 1 && !atHome && <Phrases match={match} room={room.code} me={me} />}
        {room.seats.length > 1 && !atHome && (
          <IconButton icon="link" label={t("invite.title")} onClick={() => setOpen("invite")} />
        )}
        {module && (
          <IconButton
            icon="help"
            className="room-help"
            label={t("help.title")}
            aria-keyshortcuts="?"
            onClick={() => setOpen("help")}
          />
        )}
        {room.seats.length === 1 && playing && (
          <IconButton icon="leave" label={t("stop.title")} onClick={() => setOpen("stop")} />
        )}
        {room.seats.length > 1 && seated && (
          <IconButton icon="leave" label={t("leave.title")} onClick={() => setOpen("leave")} />
        )}
        {!seated && <IconButton icon="leave" label={t("leave.title")} onClick={() => go("/")} />}
      </TopBar>
      <ConnectionNote match={match} />
      <main className="room-main">
        {room.phase === "gathering" && <Gathering room={room} me={me} />}
        {room.phase !== "gathering" && match.props && (
          <GameStage
            game={room.game}
            match={match.props}
            room={actions}
            cover={
              <Cover
                room={room}
                match={match.props}
                first={visit.offers}
                onBegin={visit.meet}
                onHelp={() => setOpen("help")}
                onLearn={learns}
              />
            }
          />
        )}
      </main>
      {room.phase === "playing" && match.props?.mine.length === 0 && <Watching room={room} me={me} />}
      <Suspense fallback={null}>
        {open === "help" && <HelpOverlay game={room.game} open onClose={close} onTutorial={learns} />}
        {/* While a clock runs nothing lies over the board that nobody has asked for. */}
        {visit.offers && playing && !covered && !clocked && open === null && (
          <LessonOffer game={room.game} onLearn={learn} onPlay={visit.meet} />
        )}
        {open === "tutorial" && <TutorialOverlay game={room.game} open onClose={close} />}
        {open === "invite" && <InviteSheet code={room.code} open onClose={close} />}
        {open === "stop" && match.props && playing && (
          <StopSheet room={room} match={match.props} connected={connected} onClose={close} />
        )}
        {open === "leave" && <LeaveSheet room={room} me={me} clocked={clocked} open onClose={close} />}
      </Suspense>
    </div>
  );
}

/** Sets the page's title; in a hidden tab it also says that it is my turn. */
function useTitle(title: string, myTurn: boolean): void {
  const { t } = useTranslation("hub");
  useEffect(() => {
    const show = () => {
      const turn = document.hidden && myTurn ? `${t("hub.yourTurn")} · ` : "";
      document.title = `${turn}${title} · Parlour`;
    };
    show();
    document.addEventListener("visibilitychange", show);
    return () => document.removeEventListener("visibilitychange", show);
  }, [title, myTurn, t]);
}

/** For somebody without a seat: offers the seat that is kept for them, or a free one, if there is any. */
function Watching({ room, me }: { room: RoomNow; me: string }) {
  const { t } = useTranslation("hub");
  const join = useJoinRoom(room.code);
  const free = room.seats.some((seat) => seat.held_by === "nobody");
  const kept = room.seats.find((seat) => seat.kept_for === me);
  const replaced = kept?.held_by === "bot";
  return (
    <div className="room-watching">
      <span>
        {t(kept ? (replaced ? "room.botForMe" : "room.keptForMe") : "room.watching")}
        {replaced && room.ranked ? ` ${t("room.leftRated")}` : ""}
      </span>
      {(kept || free) && (
        <Button kind="main" onClick={() => join.mutate(undefined)} busy={join.isPending}>
          {t(kept ? "room.sitAgain" : "room.sit")}
        </Button>
      )}
    </div>
  );
}
