/** What is asked about a session file that somebody opened, answered at home or by the hub. */
import { isProblem, isRefused } from "@/api/problem";
import { isServerUnreachable } from "@/api/reachable";
import { think } from "@/home/python/workers";
import { analysisHere, beginHere, forgetFailure } from "./analyses";
import { elseOfDevice, type Handler, json, type Question } from "./question";

export const stepsOf = (text: string, query: URLSearchParams) =>
  think({
    ask: "steps",
    text,
    first: Number(query.get("first") ?? 0),
    count: Number(query.get("count") ?? 100),
  });

/** Files at which Python here failed: the hub is asked about them. */
const failedHere = new Set<string>();

/** What Python here fails at, or has no game for, is the hub's from then on; what the rules refuse is refused. */
const ofFile =
  (here: (text: string, key: string, question: Question) => Promise<unknown>): Handler =>
  async (question) => {
    const again = question.request.clone();
    const text = await question.request.text();
    const key = await digest(text);
    if (failedHere.has(key) && !isServerUnreachable()) return fetch(again);
    try {
      return json(await here(text, key, question));
    } catch (error) {
      if (isRefused(error) && !isProblem(error, "not-here")) throw error;
      forgetFailure(key);
      failedHere.add(key);
      return elseOfDevice(error, fetch(again));
    }
  };

export const file = ofFile((text) => think({ ask: "describe", text }));
export const fileSteps = ofFile((text, _key, { query }) => stepsOf(text, query));
export const fileAnalysis = ofFile(async (text, key) => (await analysisHere(key)) ?? beginHere(key, text));

/** A name for what is written in a file. */
async function digest(text: string): Promise<string> {
  // Plain HTTP has no digests: there a short one tells apart what one person opens.
  if (!crypto.subtle) return `file-${text.length}-${shortDigest(text)}`;
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return `file-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** 64 bits of FNV-1a, as two halves that begin differently. */
function shortDigest(text: string): string {
  const [low, high] = [0x811c9dc5, 0x050c5d1f].map((begin) => {
    let hash = begin;
    for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    return (hash >>> 0).toString(16).padStart(8, "0");
  });
  return `${high}${low}`;
}
