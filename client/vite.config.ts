import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { baseInPage } from "./vite/baseInPage.ts";
import { incompleteWords } from "./vite/incompleteWords.ts";
import { pythonFiles } from "./vite/pythonFiles.ts";
import { serviceWorker } from "./vite/serviceWorker.ts";

// The server serves what is built from its own package, and puts a fresh nonce into each page.
export default defineConfig({
  plugins: [
    react(),
    baseInPage(),
    incompleteWords(fileURLToPath(new URL("../src/parlour/languages", import.meta.url))),
    pythonFiles(fileURLToPath(new URL("../build/python", import.meta.url))),
    serviceWorker(),
  ],
  resolve: {
    alias: [
      { find: "@", replacement: fileURLToPath(new URL("./src", import.meta.url)) },
      // Older Reacts lacked useSyncExternalStore; libraries that stand in for it get React's own.
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: "react" },
    ],
  },
  // Files name each other relatively, so that one build works below any base.
  base: "./",
  html: { cspNonce: "{{nonce}}" },
  build: {
    outDir: "../src/parlour/server/client",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    // Browsers that know no modulepreload load the same scripts a moment later.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 450,
    // What the first page needs is one file: dozens of small ones would name each other over and over.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "first", tags: ["$initial"] }] } } },
  },
  worker: { format: "es" },
  server: {
    fs: { allow: [".."] },
    proxy: {
      "/api": { target: "http://127.0.0.1:8000", ws: true, changeOrigin: true },
      "/python": "http://127.0.0.1:8000",
      "/pages": "http://127.0.0.1:8000",
    },
  },
  // Without isolation the test files of a worker share its modules: each is loaded once, not once a file.
  test: {
    environment: "happy-dom",
    globals: false,
    isolate: false,
    setupFiles: ["src/shared.setup.ts"],
    // No test waits for a clock: this ends only what hangs, also on a machine that is busy.
    testTimeout: 60_000,
    include: ["{src,template,service-worker}/**/*.test.{ts,tsx}"],
    coverage: {
      include: ["src/**/*.{ts,tsx}"],
      exclude: ["**/*.test.{ts,tsx}", "**/*.d.ts", "**/types.ts"],
      reporter: ["json-summary"],
      reportsDirectory: "../build/coverage/client",
    },
  },
});
