/** What is asked about a session file that somebody opened, answered at home or by the hub. */
import { isRefused, Problem } from "@/api/problem";
import { isServerSilent } from "@/api/reachable";
import { think } from "@/home/python/workers";
import { beginHere } from "./analyses";
import { type Handler, json, type Question } from "./question";

export const stepsOf = (text: string, query: URLSearchParams) =>
  think({
    ask: "steps",
    text,
    first: Number(query.get("first") ?? 0),
    count: Number(query.get("count") ?? 100),
  });

/** Files at which Python here failed: the hub is asked about them. */
const failedHere = new Set<string>();

/** What Python here fails at is the hub's, from then on; what it refuses is refused. */
const ofFile =
  (here: (text: string, key: string, question: Question) => Promise<unknown>): Handler =>
  async (question) => {
    const again = question.request.clone();
    const text = await question.request.text();
    const key = await digest(text);
    if (failedHere.has(key) && !isServerSilent()) return fetch(again);
    try {
      return json(await here(text, key, question));
    } catch (error) {
      if (error instanceof Problem && isRefused(error)) throw error;
      failedHere.add(key);
      return fetch(again);
    }
  };

export const file = ofFile((text) => think({ ask: "describe", text }));
export const fileSteps = ofFile((text, _key, { query }) => stepsOf(text, query));
export const fileAnalysis = ofFile((text, key) => beginHere(key, text));

/** A name for what is written in a file. */
async function digest(text: string): Promise<string> {
  // Plain HTTP has no digests: there the text names itself.
  if (!crypto.subtle) return text;
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return `file-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
