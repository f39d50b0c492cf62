/** The one page of the client, as it is opened without the server. */

const NONCE = /'nonce-([\w-]+)'/;

/** Whether a page is of this build: while a server changes, another may hand out the page. */
export const isOfBuild = (html: string, id: string): boolean => html.includes(`data-build="${id}"`);

/** The page with another nonce in it and in its policy: none is used twice, as if the server had sent it. */
export function withNonce(html: string, policy: string, nonce: string): { html: string; policy: string } {
  const before = NONCE.exec(policy)?.[1];
  if (!before) throw new Error("the policy of the page has no nonce");
  return { html: html.replaceAll(before, nonce), policy: policy.replaceAll(before, nonce) };
}

export function newNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** The kept page for one opening of it. */
export async function opened(kept: Response): Promise<Response> {
  const headers = new Headers(kept.headers);
  const policy = headers.get("content-security-policy") ?? "";
  const fresh = withNonce(await kept.text(), policy, newNonce());
  headers.set("content-security-policy", fresh.policy);
  headers.delete("content-encoding");
  headers.delete("content-length");
  return new Response(fresh.html, { headers });
}
