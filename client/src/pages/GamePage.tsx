/** Before a game: how to play it, who plays, and what is going on around it. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useParams } from "wouter";
import { asked, http } from "@/api/queries";
import type { GameCard, Place } from "@/games/card";
import { useNames } from "@/games/names";
import { cardOf } from "@/games/registry";
import { OpenRooms } from "@/hub/OpenRooms";
import { useOpenRoom } from "@/match/rooms";
import { SeatSetup } from "@/room/SeatSetup";
import { teach } from "@/text";
import { Button, ButtonLink } from "@/ui/Button";
import { Choose } from "@/ui/Choose";
import { Failure, problemText } from "@/ui/Failure";
import { notify } from "@/ui/notices";
import { Page } from "@/ui/Page";
import LostPage from "./LostPage";
import "@/hub/hub.css";
import "./GamePage.css";

const TutorialOverlay = lazy(() => import("@/ui/TutorialOverlay"));

type Value = string | number | boolean;

export default function GamePage() {
  const { t } = useTranslation("hub");
  const card = cardOf(useParams<{ game: string }>().game);
  const names = useNames();
  const [learning, setLearning] = useState(false);
  if (!card) return <LostPage />;
  const learn = async () => {
    await teach(card.id);
    setLearning(true);
  };
  return (
    <Page title={names.game(card.id)}>
      <div className="game-page">
        <div className="game-head">
          <div className="game-picture" aria-hidden="true">
            <card.Wide />
          </div>
          <p>{names.summary(card.id)}</p>
          <div className="row">
            <Button icon="help" onClick={() => void learn()}>
              {t("setup.learn")}
            </Button>
            <ButtonLink icon="trophy" href={`/leaderboards/${card.id}`}>
              {t("setup.best")}
            </ButtonLink>
            {card.mode === "solo" && (
              <ButtonLink icon="calendar" href="/daily">
                {t("setup.daily")}
              </ButtonLink>
            )}
          </div>
        </div>
        <Setup card={card} />
        {card.mode === "together" && (
          <section aria-labelledby="open-rooms">
            <h2 id="open-rooms">{t("setup.rooms")}</h2>
            <QuickMatch game={card.id} />
            <OpenRooms game={card.id} />
          </section>
        )}
      </div>
      <Suspense fallback={null}>
        {learning && <TutorialOverlay game={card.id} open onClose={() => setLearning(false)} />}
      </Suspense>
    </Page>
  );
}

function Setup({ card }: { card: GameCard }) {
  const { t } = useTranslation("hub");
  const names = useNames();
  const games = useQuery({
    queryKey: ["games"],
    queryFn: () => asked(http.GET("/api/games")),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const opening = useOpenRoom();
  const described = games.data?.find((game) => game.id === card.id);
  const [fewest = 1, most = 1] = described?.seats ?? [];
  const [options, setOptions] = useState<Record<string, Value>>(card.quick.options);
  const [seats, setSeats] = useState<Place[]>(card.quick.seats);
  const [open, setOpen] = useState(false);
  const free = seats.some((seat) => seat.for === "anybody");
  useEffect(() => {
    if (!free) setOpen(false);
  }, [free]);
  if (games.error) return <Failure error={games.error} retry={() => void games.refetch()} />;
  const start = () =>
    opening.mutate(
      { game: card.id, seats, options, public: open },
      { onError: (error) => notify(problemText(t, error)) },
    );
  return (
    <section className="card game-setup" aria-labelledby="set-up">
      <h2 id="set-up">{t("setup.options")}</h2>
      {described?.options.map((choice) => (
        <Choose
          key={choice.name}
          label={names.option(card.id, choice.name)}
          value={String(options[choice.name] ?? choice.default)}
          values={[...choice.choices, ...choice.suggested].map(({ value }) => ({
            value: String(value),
            label: names.value(card.id, choice.name, String(value)),
          }))}
          onChange={(text) =>
            setOptions({
              ...options,
              [choice.name]: typeof choice.default === "number" ? Number(text) : text,
            })
          }
        />
      ))}
      {described && most > 1 && (
        <SeatSetup min={fewest} max={most} levels={described.bots} value={seats} onChange={setSeats} />
      )}
      {free && (
        <label className="game-public">
          <input type="checkbox" checked={open} onChange={(event) => setOpen(event.target.checked)} />
          {t("setup.public")}
        </label>
      )}
      <Button kind="main" icon="play" onClick={start} disabled={opening.isPending}>
        {t(free ? "setup.open" : "setup.start")}
      </Button>
    </section>
  );
}

function QuickMatch({ game }: { game: string }) {
  const { t } = useTranslation("hub");
  const [, go] = useLocation();
  const quick = useMutation({
    mutationFn: () => asked(http.POST("/api/rooms/quick", { body: { game } })),
    onSuccess: (room) => go(`/room/${room.code}`),
    onError: (error) => notify(problemText(t, error)),
  });
  return (
    <div className="row game-quick">
      <Button kind="main" icon="people" onClick={() => quick.mutate()} disabled={quick.isPending}>
        {t("setup.quick")}
      </Button>
      <span className="soft">{t("setup.quickText")}</span>
    </div>
  );
}
