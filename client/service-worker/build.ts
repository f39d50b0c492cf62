/** The build that this service worker belongs to, as vite/serviceWorker.ts writes it in. Paths are below the hub's address. */

interface Build {
  id: string;
  /** One file with the text of all scripts and styles: one request, whatever their number. */
  pack: string;
  /** What is kept beside them: typefaces, icons, the list of Python's files. */
  files: readonly string[];
  /** The list of Python's files. */
  python: string;
}

declare const __BUILD__: Build;

export const build = __BUILD__;
