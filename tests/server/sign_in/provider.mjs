/**
 * A real OpenID Connect provider on this machine: `node provider.mjs CLIENT_FOLDER` says where it is. Whoever types a name
 * is signed in under it; whose login is an e-mail address has the nickname Lark. What POST /told says ({"redirects": [...],
 * "conforms": true, "lie": "nonce"}) holds from then on; one that conforms tells names by userinfo alone.
 */
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const modules = join(process.argv[2], "node_modules");
const load = (path) => import(pathToFileURL(join(modules, path)).href);
const { default: Provider } = await load("oidc-provider/lib/index.js");
const jose = await load("jose/dist/webapi/index.js");

async function newKey(kid) {
  const { privateKey } = await jose.generateKeyPair("ES256", { extractable: true });
  return { ...(await jose.exportJWK(privateKey)), kid, alg: "ES256", use: "sig" };
}

const [first, second, stranger] = [await newKey("first"), await newKey("second"), await newKey("first")];
const CLIENT = { client_id: "parlour", client_secret: "very secret", id_token_signed_response_alg: "ES256" };
let provider;
let lie = "";
let handle = (_request, response) => response.writeHead(503).end();

function begin(issuer, redirects, conforms) {
  provider = new Provider(issuer, {
    clients: [{ ...CLIENT, redirect_uris: redirects }],
    jwks: { keys: [first] },
    enabledJWA: { idTokenSigningAlgValues: ["ES256"] },
    cookies: { keys: ["a key of the tests"] },
    conformIdTokenClaims: conforms,
    claims: { openid: ["sub"], profile: ["preferred_username", "nickname"] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    ttl: { Session: 600, Grant: 600, Interaction: 600, IdToken: 600, AccessToken: 600 },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, preferred_username: id, nickname: id.includes("@") ? "Lark" : undefined }),
    }),
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({ accountId: oidc.session.accountId, clientId: oidc.client.clientId });
      grant.addOIDCScope("openid profile");
      await grant.save();
      return grant;
    },
  });
  provider.use(async (context, next) => {
    await next();
    if (context.path === "/token" && context.body?.id_token) {
      context.body = { ...context.body, id_token: await toldOtherwise(context.body.id_token) };
    }
    if (context.path === "/jwks" && lie === "new key") {
      const { d: _private, ...shown } = second;
      context.body = { keys: [shown] };
    }
    if (context.path === "/me" && lie === "user of userinfo") context.body = { ...context.body, sub: "somebody else" };
    if (context.path === "/me" && lie === "no userinfo") context.status = 500;
    if (context.path.startsWith("/.well-known") && lie === "issuer") {
      context.body = { ...context.body, issuer: "https://elsewhere.example" };
    }
  });
  handle = provider.callback();
}

const past = () => Math.floor(Date.now() / 1000) - 3600;
const CHANGED = {
  nonce: () => ({ nonce: "of another sign-in" }),
  "no nonce": () => ({ nonce: undefined }),
  audience: () => ({ aud: "another hub" }),
  party: () => ({ aud: ["parlour", "another hub"], azp: "another hub" }),
  "issuer of the token": () => ({ iss: "https://elsewhere.example" }),
  expired: () => ({ exp: past(), iat: past() - 60 }),
  future: () => ({ iat: past() + 7200 }),
  subject: () => ({ sub: ["several"] }),
  "half a letter": () => ({ sub: "\ud800" }),
  late: () => ({ exp: Math.floor(Date.now() / 1000) - 20 }),
};

/** The ID token of somebody who lies: right in all but one thing. */
async function toldOtherwise(token) {
  const claims = { ...jose.decodeJwt(token), ...CHANGED[lie]?.() };
  if (lie === "unsigned") return new jose.UnsecuredJWT(claims).encode();
  if (lie === "shared secret") {
    const key = createHash("sha256").update(CLIENT.client_secret).digest();
    return new jose.SignJWT(claims).setProtectedHeader({ alg: "HS256", kid: "first" }).sign(key);
  }
  const key = lie === "new key" ? second : lie === "stranger" ? stranger : first;
  const signer = new jose.SignJWT(claims).setProtectedHeader({ alg: "ES256", kid: key.kid });
  return signer.sign(await jose.importJWK(key, "ES256"));
}

async function bodyOf(request) {
  let text = "";
  for await (const part of request) text += part;
  return text;
}

async function interact(request, response) {
  if (request.method === "GET") {
    response.setHeader("Content-Type", "text/html").end(`<!doctype html><html lang="en"><title>Provider</title>
<form method="post"><label>Your login <input name="login" autofocus></label><button>Go on</button></form>`);
    return;
  }
  const login = new URLSearchParams(await bodyOf(request)).get("login");
  const result = login ? { login: { accountId: login } } : { error: "access_denied" };
  await provider.interactionFinished(request, response, result);
}

const server = createServer(async (request, response) => {
  if (request.url === "/told") {
    const told = JSON.parse(await bodyOf(request));
    if (told.redirects) begin(`http://localhost:${server.address().port}`, told.redirects, told.conforms ?? false);
    lie = told.lie ?? "";
    response.end();
  } else if (lie === "silent") {
    // The connection stays open, and nothing is said.
  } else if (lie === "endless" && request.url.startsWith("/.well-known")) {
    response.setHeader("Content-Type", "application/json").write("[");
    const more = setInterval(() => response.write("1,".repeat(30_000)), 1);
    response.on("close", () => clearInterval(more));
  } else if (lie === "nonsense") {
    response.setHeader("Content-Type", "application/json").end('{"issuer": 5}');
  } else if (request.url.startsWith("/interaction/")) {
    await interact(request, response);
  } else {
    handle(request, response);
  }
});
server.listen(0, "127.0.0.1", () => console.log(`http://localhost:${server.address().port}`));
