// Runs a program in Pyodide: node node.mjs CLIENT BUILT WASM TESTS MODULE < input > output. CLIENT is where npm installs,
// BUILT and WASM hold what `make browser` and `make wasm` made, TESTS becomes the package `tests`, and MODULE has a
// main(text) that answers with a text.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const [client, built, wasm, tests, module] = process.argv.slice(2);

async function answer() {
  const { loadPyodide } = await import(createRequire(join(client, "package.json")).resolve("pyodide/pyodide.mjs"));
  const python = await loadPyodide();
  const site = python.runPython("import site; site.getsitepackages()[0]");
  for (const file of readdirSync(built).filter((file) => /\.(whl|zip)$/.test(file)))
    python.unpackArchive(new Uint8Array(readFileSync(join(built, file))), "zip", { extractDir: site });
  for (const file of readdirSync(wasm).filter((file) => file.endsWith(".wasm")))
    python.FS.writeFile(`${site}/parlour/games/${file.slice(0, -5)}/compiled.wasm`, readFileSync(join(wasm, file)));
  python.FS.mkdirTree(`${site}/tests`);
  python.mountNodeFS(`${site}/tests`, tests);
  python.FS.mkdirTree(`${site}/parlour/testing`);
  python.mountNodeFS(`${site}/parlour/testing`, join(tests, "../src/parlour/testing"));
  return python.pyimport(module).main(readFileSync(0, "utf8"));
}

try {
  process.stdout.write(await answer());
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
