import { expect, test } from "vitest";
import { isOfBuild, newNonce, opened, withNonce } from "./shell";

const POLICY = "default-src 'self'; script-src 'self' 'nonce-aB_-1'; style-src 'nonce-aB_-1'";
const PAGE =
  '<html data-build="abc"><meta nonce="aB_-1"><script nonce="aB_-1" src="/assets/first.js"></script>';

test("a kept page is opened with a nonce of its own, in the page and in its policy", async () => {
  const kept = () => new Response(PAGE, { headers: { "content-security-policy": POLICY } });
  const [one, other] = [await opened(kept()), await opened(kept())];
  const nonces = [one, other].map(
    ({ headers }) => /'nonce-([^']+)'/.exec(headers.get("content-security-policy") ?? "")?.[1] ?? "",
  );
  expect(new Set([...nonces, "aB_-1"]).size).toBe(3);
  for (const [at, answer] of [one, other].entries()) {
    const html = await answer.text();
    expect(html.split(`nonce="${nonces[at]}"`)).toHaveLength(3);
    expect(`${html}${answer.headers.get("content-security-policy")}`).not.toContain("aB_-1");
  }
});

test("a nonce is one that a policy may hold", () => {
  expect(newNonce()).toMatch(/^[\w-]{22}$/);
});

test("a page without a policy is no page to open", () => {
  expect(() => withNonce(PAGE, "default-src 'self'", "x")).toThrow();
});

test("a page belongs to the build that it names", () => {
  expect(isOfBuild(PAGE, "abc")).toBe(true);
  expect(isOfBuild(PAGE, "abd")).toBe(false);
});
