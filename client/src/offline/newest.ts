/** A newer build is there: the next page that is opened is of it. Between games, that is: a game is one page. */
import type { AroundNavHandler } from "wouter";
import { addressOf } from "@/base";
import { observable, useObservable } from "@/observable";
import { navigateFromSheets } from "@/ui/sheets/sheetHistory";

/** What stands there is only in this page's memory. */
const HELD = addressOf("session");

const newer = observable(false);

export const newerBuild = (): void => newer.set(true);

export const useNewerBuild = (): boolean => useObservable(newer);

/** Goes to another page of ours; by way of the browser when it can be a newer one. */
export const navigateToNewest: AroundNavHandler = (navigate, to, options) => {
  const there = new URL(to, location.href);
  const stays = there.pathname === location.pathname || there.pathname === HELD;
  if (!newer.get() || stays) navigateFromSheets(navigate, to, options);
  else if (options?.replace) location.replace(there);
  else location.assign(there);
};
