/**
 * No test asks a network: what is not answered by the test itself is not answered, and no server counts as unreachable.
 *
 * Files of one worker share their modules and their page: none leaves anything behind for the next.
 */
import { cleanup, configure } from "@testing-library/react";
import { afterAll, vi } from "vitest";
import { queryClient } from "@/api/client";
import { isServerUnreachable } from "@/api/reachable";

// What is waited for comes on the busiest machine, too; only what hangs takes as long.
configure({ asyncUtilTimeout: 30_000 });
globalThis.fetch = () => new Promise(() => {});

afterAll(async () => {
  vi.useRealTimers();
  cleanup();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  queryClient.clear();
  history.replaceState(null, "", "/");
  if (!isServerUnreachable()) return;
  globalThis.fetch = async () => Response.json({ status: "alive" });
  window.dispatchEvent(new Event("online"));
  await vi.waitFor(() => {
    if (isServerUnreachable()) throw new Error("the server is still unreachable");
  });
});
