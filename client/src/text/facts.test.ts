/** Where a word is asked for by name, every fact that it tells ("{{name}}") is given to it. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { GAME_FOLDERS, SRC } from "../testing";
import { FALLBACK } from "./languages";

const FOLDER = join(SRC, "..", "..", "src", "parlour", "languages", FALLBACK);
const PLURAL = /_(zero|one|two|few|many|other)$/;

type Facts = ReadonlyMap<string, ReadonlySet<string>>;

/** The facts of each word in a file, by its key; those of a plural's forms together. */
function factsOf(file: string): Facts {
  const found = new Map<string, Set<string>>();
  const walk = (value: unknown, path: string) => {
    if (typeof value === "string") {
      const key = path.replace(PLURAL, "");
      const facts = [...value.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? "");
      found.set(key, new Set([...(found.get(key) ?? []), ...facts]));
    } else {
      for (const [key, inner] of Object.entries(value as object)) walk(inner, path ? `${path}.${key}` : key);
    }
  };
  walk(JSON.parse(readFileSync(file, "utf8")), "");
  return found;
}

/** The keys that an expression names: both of a choice between two. Empty if they are put together. */
function keysIn(node: ts.Expression | undefined): string[] {
  if (!node) return [];
  if (ts.isParenthesizedExpression(node)) return keysIn(node.expression);
  if (ts.isConditionalExpression(node)) return [...keysIn(node.whenTrue), ...keysIn(node.whenFalse)];
  return ts.isStringLiteral(node) ? [node.text] : [];
}

/** The names of what is given; nothing if it is not written out where it is given. */
function given(node: ts.Expression | undefined): Set<string> | undefined {
  if (!node) return new Set();
  if (!ts.isObjectLiteralExpression(node) || node.properties.some(ts.isSpreadAssignment)) return undefined;
  return new Set(node.properties.map((property) => property.name?.getText() ?? ""));
}

/** What a source asks for without a fact that it needs: "report.text lacks name". */
function lacking(name: string, source: string, facts: Facts): string[] {
  const found: string[] = [];
  const look = (node: ts.Node) => {
    if (ts.isCallExpression(node) && /^(i18next\.)?t$/.test(node.expression.getText())) {
      const there = given(node.arguments[1]);
      for (const key of there ? keysIn(node.arguments[0]) : []) {
        const missing = [...(facts.get(key) ?? [])].filter((fact) => !there?.has(fact));
        if (missing.length > 0) found.push(`${name}: ${key} lacks ${missing.join(", ")}`);
      }
    }
    ts.forEachChild(node, look);
  };
  look(ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX));
  return found;
}

const HUB = factsOf(join(FOLDER, "hub.json"));
const ADMIN = factsOf(join(FOLDER, "admin.json"));

const OF_GAMES = GAME_FOLDERS.filter((folder) => !folder.includes("template")).map(
  (folder) =>
    [folder, new Map([...HUB, ...factsOf(join(FOLDER, "games", `${basename(folder)}.json`))])] as const,
);
const OF_FOLDERS: readonly (readonly [string, Facts])[] = [
  ["admin", new Map([...HUB, ...ADMIN])],
  ...OF_GAMES,
];

/** What a file of the client may ask for: the words of its folder before the hub's. */
const factsFor = (file: string): Facts =>
  OF_FOLDERS.find(([folder]) => file.startsWith(`${folder}/`))?.[1] ?? HUB;

/** Whether a source asks for words at all: the others need not be parsed. */
const asks = (source: string): boolean => /\bt\(/.test(source);

test("every word that is asked for by name is given its facts", () => {
  const sources = readdirSync(SRC, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes(".test."))
    .map((name) => [name, readFileSync(join(SRC, name), "utf8")] as const);
  const lacks = sources
    .filter(([, source]) => asks(source))
    .flatMap(([name, source]) => lacking(name, source, factsFor(name)));
  expect(lacks).toEqual([]);
});

test("a fact that is not given is named", () => {
  const facts: Facts = new Map([
    ["a", new Set(["name"])],
    ["b", new Set(["name", "count"])],
  ]);
  const source = [
    't("a")',
    't("a", { name })',
    't("a", { ...all })',
    't("a", all)',
    't(many ? "a" : "b", { name: 1 })',
    'i18next.t("b", {})',
  ].join(";\n");
  expect(lacking("x", source, facts)).toEqual([
    "x: a lacks name",
    "x: b lacks count",
    "x: b lacks name, count",
  ]);
});
