/** The one page stands at addresses of any depth: it names its files by the base, which the server writes in. */
import type { Plugin } from "vite";

/** Below this the server puts the base: "" or "/games". */
const BASE = "{{base}}";

export function baseInPage(): Plugin {
  return {
    name: "base-in-page",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (html) => html.replaceAll(/(src|href)="\.\//g, `$1="${BASE}/`),
    },
  };
}
