/** A part of the program that did not arrive: a script, a style sheet or words. */
export class Unloaded extends Error {}

/** What the browsers say of a script that did not arrive. */
const SAID = /dynamically imported module|importing a module script|preload css/i;

/** Whether an error tells that a part of the program did not arrive. */
export const isUnloaded = (error: unknown): boolean =>
  error instanceof Unloaded || (error instanceof Error && SAID.test(error.message));
