/** Why a game with these seats will not be rated; null if it is one between people. */
export function unratedBy(bots: number, people: readonly string[]): "bot" | "same-player" | null {
  if (bots > 0) return "bot";
  return new Set(people).size < people.length ? "same-player" : null;
}
