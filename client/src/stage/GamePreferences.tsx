/** What a game asks for on this device before it begins, with its words and its host. */
import { type ComponentType, lazy, Suspense, useMemo } from "react";
import { HostContext } from "@/game-kit/contract/host";
import { loadWords } from "@/text";
import { useModule } from "./modules";
import { useNewHost } from "./useNewHost";

export function GamePreferences({ game }: { game: string }) {
  const host = useNewHost(game, false, null);
  const load = useModule(game)?.preferences;
  const Preferences = useMemo(
    () =>
      load &&
      lazy(async () => {
        const [module] = await Promise.all([load(), loadWords(game)]);
        return module as unknown as { default: ComponentType };
      }),
    [game, load],
  );
  if (!Preferences) return null;
  return (
    <Suspense fallback={null}>
      <HostContext value={host}>
        <Preferences />
      </HostContext>
    </Suspense>
  );
}
