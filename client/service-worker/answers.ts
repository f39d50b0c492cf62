/** Which answers of the server are kept for pages that are opened without it: what was read, never what is under way. */

/** Without these no page is drawn: they are asked for before anybody opens one. */
export const CATALOGUE = ["api", "api/games"];
const READ =
  /^api\/(daily(\/.+)?|leaderboards\/.+|ratings\/.+|players\/[^/]+(\/matches)?|matches\/[^/]+(\/steps|\/result|\/session)?)$/;

/** What hardly ever changes: a server that is slow to answer is not waited for. */
export const isCatalogue = (path: string): boolean => CATALOGUE.includes(path);

/** The address of the log of a match whose steps are read at this address; null for anything else. */
export const logBeside = (address: string): string | null => {
  const match = /^(.*\/api\/matches\/[^/]+)\/steps(\?.*)?$/.exec(address)?.[1];
  return match ? `${match}/session` : null;
};

export const isRead = (path: string): boolean => READ.test(path);
