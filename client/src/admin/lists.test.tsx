import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { http, queryClient, type Schema } from "@/api/client";
import { gamesQuery, meQuery, noticesQuery } from "@/api/queries";
import { loadWords, setLanguage } from "@/text";
import { date } from "@/text/times";
import { ActLog, Matches, Rooms } from "./lists";
import { Announcing, Restrictions, Results, ServerSettings } from "./sections";

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
  people: ["bob"],
  bots: [null],
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
    "인정하지 않기",
    "인정하기",
  ]);
  fireEvent.click(screen.getByRole("button", { name: "인정하기: Bob" }));
  expect(onWant).toHaveBeenCalledWith({ act: "accept-result", fields: { match: "m2" }, named: "Bob" });
});

test.each([
  ["en", ["Remove the score", "removed the score: x"], ["Let it count", "lets it count: x"]],
  ["de", ["Ergebnis streichen", "Ergebnis gestrichen: x"], ["Zählen lassen", "lässt es zählen: x"]],
  ["ko", ["인정하지 않기", "인정하지 않음: x"], ["인정하기", "인정함: x"]],
])("a decision is called as its button is: %s", async (language, removed, counted) => {
  await setLanguage(language);
  show(Matches, [
    { ...MATCH, decision: "rejected", reason: "x" },
    { ...MATCH, id: "m2", number: 2, decision: "accepted", reason: "x" },
  ]);
  const [first, second] = await screen.findAllByRole("listitem");
  expect(first?.textContent).toContain(removed[1]);
  expect(first?.textContent).toContain(counted[0]);
  expect(second?.textContent).toContain(counted[1]);
  expect(second?.textContent).toContain(removed[0]);
  await setLanguage("ko");
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
  expect(card.textContent).toContain("텐 엑소시즘 · 무한");
  expect(card.textContent).toContain("140");
  expect(screen.getByRole("button", { name: "인정하기: Bob" })).toBeTruthy();
});

test.each([
  ["en", ["on", "off", "not set", "not set", "0.3 seconds"]],
  ["de", ["an", "aus", "nicht gesetzt", "nicht gesetzt", "0,3 Sekunden"]],
  ["ko", ["켜짐", "꺼짐", "설정 안 됨", "설정 안 됨", "0.3 초"]],
])(
  "a switch is on or off, and a setting that is empty says so without its unit: %s",
  async (language, said) => {
    await setLanguage(language);
    let flags = 0;
    const setting = (value: string | boolean, unit: string | null) => ({
      flag: `--f${flags++}`,
      value,
      is_number: unit === "SECONDS",
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
    const setting = (flag: string, help: string) => ({
      flag,
      value: "1",
      is_number: true,
      unit: "HOURS",
      help,
    });
    const settings = [setting("--host", "Where to listen."), setting("--newer", "What a newer server has.")];
    show(ServerSettings, { settings, longest_name: 1, most_marks: 1, reserved_names: [], processes: [] });
    const shown = await screen.findAllByRole("definition");
    expect(shown.map((text) => text.textContent)).toEqual([said, "What a newer server has."]);
    expect(screen.getAllByRole("term")[1]?.textContent).toBe("--newer 1 hours");
    await setLanguage("ko");
  },
);

test("of each process is told what it was started with otherwise", async () => {
  const setting = (flag: string, value: string | boolean) => ({
    flag,
    value,
    is_number: false,
    unit: null,
    help: "",
  });
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

const scored = (...scores: string[]) =>
  scores.map((text) => ({ text: words(text, text), spoken: words(text, text), note: words("", "") }));

const GONE = "a player who left";
test.each([
  ["en", ["Lively Hare (2 seats)", "Lively Hare · Bot, Casual", "somebody who was deleted"]],
  ["de", ["Lively Hare (2 Plätze)", "Lively Hare · Bot, Locker", "jemand, der gelöscht wurde"]],
  ["ko", ["Lively Hare(2자리)", "Lively Hare · 봇, 편하게", "삭제된 사람"]],
])("a match names its players seat by seat, and bots by their level: %s", async (language, said) => {
  await setLanguage(language);
  const [twice, withBot, deleted] = said;
  const of = (
    id: number,
    players: string[],
    people: (string | null)[],
    bots: (string | null)[] = people.map(() => null),
  ) => ({ ...MATCH, id: `m${id}`, number: id, players, people, bots, counts: false, shown: [] });
  const hare = "Lively Hare";
  show(Matches, [
    of(1, [hare, hare], ["h", "h"]),
    of(2, [hare, "bot casual"], ["h", null], [null, "casual"]),
    of(3, [GONE, GONE], [null, null]),
    of(4, [hare, "Mina", hare], ["h", "m", "h"]),
    of(5, [hare, hare], ["h", "another"]),
    { ...of(6, [hare, hare, "Mina"], ["h", "h", "m"]), shown: scored("7", "18", "3") },
  ]);
  const links = await screen.findAllByRole("link");
  expect(links.map((link) => link.textContent)).toEqual([
    twice,
    withBot,
    `${deleted} · ${deleted}`,
    `${hare} · Mina · ${hare}`,
    `${hare} · ${hare}`,
    `${hare} · ${hare} · Mina`,
  ]);
  await setLanguage("ko");
});

test("the pace of somebody who was deleted says so in the reader’s language", async () => {
  const pace = { actions: 9, median_ms: 10, fast_runs: 0.5 };
  const result = { match: "m1", game: "ten-exorcism", board: "endless", shown: scored("7") };
  show(Results, [{ ...result, names: [GONE], paces: [pace] }]);
  expect(await screen.findByText(/^삭제된 사람: 동작 9번.* 50%$/)).toBeTruthy();
});

test("a result that waits names somebody at each seat, for each has a score", async () => {
  const result = { match: "m1", game: "ten-exorcism", board: "endless", paces: [] };
  show(Results, [{ ...result, names: ["Bob", "Bob"], shown: scored("7", "18") }]);
  expect((await screen.findByRole("link")).textContent).toBe("Bob · Bob");
});

test("somebody who has two seats of a room is named once", async () => {
  const room = { code: "ABCDEF", game: "ten-exorcism", public: false, touched: 0, address: "" };
  show(Rooms, [{ ...room, players: ["Lively Hare", "Lively Hare"], people: ["h", "h"] }]);
  expect(await screen.findByText("Lively Hare(2자리)")).toBeTruthy();
});

test("the scores of a match stand together, with a colon between them", async () => {
  show(Matches, [{ ...MATCH, shown: scored("7", "18") }]);
  const card = await screen.findByRole("listitem");
  const seen = card.querySelector(".admin-scores")?.cloneNode(true) as HTMLElement;
  for (const spoken of seen.querySelectorAll(".unseen")) spoken.remove();
  expect(seen.textContent).toBe("7 : 18");
});

test.each([
  ["en", "root (command line)", "to look after the hub", "at a sign-in"],
  ["de", "root (Kommandozeile)", "um sich um den Hub zu kümmern", "bei der Anmeldung"],
  ["ko", "root(명령줄)", "허브를 돌보려고", "로그인할 때"],
])(
  "what the server wrote into the log by itself is in the reader’s language, what a host wrote as it is: %s",
  async (language, host, reason, signIn) => {
    await setLanguage(language);
    const act = { about: "x", act: "make-link", at: 0, named: "Mina", until: null };
    show(ActLog, [
      { ...act, number: 2, host: "root (command line)", reason: "to look after the hub", until: 86_400_000 },
      { ...act, number: 1, host: "Mina (1)", reason: "to look after the hub myself" },
      { ...act, number: 0, act: "mute", host: "sign-in", reason: "loud" },
    ]);
    const [made, written, moved] = await screen.findAllByRole("listitem");
    expect(made?.textContent).toContain(`${reason}${date(0)} · ${host} · `);
    expect(written?.textContent).toContain(`to look after the hub myself${date(0)} · Mina (1)`);
    expect(written?.textContent).not.toMatch(/ · $/);
    expect(moved?.textContent).toContain(`loud${date(0)} · ${signIn}`);
    await setLanguage("ko");
  },
);

test("since when and until when a ban holds are told apart", async () => {
  const ban = { kind: "ban", whose: "player", key: "bob", reason: "x", name: "Bob" };
  show(Restrictions, [{ ...ban, since: 0, until: 86_400_000 }]);
  expect(await screen.findByText(`${date(0)} · ${date(86_400_000)}까지`)).toBeTruthy();
});

test.each([
  ["en", ["10,000", "8080"]],
  ["de", ["10.000", "8080"]],
  ["ko", ["10,000", "8080"]],
])(
  "a number of the settings is written as the language does, and a port is none: %s",
  async (language, said) => {
    await setLanguage(language);
    const settings = [
      { flag: "--most-rooms", value: "10000", is_number: true, unit: null, help: "" },
      { flag: "--port", value: "8080", is_number: false, unit: null, help: "" },
    ];
    show(ServerSettings, { settings, longest_name: 1, most_marks: 1, reserved_names: [], processes: [] });
    const shown = await screen.findAllByRole("term");
    expect(shown.map((term) => term.querySelector("strong")?.textContent)).toEqual(said);
    await setLanguage("ko");
  },
);

test.each([86_400_000, null])("the host reads until when an announcement is shown: %s", async (until) => {
  queryClient.setQueryData<unknown>(meQuery.queryKey, { id: "ann", name: "Ann" });
  const announcement = { act: 1, at: 0, until, text: "A pause at eight." };
  const notices = { announcement, ban: null, mute: null };
  queryClient.setQueryData(noticesQuery("ann").queryKey, notices);
  show(Announcing, notices);
  const shown = (await screen.findByText("A pause at eight.")).nextSibling?.textContent;
  expect(shown).toBe(until === null ? "운영자가 끝낼 때까지 보입니다." : `${date(until)}까지 보입니다.`);
});
