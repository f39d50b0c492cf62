/** What is asked about the analysis of a match, answered at home or by the hub. */
import { isAtHome } from "@/api/ids";
import { Problem } from "@/api/problem";
import { arrivedAs, sessionKept } from "@/home/kept/kept";
import { analysisHere, beginHere, isBegun } from "./analyses";
import { askHub } from "./hubTimeout";
import { atHub, elseOfDevice, first, type Handler, json, logAddress, ofHub, textOf } from "./question";

/** Matches of the hub whose analysis failed here: the hub is asked for it. */
const failedHere = new Set<string>();

/** An analysis of a match of the hub is worked out here, too, unless it was begun there. */
export const analyse: Handler = async (question) => {
  const id = first(question);
  if (failedHere.has(id)) return atHub(question);
  const kept = await sessionKept(id);
  if (kept) return json(await beginHere(id, textOf(kept)));
  if (isAtHome(id) && (await arrivedAs(id)) === undefined) return ofHub(question);
  const there = await askHub(new Request(question.request.url)).catch(() => null);
  if (there?.ok) return there;
  const log = await fetch(logAddress(id));
  return log.ok ? json(await beginHere(id, await log.text())) : log;
};

export const analysis: Handler = async (question) => {
  const id = first(question);
  if (failedHere.has(id)) return atHub(question);
  try {
    const known = await analysisHere(id);
    if (known) return json(known);
  } catch (error) {
    if (await sessionKept(id))
      throw new Problem("analysis-failed", "the analysis did not come to an end", 409);
    failedHere.add(id);
    return elseOfDevice(error, fetch(question.request.url, { method: "POST" }));
  }
  if (isBegun(id)) return analyse(question);
  if (await sessionKept(id)) throw new Problem("no-such-analysis", "nobody has asked for this analysis", 404);
  return ofHub(question);
};
