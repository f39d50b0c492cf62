import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { beforeAll, expect, test } from "vitest";
import { setLanguage } from "@/text";
import HandedInNote from "./HandedInNote";

beforeAll(() => setLanguage("en"));

const noteOf = (handedIn: object) => {
  const client = new QueryClient();
  client.setQueryData(["handed-in", "m1"], handedIn);
  return renderToString(
    <QueryClientProvider client={client}>
      <HandedInNote match="m1" />
    </QueryClientProvider>,
  );
};

test.each([
  ["log-too-long", "it is longer than the server can take."],
  ["score-differs", "the score is not the one that is claimed."],
  ["unheard-of", "as the hub says"],
])("a refused match says why in words of its own: %s", (code, why) => {
  const note = noteOf({ state: "refused", code, detail: "as the hub says" });
  expect(note).toBe(` · not accepted: ${why}`);
});

test("a match that waits says why, where the hub has said so", () => {
  expect(noteOf({ state: "waiting" })).toBe(" · handed in once you are online");
  expect(noteOf({ state: "waiting", code: "rules-version" })).toBe(
    " · waits to be handed in: the server plays this game by another version of the rules.",
  );
  expect(noteOf({ state: "waiting", code: "quota-spent" })).toContain("have used up what one network gets");
  expect(noteOf({ state: "waiting", code: "unheard-of" })).toContain("Something went wrong.");
});
