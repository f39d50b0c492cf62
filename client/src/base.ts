/**
 * Where the hub lies on its host: "/", or "/games/" below a base. Scripts know it by their own address, since all of them
 * are served from one folder of the hub; so one build works below any base, in pages and in workers.
 */
const here: string = import.meta.url;
export const BASE = here.startsWith("http") ? new URL("..", here).pathname : "/";

/** What stands before paths that begin with a slash: "" or "/games". */
export const PREFIX = BASE.slice(0, -1);

/** The address of a file or an answer of the hub. */
export const addressOf = (path: string): string => BASE + path;

/** The whole address of a page of the hub, for others. */
export const linkTo = (path: string): string => location.origin + PREFIX + path;

/** A path of this host as the hub calls it: "/room/ABCDEF". */
export const pathBelow = (path: string): string => (path.startsWith(BASE) ? path.slice(PREFIX.length) : "/");

/** What a browser keeps for this host is called by the hub that keeps it: hubs below other bases keep their own. */
export const keyOf = (name: string): string => `parlour${PREFIX}.${name}`;
