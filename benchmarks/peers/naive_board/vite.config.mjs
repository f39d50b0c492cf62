import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const client = (path) => here(`../../../client/${path}`);

export default {
  root: here("."),
  base: "./",
  logLevel: "warn",
  build: { rollupOptions: { input: [here("tiles.html"), here("lines.html")] } },
  resolve: {
    alias: {
      "@": client("src"),
      react: client("node_modules/react"),
      "react-dom": client("node_modules/react-dom"),
    },
  },
};
