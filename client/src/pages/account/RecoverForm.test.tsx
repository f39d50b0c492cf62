import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { http, queryClient } from "@/api/client";
import { meQuery } from "@/api/queries";
import { setLanguage } from "@/text";
import { RecoverForm } from "./RecoverForm";

const ANN = { id: "ann", name: "Ann", recoverable: false, account: false };
const MINA = { id: "mina", name: "Mina", recoverable: true, account: false };

beforeAll(() => setLanguage("en"));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  queryClient.clear();
});

const answer = (data: unknown) => ({ data, response: new Response() }) as never;
const refusal = (status: number, code: string) =>
  ({ error: { code, detail: "Not now." }, response: new Response(null, { status }) }) as never;

interface Present {
  me?: Partial<typeof ANN>;
  played?: unknown[];
  rooms?: unknown[];
  known?: boolean;
}

/** Types the phrase of another player and asks to go on as that one; returns what the hub is asked for. */
function typePhrase({ me = {}, played = [], rooms = [], known = true }: Present) {
  queryClient.setQueryData(meQuery.queryKey, ANN);
  vi.spyOn(http, "GET").mockImplementation((async (path: string) => {
    if (!known) return refusal(401, "no-player");
    if (path === "/api/me") return answer({ ...ANN, ...me });
    return answer(path === "/api/me/rooms" ? rooms : played);
  }) as never);
  const recovers = vi.spyOn(http, "POST").mockResolvedValue(answer(MINA));
  render(
    <QueryClientProvider client={queryClient}>
      <RecoverForm />
    </QueryClientProvider>,
  );
  fireEvent.change(screen.getByLabelText("I have a recovery phrase"), { target: { value: "six words " } });
  fireEvent.click(screen.getByRole("button", { name: "Continue as that player" }));
  return recovers;
}

const isMina = () => vi.waitFor(() => expect(queryClient.getQueryData(meQuery.queryKey)).toEqual(MINA));

test.each<[string, Present]>([
  ["games", { played: [{ match: "m1" }] }],
  ["a seat", { rooms: [{ room: { code: "ABCDEF" } }] }],
])("whoever has %s and could not come back is asked first, and can stay or go on", async (_, present) => {
  const recovers = typePhrase(present);
  const sheet = await screen.findByRole("dialog", { name: "Leave Ann behind?" });
  expect(sheet.textContent).toContain(
    "You are Ann now, and Ann has no recovery phrase: nobody can come back",
  );
  expect(recovers).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "Stay Ann" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(queryClient.getQueryData(meQuery.queryKey)).toEqual(ANN);

  fireEvent.click(screen.getByRole("button", { name: "Continue as that player" }));
  await screen.findByRole("dialog");
  fireEvent.click(screen.getByRole("button", { name: "Continue as that player" }));
  await isMina();
  expect(recovers).toHaveBeenCalledExactlyOnceWith("/api/me/recover", { body: { phrase: "six words" } });
  expect(screen.queryByRole("dialog")).toBeNull();
});

test.each<[string, Present]>([
  ["whoever has played nothing", {}],
  ["whoever has a phrase", { me: { recoverable: true }, played: [{}] }],
  ["whoever has an account", { me: { account: true }, rooms: [{}] }],
  ["whoever was signed out meanwhile", { known: false }],
])("%s is the other player at once", async (_, present) => {
  typePhrase(present);
  await isMina();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("what is wrong with the phrase stands at the field, without the question over it", async () => {
  const recovers = typePhrase({ played: [{}] });
  recovers.mockResolvedValue(refusal(404, "unknown-phrase"));
  await screen.findByRole("dialog");
  fireEvent.click(screen.getByRole("button", { name: "Continue as that player" }));
  await screen.findByText("No player has this recovery phrase.");
  expect(screen.queryByRole("dialog")).toBeNull();
});
