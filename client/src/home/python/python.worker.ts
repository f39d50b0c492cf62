/** Runs Python beside the page: what is asked goes to parlour.home.worker, one JSON each way (docs/BROWSER.md). */

import type { loadPyodide } from "pyodide";
import type { PyProxy } from "pyodide/ffi";
import { addressOf, keyOf } from "@/base";
import { isPython, type PythonFile, pyodideFolder, pythonFiles, shippedFiles } from "./files";
import type { FromPython, ToPython } from "./python";

interface Answering extends PyProxy {
  answer: (text: string) => string;
}

const say = (message: FromPython) => postMessage(message);
let id = 0;

/** The stages of a start, and which part of its time is over with each. */
const LOADED = 0.1;
const COMPILED = 0.5;
const RUNS = 0.85;
const UNPACKED = 0.9;

async function start(): Promise<Answering> {
  const reached = (starting: number) => say({ starting });
  const files = await pythonFiles();
  const folder = pyodideFolder(files);
  const contents = Promise.all(files.filter(({ use }) => use !== "pyodide").map(contentOf));
  const shipped = shippedArchives();
  const module: { loadPyodide: typeof loadPyodide } = await import(/* @vite-ignore */ `${folder}pyodide.mjs`);
  reached(LOADED);
  const python = await module.loadPyodide({ indexURL: folder, fsInit: async () => reached(COMPILED) });
  reached(RUNS);
  const packages: string = python.runPython("import site; site.getsitepackages()[0]");
  const [archives, libraries] = [(await contents).filter(isArchive), (await contents).filter(isLibrary)];
  for (const content of [...archives.map(({ content }) => content), ...(await shipped)])
    python.unpackArchive(content, "zip", { extractDir: packages });
  for (const { file, content } of libraries)
    python.FS.writeFile(`${packages}/parlour/games/${file.game}/compiled.wasm`, content);
  reached(UNPACKED);
  const { HomeWorker } = python.pyimport("parlour.home.worker");
  const { SteadyClock } = python.pyimport("parlour.home.clock");
  return HomeWorker(SteadyClock(), (part: number) => say({ id, part }));
}

interface Content {
  file: PythonFile;
  content: Uint8Array;
}

const isArchive = ({ file }: Content) => file.use === "archive";
const isLibrary = ({ file }: Content) => file.use === "library";

const contentOf = async (file: PythonFile): Promise<Content> => ({
  file,
  content: await bytesAt(addressOf(file.path)),
});

/** The Python of packages that add games; one that cannot be had costs its own games, not the others. */
async function shippedArchives(): Promise<Uint8Array[]> {
  const addresses = (await shippedFiles().catch(() => [])).map(({ address }) => address).filter(isPython);
  const found = await Promise.allSettled(addresses.map(bytesAt));
  return found.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
}

async function bytesAt(address: string): Promise<Uint8Array> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** Held until this worker ends, however that comes about: the page waits for it. Plain HTTP has no locks. */
function hold(lock: string): void {
  void navigator.locks.request(lock, () => {
    say({ lives: lock });
    return new Promise(() => {});
  });
}

if (navigator.locks) hold(keyOf(`python ${crypto.randomUUID()}`));
const starting = start();
starting.then(
  () => say({ ready: true }),
  (error: unknown) => say({ ready: false, error: String(error) }),
);

addEventListener("message", async ({ data }: MessageEvent<ToPython>) => {
  const python = await starting;
  id = data.id;
  try {
    say({ id, text: python.answer(data.text) });
  } catch (error) {
    // Out of memory, say: it will never answer again.
    if ((error as { pyodide_fatal_error?: boolean }).pyodide_fatal_error)
      say({ ready: false, error: String(error) });
    else say({ id, error: String(error) });
  }
});
