import { fileURLToPath } from "node:url";

const client = (path) => fileURLToPath(new URL(`../../../client/${path}`, import.meta.url));

export default {
  root: fileURLToPath(new URL(".", import.meta.url)),
  base: "./",
  logLevel: "warn",
  resolve: {
    alias: {
      "@": client("src"),
      react: client("node_modules/react"),
      "react-dom": client("node_modules/react-dom"),
    },
  },
};
