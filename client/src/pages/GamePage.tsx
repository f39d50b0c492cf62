/** Before a game: how to play it, who plays, and what is going on around it. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useParams } from "wouter";
import { http, request } from "@/api/client";
import { gamesQuery } from "@/api/queries";
import { useServerUnreachable } from "@/api/reachable";
import { isSolo, type ListedGame, middleBot, useNames } from "@/catalogue/names";
import { type ChosenOptions, optionValue } from "@/catalogue/options";
import { isPythonAvailable, useCanBegin } from "@/home/python/availability";
import { OpenRooms } from "@/hub/OpenRooms";
import { useFirstVisit } from "@/room/setup/firstVisit";
import { isAllowed, OptionControl } from "@/room/setup/OptionControl";
import { type Place, useOpenRoom } from "@/room/setup/openRoom";
import { SeatSetup } from "@/room/setup/SeatSetup";
import { SeedField, seedOf } from "@/room/setup/SeedField";
import { GamePreferences } from "@/stage/GamePreferences";
import { useModule } from "@/stage/modules";
import { WidePicture } from "@/stage/pictures";
import { Button, ButtonLink } from "@/ui/controls/Button";
import { Checkbox } from "@/ui/controls/Checkbox";
import { Failure } from "@/ui/page/Failure";
import { Page } from "@/ui/page/Page";
import { WaitingPage } from "@/ui/page/WaitingPage";
import NotFoundPage from "./NotFoundPage";
import "@/hub/hub.css";
import "./GamePage.css";

const TutorialOverlay = lazy(() => import("@/ui/TutorialOverlay"));

export default function GamePage() {
  const { t } = useTranslation("hub");
  const id = useParams<{ game: string }>().game;
  const games = useQuery(gamesQuery);
  const game = games.data?.find((listed) => listed.id === id);
  if (games.error) return <Failure error={games.error} retry={() => void games.refetch()} />;
  if (!games.data) return <WaitingPage text={t("loading")} />;
  return game ? <Game key={id} game={game} /> : <NotFoundPage />;
}

function Game({ game }: { game: ListedGame }) {
  const { t } = useTranslation("hub");
  const names = useNames();
  const [learning, setLearning] = useState(false);
  const drawn = useModule(game.id);
  const { meet } = useFirstVisit(game.id);
  const learn = () => {
    meet();
    setLearning(true);
  };
  return (
    <Page title={names.game(game.id)}>
      <div className="game-about">
        <div className="game-head">
          <div className="game-picture" aria-hidden="true">
            <WidePicture game={game.id} />
          </div>
          <p>{names.summary(game.id)}</p>
          <div className="row">
            {drawn?.learn && (
              <Button icon="learn" onClick={learn}>
                {t("setup.learn")}
              </Button>
            )}
            <ButtonLink icon="trophy" href={`/leaderboards/${game.id}`}>
              {t("setup.best")}
            </ButtonLink>
            {isSolo(game) && (
              <ButtonLink icon="calendar" href="/daily">
                {t("setup.daily")}
              </ButtonLink>
            )}
          </div>
        </div>
        {drawn ? <Setup game={game} /> : <InTerminal game={game.id} />}
        {drawn && !isSolo(game) && (
          <section aria-labelledby="open-rooms">
            <h2 id="open-rooms">{t("setup.rooms")}</h2>
            <QuickMatch game={game.id} />
            <OpenRooms game={game.id} />
          </section>
        )}
      </div>
      <Suspense fallback={null}>
        {learning && <TutorialOverlay game={game.id} open onClose={() => setLearning(false)} />}
      </Suspense>
    </Page>
  );
}

function Setup({ game }: { game: ListedGame }) {
  const { t } = useTranslation("hub");
  const opening = useOpenRoom();
  const [fewest, most] = game.seats;
  const [chosen, setChosen] = useState<ChosenOptions>(game.quick_start.options ?? {});
  const [seats, setSeats] = useState<Place[]>(game.quick_start.seats);
  const [offered, setOffered] = useState(false);
  const [typed, setTyped] = useState("");
  const seed = seedOf(typed);
  const [can, unreachable] = [useCanBegin(game), useServerUnreachable()];
  useEffect(() => {
    // Python takes seconds to start: those in which a game is set up.
    if (unreachable && can && isPythonAvailable())
      void import("@/home/python/workers").then(({ warmUp }) => warmUp());
  }, [unreachable, can]);
  const free = seats.some((seat) => seat.for === "anybody");
  const needsServer = !can || (unreachable && free);
  const allowed =
    seed !== undefined && game.options.every((option) => isAllowed(option, optionValue(option, chosen)));
  const start = () =>
    opening.mutate({ game: game.id, seats, options: chosen, seed, public: free && offered });
  return (
    <section className="card game-setup" aria-labelledby="set-up">
      <h2 id="set-up">{t("setup.options")}</h2>
      {game.options.map((option) => (
        <OptionControl
          key={option.name}
          option={option}
          value={optionValue(option, chosen)}
          onChange={(value) => setChosen({ ...chosen, [option.name]: value })}
        />
      ))}
      <GamePreferences game={game.id} />
      {most > 1 && (
        <SeatSetup
          min={fewest}
          max={most}
          levels={game.bots}
          middleBot={middleBot(game)}
          value={seats}
          onChange={setSeats}
        />
      )}
      {free && <Checkbox label={t("setup.public")} checked={offered} onChange={setOffered} />}
      {game.seeded && <SeedField value={typed} onChange={setTyped} />}
      {needsServer && <p className="empty">{t(free && can ? "offline.invite" : "offline.quick")}</p>}
      <Button
        kind="main"
        icon="play"
        onClick={start}
        disabled={!allowed || needsServer}
        busy={opening.isPending}
      >
        {t(free ? "setup.open" : "setup.start")}
      </Button>
    </section>
  );
}

function InTerminal({ game }: { game: string }) {
  const { t } = useTranslation("hub");
  return (
    <section className="card">
      <p>{t("hub.terminal")}</p>
      <p>
        <code>parlour play {game}</code>
      </p>
    </section>
  );
}

function QuickMatch({ game }: { game: string }) {
  const { t } = useTranslation("hub");
  const [, go] = useLocation();
  const unreachable = useServerUnreachable();
  const quick = useMutation({
    mutationFn: () => request(http.POST("/api/rooms/quick", { body: { game } })),
    onSuccess: (room) => go(`/room/${room.code}`),
  });
  return (
    <div className="row game-quick">
      <Button
        kind="main"
        icon="people"
        onClick={() => quick.mutate()}
        busy={quick.isPending}
        disabled={unreachable}
      >
        {t("setup.quick")}
      </Button>
      <span className="soft">{t(unreachable ? "offline.quick" : "setup.quickText")}</span>
    </div>
  );
}
