/** What a browser holds of a session: the short-lived tokens, the refresh token and a name in the list of sessions. */
import { SignJWT } from "jose";
import { expect, test } from "vitest";
import { deriveHmacKey, keyId } from "../../worker/platform/crypto.ts";
import { browserName } from "../../worker/shop/sessions/start-session.ts";
import {
  firstRefreshToken,
  parseRefreshToken,
  successorOf,
  signToken,
  verifyToken,
  type TokenType,
} from "../../worker/shop/sessions/tokens.ts";

const noon = Date.UTC(2026, 10, 21, 12);
const minuteMs = 60_000;
const secret = "a secret of this test";
const mei = { sub: "mei", sid: "browser", endsAt: noon + 60 * minuteMs };
const sign = (changes: Partial<typeof mei> = {}, type: TokenType = "access") =>
  signToken(secret, type, { ...mei, ...changes }, noon);
const verify = (token: string, now = noon, type: TokenType = "access", secrets = [secret]) =>
  verifyToken(secrets as [string, ...string[]], type, token, now);

test("an access token names its member and session for ten minutes, five seconds more for slow clocks", async () => {
  const token = await sign();
  expect(await verify(token)).toEqual({
    iss: "sillage",
    aud: "sillage:api",
    sub: "mei",
    sid: "browser",
    iat: noon / 1000,
    exp: noon / 1000 + 600,
  });
  expect(await verify(token, noon + 10 * minuteMs + 4000)).not.toBeNull();
  expect(await verify(token, noon + 10 * minuteMs + 5000)).toBeNull();
});

test("no token outlives the session, and a token from tomorrow is none", async () => {
  const token = await sign({ endsAt: noon + minuteMs });
  expect(await verify(token, noon + minuteMs + 4000)).not.toBeNull();
  expect(await verify(token, noon + minuteMs + 5000)).toBeNull();
  expect(await verify(token, noon - minuteMs)).toBeNull();
});

test("a token of one kind opens nothing of the other", async () => {
  expect(await verify(await sign(), noon, "pre_otp")).toBeNull();
  const owed = await signToken(secret, "pre_otp", { sub: "challenge", endsAt: mei.endsAt }, noon);
  expect(await verify(owed)).toBeNull();
  expect(await verify(owed, noon + 15 * minuteMs, "pre_otp")).toMatchObject({ sub: "challenge" });
  expect(await verify(owed, noon + 15 * minuteMs + 5000, "pre_otp")).toBeNull();
  expect((await verify(owed, noon, "pre_otp"))?.sid).toBeUndefined();
});

test("after a change of keys tokens of the key before still open, of no other (R12)", async () => {
  const token = await sign();
  expect(await verify(token, noon, "access", ["the next", secret])).not.toBeNull();
  expect(await verify(token, noon, "access", ["the next", "another"])).toBeNull();
});

/** With the right key, so that only what is told apart from a token of ours decides. */
async function forged(header: object, payload: object, claims = {}): Promise<string> {
  const issued = noon / 1000;
  const whole = { iss: "sillage", aud: "sillage:api", sub: "mei", sid: "b", iat: issued };
  return new SignJWT({ ...whole, exp: issued + 60, ...payload, ...claims })
    .setProtectedHeader({
      alg: "HS256",
      kid: await keyId(`access:${secret}`),
      typ: "access",
      ...header,
    })
    .sign(await deriveHmacKey(secret, "token:access"));
}

test.each<[what: string, header: object, payload: object]>([
  ["another issuer", {}, { iss: "else" }],
  ["another audience", {}, { aud: "sillage:second-step" }],
  ["another kind", { typ: "JWT" }, {}],
  ["another key's name", { kid: "else" }, {}],
  ["no key's name", { kid: undefined }, {}],
  ["a claim of its own", {}, { role: "admin" }],
  ["no member", {}, { sub: undefined }],
  ["an odd member", {}, { sub: "mei/../noor" }],
  ["an odd session", {}, { sid: "" }],
  ["no end", {}, { exp: undefined }],
  ["no beginning", {}, { iat: undefined }],
  ["an end of another year, but begun long ago", {}, { iat: noon / 1000 - 700, exp: noon }],
])("a token with %s is none (R10)", async (_what, header, payload) => {
  expect(await verify(await forged({}, {})), "as it should be").not.toBeNull();
  expect(await verify(await forged(header, payload))).toBeNull();
});

/** Signed as ours are, whatever its header says. */
async function withHeader(header: object, key: CryptoKey): Promise<string> {
  const [head = "", payload] = (await sign()).split(".");
  const ours = JSON.parse(Buffer.from(head, "base64url").toString());
  const said = Buffer.from(JSON.stringify({ ...ours, ...header })).toString("base64url");
  const text = `${said}.${payload}`;
  const mac = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(text));
  return `${text}.${Buffer.from(mac).toString("base64url")}`;
}

test.each(["none", "None", "HS384", "HS512", "RS256", "", null])(
  "a token signed as %s is none (R16)",
  async (alg) => {
    const key = await deriveHmacKey(secret, "token:access");
    expect(await verify(await withHeader({}, key)), "as it should be").not.toBeNull();
    expect(await verify(await withHeader({ alg }, key))).toBeNull();
  },
);

test("a token that brings the key it is signed with is none (R16)", async () => {
  const theirs = crypto.getRandomValues(new Uint8Array(32));
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", theirs, hmac, false, ["sign"]);
  const jwk = { kty: "oct", alg: "HS256", k: Buffer.from(theirs).toString("base64url") };
  for (const header of [{ jwk }, { jku: "https://evil.example/keys" }, { kid: undefined, jwk }])
    expect(await verify(await withHeader(header, key))).toBeNull();
});

test("a token with one sign changed, more or less is none", async () => {
  const token = await sign();
  for (const odd of ["", "a.b.c", `${token}A`, token.slice(0, -1), ` ${token}`, `x${token}`])
    expect(await verify(odd), odd).toBeNull();
  const last = token.at(-1) ?? "";
  // The next sign differs in bits that decoders ignore.
  const twin = String.fromCharCode(last.charCodeAt(0) + 1);
  expect(await verify(token.slice(0, -1) + twin)).toBeNull();
});

const sessionId = "session-of-mei-1";

test("a refresh token is its session, its number and 32 random bytes", () => {
  const text = firstRefreshToken(sessionId);
  expect(parseRefreshToken(text)).toEqual({ text, sessionId, generation: 0 });
  expect(firstRefreshToken(sessionId)).not.toBe(text);
  const tail = "s".repeat(43);
  expect(parseRefreshToken(`${sessionId}.17.${tail}`)?.generation).toBe(17);
  for (const odd of [
    null,
    "",
    `${sessionId}.01.${tail}`,
    `${sessionId}.-1.${tail}`,
    `${sessionId}.1000000000.${tail}`,
    `short.0.${tail}`,
    `${"s".repeat(65)}.0.${tail}`,
    `${sessionId}.0.${tail}s`,
    `${sessionId}.0.${tail.slice(1)}`,
    `${sessionId}.0.${tail}.more`,
  ])
    expect(parseRefreshToken(odd), String(odd)).toBeNull();
});

test("all who come with one refresh token get the same next one, which nobody else can make", async () => {
  const token = { text: firstRefreshToken(sessionId), sessionId, generation: 0 };
  const next = await successorOf(secret, token);
  expect(parseRefreshToken(next)).toEqual({ text: next, sessionId, generation: 1 });
  expect(await successorOf(secret, token)).toBe(next);
  expect(await successorOf("another", token)).not.toBe(next);
  expect(await successorOf(secret, { ...token, text: `${token.text}x` })).not.toBe(next);
});

const mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)";
test.each([
  [`${mac} AppleWebKit/605.1.15 (KHTML) Version/18.1 Safari/605.1.15`, "Safari · macOS"],
  [`${mac} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Safari/537.36`, "Chrome · macOS"],
  [`${mac} AppleWebKit/537.36 Chrome/131.0 Safari/537.36 Edg/131.0`, "Edge · macOS"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Line/14.19", "LINE · iPhone"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0", "Firefox · Linux"],
  ["Mozilla/5.0 (Linux; Android 14) Chrome/131.0 Mobile Safari/537.36", "Chrome · Android"],
  ["Mozilla/5.0 (Windows NT 10.0) something else", "Windows"],
  ["curl/8.5.0", "Web"],
  ["", "Web"],
])("the browser %j is listed as %s", (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name);
});
