/** A game on the page: its component, loaded with its words, given its host, and kept from breaking the rest. */
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { moduleOf } from "@/catalogue/modules";
import { HostContext, type Table } from "@/game-kit/host";
import type { GameProps, MatchProps } from "@/game-kit/types";
import { loadWords } from "@/text";
import { ErrorBoundary } from "@/ui/ErrorBoundary";
import { Waiting } from "@/ui/Waiting";
import { useNewHost } from "./useNewHost";
import "@/game-kit/GameLayout.css";

type Component = ComponentType<GameProps<unknown, unknown, unknown>>;
const loaded = new Map<string, Component>();

interface GameStageProps {
  game: string;
  match: MatchProps<unknown, unknown>;
  /** The room around a live match; null in a replay. */
  table: Table | null;
  /** What is shown in place of a game that waits for its players. */
  cover?: ReactNode;
}

export function GameStage({ game, match, table, cover }: GameStageProps) {
  const { t } = useTranslation("hub");
  const host = useNewHost(game, table !== null, table);
  const Game = componentOf(game);
  const covered = match.moment.view === null;
  const [wasCovered, setWasCovered] = useState(covered);
  if (covered && !wasCovered) setWasCovered(true);
  if (covered)
    return (
      <div className="game-space">
        <div className="game-frame">{cover}</div>
      </div>
    );
  if (!Game) return <p className="empty">{t("room.cannotDraw", { game })}</p>;
  return (
    <div className="game-space">
      <div className={wasCovered ? "game-frame game-frame-uncovered" : "game-frame"}>
        <ErrorBoundary resetOn={`${location.pathname} ${match.moment.match}`}>
          <Suspense fallback={<Waiting text={t("loading")} />}>
            <HostContext value={host}>
              <Game key={match.moment.match} {...match} host={host} />
            </HostContext>
          </Suspense>
        </ErrorBoundary>
      </div>
    </div>
  );
}

function componentOf(game: string): Component | undefined {
  const load = moduleOf(game)?.board;
  if (!load) return undefined;
  const known = loaded.get(game);
  if (known) return known;
  const made = lazy(async () => {
    const [module] = await Promise.all([load(), loadWords(game)]);
    return module as unknown as { default: Component };
  });
  loaded.set(game, made);
  return made;
}
