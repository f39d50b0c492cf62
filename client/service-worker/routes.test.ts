import { expect, test, vi } from "vitest";
import { addRoutes, routesOf } from "./routes";

const event = (more: object) => more as Parameters<typeof addRoutes>[0];

test("a browser that can is told what needs no service worker, wherever the hub is hosted", async () => {
  const add = vi.fn(async () => {});
  expect(await addRoutes(event({ addRoutes: add }), "/games/")).toBe(true);
  expect(add).toHaveBeenCalledWith(routesOf("/games/"));
  expect(routesOf("/games/")[0]?.condition.urlPattern?.pathname).toBe("/games/assets/*");
  expect(routesOf("/games/")[1]?.condition.urlPattern?.pathname).toBe("/games/api/*");
  expect(routesOf("/games/")[2]?.condition.urlPattern?.pathname).toBe("/games/api/games");
});

test("where a browser knows nothing of that, or not of this, all goes by way of the service worker", async () => {
  expect(await addRoutes(event({}), "/")).toBe(false);
  const add = async () => Promise.reject(new TypeError("no such source"));
  expect(await addRoutes(event({ addRoutes: add }), "/")).toBe(false);
});
