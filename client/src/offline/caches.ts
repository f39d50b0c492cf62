/** The caches that pages and the service worker share, by name: each hub of a host has its own. */
export function cachesAt(base: string) {
  const before = base === "/" ? "" : base;
  return {
    /** Answers of the server that pages opened offline show again. They are about one player. */
    ANSWERS: `${before}answers`,
    /** What the hub says of itself and its games: the same for everybody. */
    CATALOGUE: `${before}catalogue`,
    /** Python, its packages and the games' kernels: kept when the player wants to play offline. */
    PYTHON: `${before}python`,
    /** What other packages ship for the pages of their games, as it is met. */
    GAME_PAGES: `${before}game-pages`,
    /** The pages of one build. */
    BUILD: `${before}build-`,
  };
}

/** What a page says to the service worker. */
export type ToWorker =
  | { say: "forget-answers" }
  /** What is kept of other builds' Python may go. */
  | { say: "python-kept" };
/** What the service worker says to every page once it has taken over. */
export type FromWorker = { say: "build"; build: string };
