/** The address of a moment of a match that is over. */
export function momentAddress({ match, seq }: { match: string; seq: number }): string {
  return `/match/${match}?at=${seq}`;
}
