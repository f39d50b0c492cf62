import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type FromPython, startPython, type ToPython } from "./python";

/** A web worker that answers when it is told to. */
class FakeWorker {
  onmessage: ((event: MessageEvent<FromPython>) => void) | null = null;
  onerror = null;
  sent: ToPython[] = [];
  ended = false;
  postMessage(message: ToPython) {
    this.sent.push(message);
  }
  terminate() {
    this.ended = true;
  }
  says(data: FromPython) {
    this.onmessage?.({ data } as MessageEvent<FromPython>);
  }
}

function begun() {
  const worker = new FakeWorker();
  return { worker, python: startPython(() => worker as unknown as Worker) };
}

const found = (id: number, value: unknown): FromPython => ({
  id,
  text: JSON.stringify({ is: "found", value }),
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test("each question gets its own answer, in whatever order they come", async () => {
  const { worker, python } = begun();
  const [one, two] = [1, 2].map((count) => python.find({ ask: "describe", text: String(count) }));
  worker.says(found(2, "second"));
  worker.says(found(1, "first"));
  expect(await Promise.all([one, two])).toEqual(["first", "second"]);
  expect(worker.sent.map(({ text }) => JSON.parse(text).text)).toEqual(["1", "2"]);
});

test("whoever asked is told how far it is", async () => {
  const { worker, python } = begun();
  const told = vi.fn();
  const report = python.find({ ask: "analyse", text: "" }, told);
  worker.says({ id: 1, part: 0.5 });
  worker.says(found(1, {}));
  await report;
  expect(told.mock.calls).toEqual([[0.5]]);
});

test("whoever waits for it to start is told how far it is, until they stop", () => {
  const { worker, python } = begun();
  worker.says({ starting: 0.25 });
  const told = vi.fn();
  const stop = python.starting(told);
  worker.says({ starting: 0.5 });
  stop();
  worker.says({ starting: 0.75 });
  expect(told.mock.calls).toEqual([[0.25], [0.5]]);
});

test("what cannot be done is a problem with its code", async () => {
  const { worker, python } = begun();
  const refused = python.table({ ask: "enter", code: "home-1" });
  worker.says({ id: 1, text: JSON.stringify({ is: "failed", code: "nothing-left", detail: "over" }) });
  await expect(refused).rejects.toMatchObject({ code: "nothing-left", status: 409 });
});

test("when it is ended, nobody waits any more", async () => {
  const { worker, python } = begun();
  const asked = python.find({ ask: "describe", text: "" });
  python.end();
  await expect(asked).rejects.toMatchObject({ code: "ended" });
  await expect(python.find({ ask: "describe", text: "" })).rejects.toMatchObject({ code: "ended" });
  expect(worker.ended).toBe(true);
});

test("where it cannot be started, whoever asks is told so", async () => {
  const { worker, python } = begun();
  const asked = python.find({ ask: "describe", text: "" });
  worker.says({ ready: false, error: "no such file" });
  await expect(asked).rejects.toMatchObject({ code: "no-python", status: 503 });
  await expect(python.ready).rejects.toMatchObject({ code: "no-python" });
});

test("a browser that cannot run it is told so at once", async () => {
  vi.spyOn(WebAssembly, "validate").mockReturnValue(false);
  const { worker, python } = begun();
  vi.restoreAllMocks();
  await expect(python.ready).rejects.toMatchObject({ code: "no-webassembly" });
  await expect(python.find({ ask: "describe", text: "" })).rejects.toMatchObject({ code: "no-webassembly" });
  expect([worker.ended, worker.sent]).toEqual([true, []]);
});

describe("one that says nothing for a minute is over", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const pass = (seconds: number) => vi.advanceTimersByTimeAsync(1000 * seconds);
  const NO_ANSWER = { code: "python-fault", status: 503 };

  test("while it starts: each stage has its own minute", async () => {
    const { worker, python } = begun();
    const refused = expect(python.ready).rejects.toMatchObject(NO_ANSWER);
    await pass(55);
    worker.says({ starting: 0.5 });
    await pass(55);
    expect(worker.ended).toBe(false);
    await pass(5);
    expect(worker.ended).toBe(true);
    await refused;
  });

  test("when it is asked about a table, counted from when it has started", async () => {
    const { worker, python } = begun();
    const refused = expect(python.table({ ask: "enter", code: "home-1" })).rejects.toMatchObject(NO_ANSWER);
    await pass(40);
    worker.says({ ready: true });
    await pass(55);
    expect(worker.ended).toBe(false);
    await pass(5);
    expect([worker.ended, python.isOver()]).toEqual([true, true]);
    await refused;
  });

  test("and not once it has answered", async () => {
    const { worker, python } = begun();
    worker.says({ ready: true });
    const answered = python.table({ ask: "enter", code: "home-1" });
    worker.says({ id: 1, text: JSON.stringify({ is: "table" }) });
    await answered;
    await pass(1000);
    expect(python.isOver()).toBe(false);
  });
});

test("what dies later is a fault, and over", async () => {
  const { worker, python } = begun();
  worker.says({ ready: true });
  const asked = python.find({ ask: "describe", text: "" });
  expect(python.isOver()).toBe(false);
  worker.says({ ready: false, error: "out of memory" });
  await expect(asked).rejects.toMatchObject({ code: "python-fault" });
  expect(python.isOver()).toBe(true);
});

test("what ends without a word is noticed by the lock that it held", async () => {
  let free = () => {};
  const request = vi.fn((_name: string, _options: object, granted: () => void) => {
    free = granted;
    return new Promise(() => {});
  });
  vi.stubGlobal("navigator", { locks: { request } });
  const { worker, python } = begun();
  worker.says({ lives: "parlour.python 1" });
  worker.says({ ready: true });
  const asked = python.find({ ask: "describe", text: "" });
  expect([request.mock.calls[0]?.[0], python.isOver()]).toEqual(["parlour.python 1", false]);
  free();
  await expect(asked).rejects.toMatchObject({ code: "python-fault" });
  expect(python.isOver()).toBe(true);
});

test("nobody waits for the lock of a worker that the page has ended", async () => {
  const request = vi.fn(async (_name: string, _options: { signal: AbortSignal }) => {});
  vi.stubGlobal("navigator", { locks: { request } });
  const { worker, python } = begun();
  worker.says({ lives: "parlour.python 1" });
  expect(request.mock.calls[0]?.[1].signal.aborted).toBe(false);
  python.end();
  expect(request.mock.calls[0]?.[1].signal.aborted).toBe(true);
});
