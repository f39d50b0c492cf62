/** How somebody likes to play a game, remembered by this browser. */
import { useStored } from "./useStored";

/** The settings, and a way to change some of them. What was never changed is as in `otherwise`, which may change with time. */
export function useStoredSettings<Settings extends object>(
  key: string,
  otherwise: Settings,
): [Settings, (change: Partial<Settings>) => void] {
  const [kept, change] = useStored<Partial<Settings>>(key, {});
  return [{ ...otherwise, ...kept }, (more) => change((now) => ({ ...now, ...more }))];
}
