import { afterEach, expect, test, vi } from "vitest";
import { navigateToNewest, newerBuild } from "./newest";

const navigate = vi.fn();
const loaded = vi.fn();

afterEach(() => {
  navigate.mockClear();
  loaded.mockClear();
  vi.restoreAllMocks();
});

test("pages change in place until a newer build is there, then the next one is loaded, once and not in the same place", () => {
  vi.spyOn(location, "assign").mockImplementation((to) => loaded("assign", new URL(to).pathname));
  vi.spyOn(location, "replace").mockImplementation((to) => loaded("replace", new URL(to).pathname));
  navigateToNewest(navigate, "/daily");
  expect(navigate).toHaveBeenCalledTimes(1);
  newerBuild();
  navigateToNewest(navigate, `${location.pathname}?at=3`, { replace: true });
  navigateToNewest(navigate, "/session");
  expect(navigate).toHaveBeenCalledTimes(3);
  expect(loaded).not.toHaveBeenCalled();
  navigateToNewest(navigate, "/settings");
  navigateToNewest(navigate, "/me", { replace: true });
  expect(loaded.mock.calls).toEqual([
    ["assign", "/settings"],
    ["replace", "/me"],
  ]);
  expect(navigate).toHaveBeenCalledTimes(3);
});
