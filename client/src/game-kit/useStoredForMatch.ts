/** What this browser remembers for each of the last few matches. */
import { useStored } from "./useStored";

const MATCHES_KEPT = 20;

export function useStoredForMatch<Value>(
  key: string,
  match: string,
  otherwise: Value,
): [Value, (value: Value) => void] {
  const [kept, keep] = useStored<readonly (readonly [match: string, Value])[]>(key, []);
  const set = (value: Value) =>
    keep((now) => [...now.filter(([of]) => of !== match), [match, value] as const].slice(-MATCHES_KEPT));
  return [kept.find(([of]) => of === match)?.[1] ?? otherwise, set];
}
