/** Which answers of the server are kept for pages that are opened without it: what was read, never what is under way. */

/** Without these no page is drawn: they are asked for before anybody opens one. */
export const CATALOGUE = ["api", "api/games"];
const READ =
  /^api\/(daily(\/.+)?|leaderboards\/.+|ratings\/.+|players\/[^/]+(\/matches)?|matches\/[^/]+(\/steps|\/result)?)$/;

/** What hardly ever changes: a server that is slow to answer is not waited for. */
export const isCatalogue = (path: string): boolean => CATALOGUE.includes(path);

export const isRead = (path: string): boolean => READ.test(path);
