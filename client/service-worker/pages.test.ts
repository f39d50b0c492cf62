import { expect, test } from "vitest";
import { pageFrom } from "./pages";

const never = new Promise<never>(() => {});
const over = Promise.resolve();
const [fresh, kept] = [new Response("fresh"), new Response("kept")];
const keeps = async () => kept;
const keepsNothing = async () => undefined;

test("a page is the server's, whatever it says of it", async () => {
  const refused = Response.json({}, { status: 503, headers: { "content-type": "application/problem+json" } });
  for (const page of [fresh, new Response("", { status: 500 }), refused])
    expect(await pageFrom(Promise.resolve(page), keeps, never)).toBe(page);
});

test("without a server, behind a proxy or not, and with one that is slow, it is the kept one", async () => {
  expect(await pageFrom(Promise.reject(new TypeError("no network")), keeps, never)).toBe(kept);
  for (const status of [502, 503, 504])
    expect(await pageFrom(Promise.resolve(new Response("", { status })), keeps, never)).toBe(kept);
  expect(await pageFrom(never, keeps, over)).toBe(kept);
});

test("where none is kept, the server is waited for", async () => {
  const slow = new Promise<Response>((done) => setTimeout(() => done(fresh)));
  expect(await pageFrom(slow, keepsNothing, over)).toBe(fresh);
  await expect(pageFrom(Promise.reject(new TypeError("no network")), keepsNothing, never)).rejects.toThrow();
});
