/** What a game asks for on this device before it begins, with its words and its host. */
import { type ComponentType, lazy, Suspense, useMemo, useReducer } from "react";
import { HostContext } from "@/game-kit/contract/host";
import { loadWords } from "@/text";
import { ErrorBoundary } from "@/ui/page/ErrorBoundary";
import { useModule } from "./modules";
import { useNewHost } from "./useNewHost";

export function GamePreferences({ game }: { game: string }) {
  const host = useNewHost(game, false, null);
  const module = useModule(game);
  const load = module?.preferences;
  const [broken, loadAgain] = useReducer((count: number) => count + 1, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what broke is loaded anew
  const Preferences = useMemo(
    () =>
      load &&
      lazy(async () => {
        const [module] = await Promise.all([load(), loadWords(game)]);
        return module as unknown as { default: ComponentType };
      }),
    [game, load, broken],
  );
  if (!Preferences) return null;
  return (
    <ErrorBoundary resetOn={game} from={module?.from} onBroken={loadAgain}>
      <Suspense fallback={null}>
        <HostContext value={host}>
          <Preferences />
        </HostContext>
      </Suspense>
    </ErrorBoundary>
  );
}
