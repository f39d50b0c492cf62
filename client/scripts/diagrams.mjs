// Mermaid texts, a JSON list on standard input, as pictures for light and dark pages: a JSON list on standard output.
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { renderMermaidSVG } from "beautiful-mermaid";

const TOKENS = readFileSync(new URL("../src/styles/tokens.css", import.meta.url), "utf8");
const [ground, ink] = ["ground", "ink"].map((name) =>
  TOKENS.match(new RegExp(`--${name}: light-dark\\((?<light>.+), (?<dark>.+)\\);`)),
);
const THEMES = {
  light: { bg: ground.groups.light, fg: ink.groups.light },
  dark: { bg: ground.groups.dark, fg: ink.groups.dark },
};

/** From above to below, as pages are read; in a typeface that is there, so that nothing is fetched. */
function drawn(diagram, colours) {
  const svg = renderMermaidSVG(diagram.replace(/^flowchart LR$/m, "flowchart TD"), {
    ...colours,
    font: "system-ui",
    transparent: true,
  });
  return svg.replace(/@import url\([^)]*\);/, "");
}

const diagrams = JSON.parse(await text(process.stdin));
const pictures = diagrams.map((diagram) =>
  Object.fromEntries(Object.entries(THEMES).map(([theme, colours]) => [theme, drawn(diagram, colours)])),
);
process.stdout.write(JSON.stringify(pictures));
