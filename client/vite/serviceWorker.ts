/** Builds the service worker beside the pages: which files they are made of is known once they are written. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "vite";

const CLIENT = fileURLToPath(new URL("..", import.meta.url));
const SOURCES = fileURLToPath(new URL("../src", import.meta.url));
const INDEX = "index.html";
/** What is text goes into one file. */
const PACKED = /\.(js|css)$/;
/** Typefaces of letters that few names have are fetched when they are met. */
const BESIDE =
  /^(?!.*(vietnamese|latin-ext)).*(\.woff2|icon.*\.(png|svg)|\.webmanifest|^python\/\w+\/files\.json)$/;

export function serviceWorker(): Plugin {
  return {
    name: "service-worker",
    apply: "build",
    writeBundle: {
      order: "post",
      sequential: true,
      async handler({ dir = "" }) {
        const names = readdirSync(dir, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1))
          .sort();
        const read = (name: string) => readFileSync(join(dir, name), "utf8");
        const packed = names.filter((name) => PACKED.test(name));
        const pack = JSON.stringify(Object.fromEntries(packed.map((name) => [name, read(name)])));
        const files = names.map((name) => name.replace(/\.gz$/, "")).filter((name) => BESIDE.test(name));
        const page = read(INDEX);
        const id = hash(page + pack + files.join() + sources());
        const written = { id, pack: `assets/pack-${hash(pack)}.json`, files, python: listIn(files) };
        writeFileSync(join(dir, written.pack), pack);
        await build({
          configFile: false,
          root: CLIENT,
          logLevel: "warn",
          resolve: { alias: { "@": SOURCES } },
          define: { __BUILD__: JSON.stringify(written), "process.env.NODE_ENV": '"production"' },
          build: {
            outDir: dir,
            emptyOutDir: false,
            copyPublicDir: false,
            target: "es2022",
            rolldownOptions: {
              input: join(CLIENT, "service-worker", "main.ts"),
              output: { format: "iife", entryFileNames: "service-worker.js" },
            },
          },
        });
        writeFileSync(join(dir, INDEX), page.replace("<html", `<html data-build="${id}"`));
      },
    },
  };
}

/** Of the service worker itself: another one is another build. */
function sources(): string {
  const folder = join(CLIENT, "service-worker");
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join();
}

const hash = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 12);

function listIn(files: readonly string[]): string {
  const list = files.find((name) => name.endsWith("/files.json"));
  if (!list) throw new Error("the list of Python's files is missing");
  return list;
}
