/** What tests of the service worker have in place of a hub. */

export const HUB = "http://hub.test/";

/** The build of the service worker; tests share its modules, so it is the same in all of them. */
export const BUILD = {
  id: "new",
  pack: "pack.json",
  files: ["icon.svg", "files.json"],
  python: "files.json",
};
