/** A question over HTTP as handlers at home see it, and what they answer with. */
import { isAtHome } from "@/api/ids";
import { isOfDevice, isProblem, Problem } from "@/api/problem";
import { addressOf } from "@/base";
import { isReadable, type KeptSession } from "@/home/kept/kept";

export interface Question {
  request: Request;
  /** What the path names, in order. */
  named: readonly string[];
  query: URLSearchParams;
}

export type Handler = (question: Question) => Promise<Response>;

/** Asks the hub; what it cannot be asked is a failure as without a network. */
export const atHub = ({ request }: Question) => fetch(request);

/** Asks the hub about a match, unless it can know nothing of it. */
export async function ofHub(question: Question): Promise<Response> {
  if (!isAtHome(first(question))) return atHub(question);
  if (await isReadable()) throw new Problem("no-such-match", "there is no such match", 404);
  throw new Problem("not-kept", "this browser lets nothing be kept", 404);
}

/** What the hub answers where this device could not; where the hub is unreachable, too, why this device could not. */
export const elseOfDevice = (error: unknown, answer: Promise<Response>): Promise<Response> =>
  answer.catch((unanswered: unknown) => {
    throw isOfDevice(error) || isProblem(error, "not-here") ? error : unanswered;
  });

/** Where the hub has the log of a match, and the service worker what it kept of that. */
export const logAddress = (match: string): string =>
  addressOf(`api/matches/${encodeURIComponent(match)}/session`);

export const json = (body: unknown, status = 200) => Response.json(body, { status });
/** A problem as the hub writes it: an answer of another type is taken for a proxy's (api/noServer.ts). */
export const problemAnswer = ({ code, detail, status }: Problem) =>
  new Response(JSON.stringify({ type: "about:blank", title: code, status, code, detail }), {
    status,
    headers: { "Content-Type": "application/problem+json" },
  });
export const textOf = ({ session }: KeptSession) => JSON.stringify(session);
export const first = ({ named }: Question): string => named[0] ?? "";
export const bodyOf = async <T>({ request }: Question): Promise<T> => (await request.json()) as T;
