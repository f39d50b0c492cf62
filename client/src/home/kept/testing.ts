/** A browser that keeps something, for tests: their files run in one process, most of them with one that keeps nothing. */
import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { closeDatabase } from "./database";

const take = () => Reflect.deleteProperty(globalThis, "indexedDB");

take();

/** From now on there is an empty database. */
export function giveDatabase(): void {
  closeDatabase();
  Object.defineProperty(globalThis, "indexedDB", { value: new IDBFactory(), configurable: true });
}

/** From now on there is none. */
export function takeDatabase(): void {
  closeDatabase();
  take();
  localStorage.clear();
}
