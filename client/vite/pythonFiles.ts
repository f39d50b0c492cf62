/** Puts the files that Python in a browser needs among the built ones, and says to the code where their list is. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";

/** `__PYTHON_FILES__` is the path of the list below the hub's address; empty where nothing was gathered, as in tests. */
export function pythonFiles(folder: string): Plugin {
  const latest = join(folder, "latest.json");
  return {
    name: "python-files",
    config(_config, { command }) {
      if (command === "build" && !existsSync(latest))
        throw new Error(`${folder} is empty: make client gathers what Python needs`);
      const list = existsSync(latest) ? readFileSync(latest, "utf8") : '""';
      return { define: { __PYTHON_FILES__: list } };
    },
    generateBundle() {
      const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
      for (const name of names.filter((name) => dirname(name) !== "."))
        this.emitFile({
          type: "asset",
          fileName: `python/${name}`,
          source: readFileSync(join(folder, name)),
        });
    },
  };
}
