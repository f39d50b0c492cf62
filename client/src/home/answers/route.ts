/** Where a request is answered: at the hub, at home, or by both. Pages do not know. */
import type { Schema } from "@/api/client";
import { anythingKept, isAtHome } from "@/api/ids";
import { isNoServer } from "@/api/noServer";
import { isServerUnreachable, markServerUnreachable } from "@/api/reachable";
import { addressOf, pathBelow } from "@/base";
import { forgetMe, type Me, rememberedMe, rememberMe } from "@/home/player/me";
import { isPythonAvailable } from "@/home/python/availability";
import { askHub, HUB_TIMEOUT_MS } from "./hubTimeout";
import { answerInTime } from "./preparing";

/** What can be worked out here as well as at the hub. */
const COSTLY =
  /^(POST \/api\/sessions(\/steps|\/analysis)?|(GET|POST) \/api\/matches\/[^/]+\/(analysis|solution))$/;
/** What is asked of both: lists in which home stands beside the hub, and matches that may be kept here. */
const BOTH = /^(GET \/api\/(me\/rooms|players\/[^/]+\/matches)|\w+ \/api\/matches\/.+)$/;
/** What is answered at home when the hub does not answer. */
const ELSE_HERE = /^(POST \/api\/(me|rooms)|GET \/api\/players\/[^/]+)$/;
/** What the hub answers with who I am. */
const ME = /^(\w+ \/api\/me|POST \/api\/me\/recover)$/;
/** What may begin a match at the hub, but for a room of one's own. */
const BEGINS = /^POST \/api\/(rooms\/(quick|[^/]+\/(join|fill|rematch))|daily\/[^/]+|matches\/[^/]+\/try)$/;
const OPENS = "POST /api/rooms";

const load = () => import("./answers");

/** As fetch, for requests to `/api`. */
export async function fetchAnywhere(request: Request): Promise<Response> {
  const pathname = pathBelow(new URL(request.url).pathname);
  const asked = `${request.method} ${pathname}`;
  if (pathname.split("/").some(isAtHome) || (BOTH.test(asked) && (anythingKept() || isServerUnreachable())))
    return (await load()).answer(request);
  if (COSTLY.test(asked) && (isPythonAvailable() || isServerUnreachable()))
    return (await load()).answer(request);
  if (!ELSE_HERE.test(asked)) return remembered(asked, await fromHub(asked, request));
  const again = request.clone();
  const answer = await (asked === OPENS ? openedInTime(request) : askHub(request)).catch(() => null);
  if (answer && !isNoServer(answer)) return remembered(asked, answer);
  markServerUnreachable();
  return (await load()).answer(again);
}

/** However long it takes: whoever begins a game is told if the hub must prepare it first. */
function fromHub(asked: string, request: Request): Promise<Response> {
  const answer = fetch(request);
  if (BEGINS.test(asked)) void answerInTime(answer, Number.POSITIVE_INFINITY);
  return answer;
}

/** A room of the hub, unless it takes too long: then one is opened at home, and the hub's is left as soon as it is there. */
async function openedInTime(request: Request): Promise<Response | null> {
  const opening = fetch(request);
  const answer = await answerInTime(opening, HUB_TIMEOUT_MS);
  if (!answer) void opening.then(leaveRoom).catch(() => {});
  return answer;
}

async function leaveRoom(opened: Response): Promise<void> {
  if (!opened.ok) return;
  const { code } = (await opened.json()) as Schema["RoomNow"];
  await fetch(addressOf(`api/rooms/${code}/leave`), { method: "POST" });
}

/** Who I am is remembered from whatever the hub says about it. */
async function remembered(asked: string, answer: Response): Promise<Response> {
  if (answer.status === 401 && ME.test(asked)) rememberMe(null);
  if (!answer.ok) return answer;
  if (asked === "DELETE /api/me") await forgetAll();
  else if (asked === "POST /api/me/sign-out") rememberMe(null);
  else if (asked === "POST /api/me/phrase") rememberRecoverable();
  else if (ME.test(asked)) rememberMe((await answer.clone().json()) as Me);
  return answer;
}

/** Whoever has a phrase can come back with it. */
function rememberRecoverable(): void {
  const me = rememberedMe();
  if (me) rememberMe({ ...me, recoverable: true });
}

/** Whoever wants to be forgotten is forgotten here, too. */
async function forgetAll(): Promise<void> {
  const me = rememberedMe();
  forgetMe();
  if (!me || !anythingKept()) return;
  const [{ forgetAllOf }, { closeTablesOf }] = await Promise.all([
    import("@/home/kept/kept"),
    import("@/home/table/tables"),
  ]);
  await closeTablesOf(me.id);
  // Where nothing can be read there is nothing to forget.
  await forgetAllOf(me.id).catch(() => {});
}
