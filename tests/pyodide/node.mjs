// Runs programs in one Pyodide: node node.mjs CLIENT BUILT WASM TESTS. CLIENT is where npm installs, BUILT and WASM hold
// what `make browser` and `make wasm` made, and TESTS becomes the package `tests`. Each line of the input is a JSON
// [module, text]; the module has a main(text), whose text is answered as a line of JSON.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";

const [client, built, wasm, tests] = process.argv.slice(2);

async function started() {
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
  return python;
}

try {
  const python = await started();
  for await (const line of createInterface({ input: process.stdin })) {
    const [module, text] = JSON.parse(line);
    process.stdout.write(`${JSON.stringify(python.pyimport(module).main(text))}\n`);
  }
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
