/** The files that Python needs here, as the build gathered them (scripts/browser_files.py). */
import { addressOf } from "@/base";

declare const __PYTHON_FILES__: string;

export interface PythonFile {
  /** Below the hub's address. */
  path: string;
  /** An archive is unpacked among Python's packages; a library holds a game's kernels. */
  use: "pyodide" | "archive" | "library";
  bytes: number;
  /** Bytes over the network. */
  transferred: number;
  /** The folder of the game that a library belongs to. */
  game?: string;
}

/** Where their list is: another build, another address. */
export const PYTHON_FILES = addressOf(__PYTHON_FILES__);

export async function pythonFiles(): Promise<PythonFile[]> {
  const answer = await fetch(PYTHON_FILES);
  if (!answer.ok) throw new Error(`${PYTHON_FILES}: ${answer.status}`);
  return answer.json();
}

/** A file that a package ships for its game. */
export interface ShippedFile {
  address: string;
  bytes: number;
}

/** Whatever packages ship for their games here: pages, and their Python. */
export async function shippedFiles(): Promise<ShippedFile[]> {
  const answer = await fetch(addressOf("api/games"));
  if (!answer.ok) throw new Error(`games: ${answer.status}`);
  // A list that was kept by an earlier version names no sizes.
  const games: { page: { hash: string; files: string[]; bytes?: number[] } | null }[] = await answer.json();
  return games.flatMap(({ page }) =>
    (page?.files ?? []).map((file, place) => ({
      address: addressOf(`pages/${page?.hash}/${file}`),
      bytes: page?.bytes?.[place] ?? 0,
    })),
  );
}

/** Whether a package's file is its Python. */
export const isPython = (address: string): boolean => address.endsWith("/python.zip");

/** Where Pyodide finds its own files. */
export function pyodideFolder(files: readonly PythonFile[]): string {
  const script = files.find(({ path }) => path.endsWith("/pyodide.mjs"));
  if (!script) throw new Error("the list names no Pyodide");
  return addressOf(script.path.slice(0, -"pyodide.mjs".length));
}
