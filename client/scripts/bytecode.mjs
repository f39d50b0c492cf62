// Compiles Python's modules before a browser would: node bytecode.mjs BROWSER TO
// BROWSER holds what `make browser` made. Its archives, and Pyodide's standard library as far as a start imports it, are
// written to TO under the same names with bytecode in place of modules, by the very Python that will read it: a browser
// that compiles them starts in twice the time. The same archives give the same bytes.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadPyodide } from "pyodide";

const STDLIB = "python_stdlib.zip";
const PROGRAM = `
import importlib, io, pathlib, py_compile, sys, tempfile, zipfile

AS_IT_IS = py_compile.PycInvalidationMode.UNCHECKED_HASH
EPOCH = (1980, 1, 1, 0, 0, 0)
FOLDER = pathlib.Path(tempfile.mkdtemp())

def bytecode(name, source):
    (FOLDER / "module.py").write_bytes(source)
    py_compile.compile(FOLDER / "module.py", FOLDER / "module.pyc", name, True, invalidation_mode=AS_IT_IS)
    return (FOLDER / "module.pyc").read_bytes()

def imported():
    """The files of the standard library that a start imports, as its archive names them."""
    for name in ("parlour.home.worker", "parlour.home.clock"):
        importlib.import_module(name)
    files = (getattr(module, "__file__", None) or "" for module in list(sys.modules.values()))
    return {file.partition(".zip/")[2] for file in files if ".zip/" in file}

def compiled(content, chosen=None):
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as archive, zipfile.ZipFile(made, "w") as to:
        for entry in archive.infolist():
            name, body = entry.filename, archive.read(entry)
            compiles = name.endswith(".py") and (chosen is None or name in chosen)
            new = zipfile.ZipInfo(name + "c" if compiles else name, EPOCH)
            new.external_attr = entry.external_attr
            to.writestr(new, bytecode(name, body) if compiles else body, zipfile.ZIP_DEFLATED, 9)
    return made.getvalue()
`;

const [browser, to] = process.argv.slice(2);
const library = readFileSync(fileURLToPath(new URL(`../node_modules/pyodide/${STDLIB}`, import.meta.url)));
const names = readdirSync(browser).filter((name) => /\.(whl|zip)$/.test(name));
const archives = names.map((name) => [name, readFileSync(join(browser, name))]);

// Constants that are sets are written in the order of their hashes.
const python = await loadPyodide({ env: { PYTHONHASHSEED: "0" } });
const packages = python.runPython("import site; site.getsitepackages()[0]");
for (const [, content] of archives)
  python.unpackArchive(new Uint8Array(content), "zip", { extractDir: packages });
python.runPython(PROGRAM);
const compiled = python.globals.get("compiled");
const imported = python.globals.get("imported")();

mkdirSync(to, { recursive: true });
const write = (name, content, ...chosen) =>
  writeFileSync(join(to, name), compiled(python.toPy(new Uint8Array(content)), ...chosen).toJs());
write(STDLIB, library, imported);
for (const [name, content] of archives) write(name, content);
