/** Takes the keyboard and the screen reader along to another page: a browser does that for documents, not for us. */
import { useEffect } from "react";
import { announce } from "../notices";
import { bringFocus, nothingFocused } from "./focus";

let opened = false;

/** For what stands on every page: says where one is, once one has gone there from another page of ours. */
export function useArrival(): void {
  useEffect(() => {
    if (opened && takeToMain()) announce(document.querySelector("h1")?.textContent ?? document.title);
    opened = true;
  }, []);
}

/** What I play with, where I do: of its places the one that Tab would reach. */
const BOARD = ".room-main .game-board [tabindex='0']";
/** Stands beside a board that is only watched. */
const WATCHING = ".room-watching";

/** Focus what the page is about, a board if it has one, unless something has the focus; whether that was so. */
export function takeToMain(): boolean {
  const main = document.querySelector("main");
  if (!main || !nothingFocused()) return false;
  main.tabIndex = -1;
  const board = document.querySelector(WATCHING) ? null : main.querySelector<HTMLElement | SVGElement>(BOARD);
  bringFocus(board ?? main);
  return true;
}
