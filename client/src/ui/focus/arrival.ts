/** Takes the keyboard and the screen reader along to another page: a browser does that for documents, not for us. */
import { useEffect } from "react";
import { announce } from "../notices";
import { bringFocus, nothingFocused } from "./focus";

let opened = false;

/** Focuses and announces the page that somebody came to from another page of ours. Every page calls it. */
export function useArrival(): void {
  useEffect(() => {
    if (opened && takeToMain()) announce(document.querySelector("h1")?.textContent ?? document.title);
    opened = true;
  }, []);
}

/** On the board of a game that I play: the one place that Tab reaches. */
const BOARD = ".room-main .game-board [tabindex='0']";
/** The note beside a board that I only watch. */
const WATCHING = ".room-watching";

/** Moves the focus to the board that I play on, or else to the page's main part. False where something had the focus already. */
export function takeToMain(): boolean {
  const main = document.querySelector("main");
  if (!main || !nothingFocused()) return false;
  main.tabIndex = -1;
  const board = document.querySelector(WATCHING) ? null : main.querySelector<HTMLElement | SVGElement>(BOARD);
  bringFocus(board ?? main);
  return true;
}
