/** Whether two boards fit side by side. */
import { useSyncExternalStore } from "react";

const room = window.matchMedia("(width >= 1200px)");

function subscribe(listener: () => void): () => void {
  room.addEventListener("change", listener);
  return () => room.removeEventListener("change", listener);
}

export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => room.matches);
}
