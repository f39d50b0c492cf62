/** Takes the keyboard and the screen reader along to another page: a browser does that for documents, not for us. */
import { useEffect } from "react";
import { announce } from "./notices";

let opened = false;

/** For what stands on every page: says where one is, once one has gone there from another page of ours. */
export function useArrival(): void {
  useEffect(() => {
    if (opened && takeToMain()) announce(document.querySelector("h1")?.textContent ?? document.title);
    opened = true;
  }, []);
}

/** Focus what the page is about, if nothing has the focus; whether that was so. */
export function takeToMain(): boolean {
  const main = document.querySelector("main");
  if (!main || document.activeElement !== document.body) return false;
  main.tabIndex = -1;
  main.focus({ preventScroll: true });
  return true;
}
