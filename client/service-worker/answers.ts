/** Which answers of the server are kept for pages that are opened without it: what was read, never what is under way. */

const CATALOGUE = /^api(\/games)?$/;
const READ =
  /^api\/(daily(\/.+)?|leaderboards\/.+|ratings\/.+|players\/[^/]+(\/matches)?|matches\/[^/]+(\/steps|\/result)?)$/;

/** What hardly ever changes: a server that is slow to answer is not waited for. */
export const isCatalogue = (path: string): boolean => CATALOGUE.test(path);

export const isRead = (path: string): boolean => READ.test(path);
