import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { http, queryClient, type Schema } from "@/api/client";
import { gamesQuery } from "@/api/queries";
import { loadWords, setLanguage } from "@/text";
import { Matches } from "./lists";
import { Restrictions, Results, ServerSettings } from "./sections";

beforeAll(async () => {
  await setLanguage("ko");
  await loadWords("admin");
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.restoreAllMocks();
});

const words = (en: string, ko: string) => ({ en, ko });
const LISTED = {
  id: "ten-exorcism",
  title: words("Ten Exorcism", "텐 엑소시즘"),
  boards: [{ name: "endless", label: words("Endless", "무한") }],
} as unknown as Schema["ListedGame"];

function show(list: typeof Matches, found: unknown) {
  queryClient.setQueryData(gamesQuery.queryKey, [LISTED]);
  vi.spyOn(http, "GET").mockResolvedValue({ data: found, response: new Response() } as never);
  const onWant = vi.fn();
  const List = list;
  render(
    <QueryClientProvider client={queryClient}>
      <List onWant={onWant} />
    </QueryClientProvider>,
  );
  return onWant;
}

const MATCH = {
  id: "m1",
  number: 1,
  game: "ten-exorcism",
  players: ["Bob"],
  started: 0,
  ended: 1,
  finished: true,
  confirmed: true,
  shown: [{ text: words("140", "140"), spoken: words("140", "140"), note: words("", "") }],
  counts: true,
  marked: false,
  decision: null,
  reason: null,
};

test("a range of addresses is shown as it is, and its ban is lifted as an address’s is", async () => {
  const ban = {
    kind: "ban",
    whose: "range",
    key: "203.0.113.0/24",
    since: 0,
    until: null,
    reason: "x",
    name: "",
  };
  const onWant = show(Restrictions, [ban]);
  expect(await screen.findByText("203.0.113.0/24")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: /주소 차단 풀기/ }));
  const fields = { where: "203.0.113.0/24" };
  expect(onWant).toHaveBeenCalledWith({ act: "unban-address", fields, named: "203.0.113.0/24" });
});

test("a game is called by its name, and a score that was removed can be let count again", async () => {
  const onWant = show(Matches, [MATCH, { ...MATCH, id: "m2", number: 2, decision: "rejected", reason: "x" }]);
  expect(await screen.findAllByText("텐 엑소시즘")).toHaveLength(2);
  expect(screen.getAllByRole("button").map((button) => button.textContent)).toEqual([
    "점수 지우기",
    "인정하기",
  ]);
  fireEvent.click(screen.getByRole("button", { name: "인정하기: Bob" }));
  expect(onWant).toHaveBeenCalledWith({ act: "accept-result", fields: { match: "m2" }, named: "Bob" });
});

test("the score is shown, and none is to be removed of a match that never counts", async () => {
  show(Matches, [{ ...MATCH, counts: false }]);
  expect((await screen.findByRole("listitem")).textContent).toContain("140");
  expect(screen.queryByRole("button")).toBeNull();
});

test("a match that was left can be removed too once it is confirmed, and nothing before", async () => {
  const left = { ...MATCH, finished: false };
  const onWant = show(Matches, [left, { ...left, id: "m2", number: 2, confirmed: null }]);
  fireEvent.click(await screen.findByRole("button"));
  expect(onWant).toHaveBeenCalledWith({ act: "reject-result", fields: { match: "m1" }, named: "Bob" });
});

test("whoever decides on a result sees what was played, and the score", async () => {
  show(Results, [
    {
      match: "m1",
      game: "ten-exorcism",
      board: "endless",
      names: ["Bob"],
      shown: [{ text: words("140", "140"), spoken: words("140", "140"), note: words("", "") }],
      paces: [],
    },
  ]);
  const card = await screen.findByRole("listitem");
  expect(card.textContent).toContain("텐 엑소시즘 무한");
  expect(card.textContent).toContain("140");
  expect(screen.getByRole("button", { name: "인정하기: Bob" })).toBeTruthy();
});

test.each([
  ["en", ["on", "off", "not set", "not set", "0.3 seconds"]],
  ["de", ["an", "aus", "nicht gesetzt", "nicht gesetzt", "0.3 Sekunden"]],
  ["ko", ["켜짐", "꺼짐", "설정 안 됨", "설정 안 됨", "0.3 초"]],
])(
  "a switch is on or off, and a setting that is empty says so without its unit: %s",
  async (language, said) => {
    await setLanguage(language);
    let flags = 0;
    const setting = (value: string | boolean, unit: string | null) => ({
      flag: `--f${flags++}`,
      value,
      unit,
      help: "",
    });
    const settings = [
      setting(true, null),
      setting(false, null),
      setting("", null),
      setting("", "PATH"),
      setting("0.3", "SECONDS"),
    ];
    show(ServerSettings, { settings, longest_name: 1, most_marks: 1, reserved_names: [], processes: [] });
    const shown = await screen.findAllByRole("term");
    expect(shown.map((term) => term.textContent)).toEqual(
      said.map((words, number) => `--f${number} ${words}`),
    );
    await setLanguage("ko");
  },
);

test.each([
  ["en", "Where to listen."],
  ["de", "Wo gelauscht wird."],
  ["ko", "접속을 기다리는 주소입니다."],
])(
  "what a flag means stands in the chosen language, or as the server says it: %s",
  async (language, said) => {
    await setLanguage(language);
    const setting = (flag: string, help: string) => ({ flag, value: "1", unit: "HOURS", help });
    const settings = [setting("--host", "Where to listen."), setting("--newer", "What a newer server has.")];
    show(ServerSettings, { settings, longest_name: 1, most_marks: 1, reserved_names: [], processes: [] });
    const shown = await screen.findAllByRole("definition");
    expect(shown.map((text) => text.textContent)).toEqual([said, "What a newer server has."]);
    expect(screen.getAllByRole("term")[1]?.textContent).toBe("--newer 1 hours");
    await setLanguage("ko");
  },
);

test("of each process is told what it was started with otherwise", async () => {
  const setting = (flag: string, value: string | boolean) => ({ flag, value, unit: null, help: "" });
  const settings = [setting("--rate", "20"), setting("--metrics", true), setting("--new", "1")];
  const process = (name: string, said: Record<string, string | boolean>) => ({
    process: name,
    version: "0.1",
    since: 0,
    settings: said,
  });
  const processes = [
    process("a:1", { "--rate": "20", "--metrics": true }),
    process("b:2", { "--rate": "5", "--metrics": false }),
  ];
  show(ServerSettings, { settings, longest_name: 1, most_marks: 1, reserved_names: [], processes });
  const [same, other] = await screen.findAllByRole("listitem");
  expect(same?.textContent).toContain("같은 설정으로 시작했습니다.");
  expect(other?.textContent).toContain("--rate 5");
  expect(other?.textContent).toContain("--metrics 꺼짐");
  expect(other?.textContent).not.toContain("--new");
});
