import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { http, queryClient, type Schema } from "@/api/client";
import { gamesQuery, meQuery, noticesQuery } from "@/api/queries";
import { isServerUnreachable } from "@/api/reachable";
import { FakeTransport } from "@/connection/testing";
import * as transport from "@/connection/transport";
import { setLanguage } from "@/text";
import { OpenRooms } from "./OpenRooms";

const BANNED: Schema["HostNotices"] = {
  announcement: null,
  ban: { reason: "rude", until: null },
  mute: null,
};
const NOTHING_SAID: Schema["HostNotices"] = { announcement: null, ban: null, mute: null };
const said = (notices: Schema["HostNotices"]) =>
  queryClient.setQueryData(noticesQuery("ann").queryKey, notices);
let sockets: FakeTransport[] = [];

beforeAll(() => setLanguage("en"));
beforeEach(() => {
  sockets = [];
  vi.spyOn(transport, "socketTo").mockImplementation(() => {
    const socket = new FakeTransport();
    sockets.push(socket);
    return socket.open;
  });
  queryClient.setQueryData<unknown>(meQuery.queryKey, { id: "ann", name: "Ann" });
  queryClient.setQueryData(gamesQuery.queryKey, []);
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.restoreAllMocks();
});

function show(): void {
  render(
    <QueryClientProvider client={queryClient}>
      <OpenRooms />
    </QueryClientProvider>,
  );
}

test("somebody who is banned reads that they cannot join, and sees the list when the ban is lifted", async () => {
  said(BANNED);
  show();
  expect(screen.getByText(/cannot join rooms/)).toBeTruthy();
  expect(sockets).toEqual([]);
  act(() => void said(NOTHING_SAID));
  await vi.waitFor(() => expect(sockets).toHaveLength(1));
  act(() => sockets[0]?.receives({ type: "lobby", rooms: [], waiting: 0 }));
  expect(screen.getByText(/Nobody is waiting/)).toBeTruthy();
});

test("somebody whom the list sends away asks what the host has to say, and reads it", async () => {
  said(NOTHING_SAID);
  vi.spyOn(http, "GET").mockResolvedValue({ data: BANNED, response: new Response() } as never);
  show();
  act(() => sockets[0]?.receives({ type: "bye", code: "banned", retry_ms: null }));
  expect(sockets[0]?.closed).toBe(false);
  expect(await screen.findByText(/cannot join rooms/)).toBeTruthy();
  expect(sockets[0]?.closed).toBe(true);
});

test("when the list is cut off the server is looked for, and not when the page is left", async () => {
  const fetched = vi.spyOn(window, "fetch").mockRejectedValue(new TypeError("no network"));
  const asked = () => fetched.mock.calls.filter(([address]) => String(address).endsWith("health")).length;
  show();
  act(() => sockets[0]?.receives({ type: "lobby", rooms: [], waiting: 0 }));
  expect(asked()).toBe(0);
  act(() => sockets[0]?.breaks());
  await vi.waitFor(() => expect(isServerUnreachable()).toBe(true));
  fetched.mockImplementation(async () => Response.json({ status: "alive" }));
  window.dispatchEvent(new Event("online"));
  await vi.waitFor(() => expect(isServerUnreachable()).toBe(false));
  const before = asked();
  cleanup();
  expect(sockets[0]?.closed).toBe(true);
  expect(asked()).toBe(before);
});
