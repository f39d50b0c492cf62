/** A game on the page: its component, loaded with its words, given its host, and kept from breaking the rest. */
import { type ComponentType, lazy, type ReactNode, Suspense, useMemo, useReducer, useState } from "react";
import { useTranslation } from "react-i18next";
import { idAtHome } from "@/api/ids";
import { HostContext, type RoomActions } from "@/game-kit/contract/host";
import type { GameModule } from "@/game-kit/contract/module";
import type { CommonAction, GameProps, MatchProps } from "@/game-kit/contract/types";
import { loadWords } from "@/text";
import { ErrorBoundary } from "@/ui/page/ErrorBoundary";
import { Waiting } from "@/ui/page/Waiting";
import { useModule } from "./modules";
import { useNewHost } from "./useNewHost";
import "@/game-kit/layout/GameLayout.css";

type Component = ComponentType<GameProps<unknown, unknown, unknown>>;
const COMMON: ReadonlySet<unknown> = new Set<CommonAction["do"]>(["time-up", "ready", "finish"]);
const loaded = new WeakMap<GameModule, Component>();

interface GameStageProps {
  game: string;
  match: MatchProps<unknown, unknown>;
  /** The room around a live match; null in a replay. */
  room: RoomActions | null;
  /** What is shown in place of a game that waits for its players. */
  cover?: ReactNode;
}

export function GameStage({ game, match, room, cover }: GameStageProps) {
  const { t } = useTranslation("hub");
  const host = useNewHost(game, room !== null, room);
  const module = useModule(game);
  const covered = match.moment.view === null;
  const [wasCovered, setWasCovered] = useState(covered);
  const [, drawAgain] = useReducer((count: number) => count + 1, 0);
  const own = useMemo(() => match.pending.filter((action) => !isCommon(action)), [match.pending]);
  if (covered && !wasCovered) setWasCovered(true);
  if (covered)
    return (
      <div className="game-space">
        <div className="game-frame">{cover}</div>
      </div>
    );
  if (module === undefined) return <Waiting text={t("loading")} />;
  if (!module) return <p className="empty">{t("room.cannotDraw", { game })}</p>;
  const Game = componentOf(module);
  const loadAgain = () => {
    loaded.delete(module);
    drawAgain();
  };
  // The same board, wherever its match goes on.
  const id = idAtHome(match.moment.match);
  return (
    <div className="game-space">
      <div className={wasCovered ? "game-frame game-frame-uncovered" : "game-frame"}>
        <ErrorBoundary resetOn={`${location.pathname} ${id}`} from={module.from} onBroken={loadAgain}>
          <Suspense fallback={<Waiting text={t("loading")} />}>
            <HostContext value={host}>
              <Game key={id} {...match} pending={own} host={host} />
            </HostContext>
          </Suspense>
        </ErrorBoundary>
      </div>
    </div>
  );
}

/** Whether an action is one that every game has beside its own: a board knows none of them. */
function isCommon(action: unknown): boolean {
  return typeof action === "object" && action !== null && "do" in action && COMMON.has(action.do);
}

function componentOf(module: GameModule): Component {
  const known = loaded.get(module);
  if (known) return known;
  const made = lazy(async () => {
    const [board] = await Promise.all([module.board(), loadWords(module.id)]);
    return board as unknown as { default: Component };
  });
  loaded.set(module, made);
  return made;
}
