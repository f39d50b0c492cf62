import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { http, queryClient } from "@/api/client";
import { loadWords, setLanguage } from "@/text";
import { ActSheet } from "./ActSheet";
import { takeToken, type WantedAct } from "./adminApi";

beforeAll(async () => {
  await setLanguage("en");
  await loadWords("admin");
});
beforeEach(() => {
  sessionStorage.clear();
  history.replaceState(null, "", "/admin#the-token");
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function open(wanted: WantedAct, response: Response, error?: unknown) {
  takeToken();
  const post = vi.spyOn(http, "POST").mockResolvedValue({ data: {}, error, response } as never);
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={queryClient}>
      <ActSheet wanted={wanted} onClose={onClose} />
    </QueryClientProvider>,
  );
  return { post, onClose };
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

test("the token is taken off the address and sent with the act", async () => {
  const { post, onClose } = open({ act: "ban", fields: { who: "bob" }, named: "Bob" }, new Response());
  expect(location.hash).toBe("");
  type("For how many days", "2.5");
  type("Reason", " rude ");
  fireEvent.submit(screen.getByLabelText("Reason"));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(post).toHaveBeenCalledWith("/api/admin/acts", {
    body: { act: "ban", who: "bob", days: 2.5, reason: "rude" },
    headers: { Authorization: "Bearer the-token" },
  });
  expect(takeToken()).toBe("the-token");
});

test("days that are left out are not sent, and a refusal is said in the sheet, which stays", async () => {
  const refused = { code: "name-reserved", detail: "" };
  const wanted: WantedAct = { act: "rename", fields: { who: "bob" }, named: "Bob" };
  const { post, onClose } = open(wanted, new Response(null, { status: 400 }), refused);
  type("New name", "admin");
  type("Reason", "x");
  fireEvent.submit(screen.getByLabelText("Reason"));
  expect((await screen.findByRole("alert")).textContent).toContain("taken by the house");
  expect(post.mock.calls[0]?.[1]).toMatchObject({ body: { act: "rename", who: "bob", name: "admin" } });
  expect(onClose).not.toHaveBeenCalled();
});

test("an address is typed where none is known yet, and is not asked for where one is", async () => {
  const { post, onClose } = open({ act: "ban-address", fields: {}, named: "" }, new Response());
  type("IP address, or a range like 203.0.113.0/24", "203.0.113.7");
  type("Reason", "a script");
  fireEvent.submit(screen.getByLabelText("Reason"));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const body = { act: "ban-address", where: "203.0.113.7", reason: "a script" };
  expect(post.mock.calls[0]?.[1]).toMatchObject({ body });
  cleanup();
  open({ act: "ban-address", fields: { where: "hash" }, named: "hash" }, new Response());
  expect(screen.queryByLabelText(/IP address/)).toBeNull();
});
