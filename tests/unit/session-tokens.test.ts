import { randomBytes } from "node:crypto";
import { SignJWT, FlattenedSign } from "jose";
import * as own from "../../worker/platform/crypto.ts";
import { browserName } from "../../worker/shop/sessions/manage-sessions.ts";
import * as tokens from "../../worker/shop/sessions/tokens.ts";
import type { Config } from "../../worker/env.ts";
import * as results from "../../worker/shop/payments/build-result.ts";

const noon = Date.UTC(2026, 10, 21, 12);
const minuteMs = 60_000;
const secret = "a secret of this test";
const mei = { sub: "mei", sid: "browser", endsAt: noon + 60 * minuteMs };
const sign = (changes: Partial<typeof mei> = {}, type: tokens.TokenType = "access") =>
  tokens.signToken(secret, type, { ...mei, ...changes }, noon);
const verify = (token: string, now = noon, type: tokens.TokenType = "access", secrets = [secret]) =>
  tokens.verifyToken(secrets as [string, ...string[]], type, token, now);

test("an access token names its member and session for ten minutes, five seconds more for slow clocks", async () => {
  const token = await sign();
  const whose = { iss: "sillage", aud: "sillage:api", sub: "mei", sid: "browser" };
  expect(await verify(token)).toEqual({ ...whose, iat: noon / 1000, exp: noon / 1000 + 600 });
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
  const challenge = { sub: "challenge", endsAt: mei.endsAt };
  const owed = await tokens.signToken(secret, "pre_otp", challenge, noon);
  expect(await verify(owed)).toBeNull();
  const whose = { sub: "challenge", aud: "sillage:second-step" };
  expect(await verify(owed, noon + 15 * minuteMs, "pre_otp")).toMatchObject(whose);
  expect(await verify(owed, noon + 15 * minuteMs + 5000, "pre_otp")).toBeNull();
  expect((await verify(owed, noon, "pre_otp"))?.sid).toBeUndefined();
});

test("after a change of keys tokens of the key before still open, of no other (R12)", async () => {
  const token = await sign();
  expect(await verify(token, noon, "access", ["the next", secret])).not.toBeNull();
  expect(await verify(token, noon, "access", ["the next", "another"])).toBeNull();
});

/** With the right key, so that only what is told apart from a token of ours decides. */
async function forged(header: object, payload: object): Promise<string> {
  const issued = noon / 1000;
  const whole = { iss: "sillage", aud: "sillage:api", sub: "mei", sid: "b", iat: issued };
  const ours = { alg: "HS256", kid: await own.keyId(`access:${secret}`), typ: "access" };
  return new SignJWT({ ...whole, exp: issued + 60, ...payload })
    .setProtectedHeader({ ...ours, ...header })
    .sign(await own.deriveHmacKey(secret, "token:access"));
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
    const key = await own.deriveHmacKey(secret, "token:access");
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
  const text = tokens.firstRefreshToken(sessionId);
  expect(tokens.parseRefreshToken(text)).toEqual({ text, sessionId, generation: 0 });
  expect(tokens.firstRefreshToken(sessionId)).not.toBe(text);
  const tail = "s".repeat(43);
  expect(tokens.parseRefreshToken(`${sessionId}.17.${tail}`)?.generation).toBe(17);
  const oddIds = ["short", "s".repeat(65)].map((id) => `${id}.0.${tail}`);
  const oddNumbers = ["01", "-1", "1000000000"].map((at) => `${sessionId}.${at}.${tail}`);
  const oddTails = [`${tail}s`, tail.slice(1), `${tail}.more`].map(
    (end) => `${sessionId}.0.${end}`,
  );
  for (const odd of [null, "", ...oddIds, ...oddNumbers, ...oddTails])
    expect(tokens.parseRefreshToken(odd), String(odd)).toBeNull();
});

test("all who come with one refresh token get the same next one, which nobody else can make", async () => {
  const token = { text: tokens.firstRefreshToken(sessionId), sessionId, generation: 0 };
  const next = await tokens.successorOf(secret, token);
  expect(tokens.parseRefreshToken(next)).toEqual({ text: next, sessionId, generation: 1 });
  expect(await tokens.successorOf(secret, token)).toBe(next);
  expect(await tokens.successorOf("another", token)).not.toBe(next);
  expect(await tokens.successorOf(secret, { ...token, text: `${token.text}x` })).not.toBe(next);
});

const mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)";
test.each([
  [`${mac} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Safari/537.36`, "Chrome · macOS"],
  [`${mac} AppleWebKit/537.36 Chrome/131.0 Safari/537.36 Edg/131.0`, "Edge · macOS"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Line/14.19", "LINE · iPhone"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0", "Firefox · Linux"],
  ["Mozilla/5.0 (Linux; Android 14) Chrome/131.0 Mobile Safari/537.36", "Chrome · Android"],
  ["Mozilla/5.0 (Windows NT 10.0) something else", "Windows"],
  ["curl/8.5.0", "Web"],
])("the browser %j is listed as %s", (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name);
});

const oldSecret = "an-old-secret-of-more-than-32-characters";
const newSecret = "the-new-secret-of-more-than-32-characters";

test("SHA-256 and HMAC give the published values", async () => {
  const abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  expect(await own.sha256Hex("abc")).toBe(abc);
  // RFC 4231, test case 2.
  const jefe = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
  expect(await own.hmacHex("Jefe", "what do ya want for nothing?")).toBe(jefe);
});

test("a sealed token opens with its secret in its own row, and never looks the same twice; a token moved into another member's row stays shut (R61)", async () => {
  const seal = () => own.encryptToken(newSecret, "upstream token 香", "session-1");
  const [sealed, again] = [await seal(), await seal()];
  expect(await own.decryptToken(newSecret, sealed, "session-1")).toBe("upstream token 香");
  expect(await own.decryptToken(newSecret, sealed, "session-2")).toBeNull();
  expect(sealed, "rows of years name their key so").toMatch(/^[0-9a-f]{8}\./);
  expect(sealed).not.toContain("upstream");
  expect(sealed).not.toBe(again);
});

test("rows of the old key open while both keys are configured, and not after (R61)", async () => {
  const sealed = await own.encryptToken(oldSecret, "token", "session-1");
  expect(await own.decryptToken(`${newSecret} ${oldSecret}`, sealed, "session-1")).toBe("token");
  expect(await own.decryptToken(newSecret, sealed, "session-1")).toBeNull();
  const fresh = await own.encryptToken(`${newSecret} ${oldSecret}`, "token", "session-1");
  expect(await own.decryptToken(newSecret, fresh, "session-1")).toBe("token");
});

test("a changed, cut or foreign value is null and never an exception", async () => {
  const sealed = await own.encryptToken(newSecret, "token", "session-1");
  const [id, nonce, text = ""] = sealed.split(".");
  const flipped = (text[5] === "A" ? "B" : "A") + text.slice(6);
  const cut = ["", "...", "a.b.c", `${id}.${nonce}`, `${id}.${nonce}.`];
  const changed = [`${id}.!!.${text}`, `${id}.AA.${text}`, `zz.${nonce}.${text}`];
  for (const value of [...cut, ...changed, `${id}.${nonce}.${text.slice(0, 5)}${flipped}`])
    expect(await own.decryptToken(newSecret, value, "session-1"), value).toBeNull();
});

test("what is derived for one purpose is worth nothing for another (R19)", async () => {
  const key = await own.deriveKey(newSecret, "token:access");
  expect(await own.deriveKey(newSecret, "token:access")).toEqual(key);
  expect(await own.deriveKey(newSecret, "token:pre_otp")).not.toEqual(key);
  expect(await own.deriveKey(oldSecret, "token:access")).not.toEqual(key);
});

test("ids are as long as asked, fit into a path, and do not repeat", () => {
  const ids = Array.from({ length: 1000 }, () => own.randomId(17, "s"));
  expect(new Set(ids).size).toBe(1000);
  for (const id of ids) expect(id).toMatch(/^s[A-Za-z0-9_-]{23}$/);
});

const now = Date.UTC(2026, 10, 21);
const newKey = () => randomBytes(32).toString("base64url");
const present = newKey();
const configWith = (changes: Partial<Config> = {}) =>
  ({
    ECPAY_ENVIRONMENT: "stage",
    SESSION_SECRET: newKey(),
    PAYMENT_RESULT_SECRET: present,
    PAYMENT_RESULT_SECRET_PREVIOUS: null,
    ...changes,
  }) as unknown as Config;
const config = configWith();
const sum = { amount: 100, currency: "TWD", status: "success" as const };
const order = { orderId: "SL1", order_date: "2026-11-21T00:00:00.000Z", ...sum };
const resultUntil = (expiry: number) => ({
  expiry,
  value: { ...order, customer_name: "", customer_phone: "", customer_address: "" },
});

test("a payment result is believed for ten minutes, and none that claims to last longer is (R54)", async () => {
  const result = resultUntil(now + 10 * minuteMs);
  const token = await results.signResult(config, result);
  expect(results.resultLifetimeMs).toBe(10 * minuteMs);
  expect(await results.readResult(config, token, now)).toEqual(result);
  expect(await results.readResult(config, token, now + 10 * minuteMs - 1)).toEqual(result);
  expect(await results.readResult(config, token, now + 10 * minuteMs)).toBeNull();
  const longer = await results.signResult(config, resultUntil(now + 10 * minuteMs + 1000));
  expect(await results.readResult(config, longer, now)).toBeNull();
});

test("a payment result is signed with a key of its own, for one environment (R54)", async () => {
  const token = await results.signResult(config, resultUntil(now + minuteMs));
  const readWith = (changes: Partial<Config>) =>
    results.readResult(configWith(changes), token, now);
  expect(await readWith({ SESSION_SECRET: newKey() })).not.toBeNull();
  expect(await readWith({ PAYMENT_RESULT_SECRET: newKey() })).toBeNull();
  expect(await readWith({ ECPAY_ENVIRONMENT: "stand-in" })).toBeNull();
});

test("a payment result outlives a change of its key while the previous one is configured", async () => {
  const token = await results.signResult(config, resultUntil(now + minuteMs));
  const changed = { PAYMENT_RESULT_SECRET: newKey() };
  const rotated = configWith(changed);
  const during = configWith({ ...changed, PAYMENT_RESULT_SECRET_PREVIOUS: present });
  expect(await results.readResult(during, token, now)).not.toBeNull();
  expect(await results.readResult(rotated, token, now)).toBeNull();
  const fresh = await results.signResult(during, resultUntil(now + minuteMs));
  expect(await results.readResult(rotated, fresh, now), "signed anew").not.toBeNull();
});

/** With the right key, so that only what is told apart from a result of ours decides. */
async function forgedResult(header: object, payload: unknown = resultUntil(now + minuteMs)) {
  const aud = "sillage-payment-result:stage";
  const known = { alg: "HS256", typ: "payment-result+jws", aud };
  const text = typeof payload === "string" ? payload : JSON.stringify(payload);
  const jws = await new FlattenedSign(new TextEncoder().encode(text))
    .setProtectedHeader({ ...known, ...header })
    .sign(new TextEncoder().encode(config.PAYMENT_RESULT_SECRET));
  return { data: jws.payload, sig: `${jws.protected}..${jws.signature}` };
}

test.each<[string, object, unknown?]>([
  ["no end", {}, { value: resultUntil(now).value }],
  ["an end that is no number", {}, { ...resultUntil(now), expiry: `${now + minuteMs}` }],
  ["an end beyond ten minutes", {}, resultUntil(now + 10 * minuteMs + 1)],
  ["another kind", { typ: "JWT" }],
  ["another audience", { aud: "sillage-payment-result:production" }],
  ["other contents", {}, { expiry: now + minuteMs }],
  ["contents whose time is over", {}, resultUntil(now)],
])("a result with %s is none (R54)", async (_what, header, payload) => {
  const genuine = await forgedResult({});
  expect(await results.readResult(config, genuine, now), "as it should be").not.toBeNull();
  expect(await results.readResult(config, await forgedResult(header, payload), now)).toBeNull();
});

test("a result with a sign changed, more or less is none", async () => {
  const { data, sig } = await forgedResult({});
  for (const odd of ["", "..", sig.replace("..", "."), `${sig}A`, sig.slice(1), ` ${sig}`])
    expect(await results.readResult(config, { data, sig: odd }, now), odd).toBeNull();
  for (const odd of ["", `${data}=`, `${data}A`, data.slice(1), ` ${data}`])
    expect(await results.readResult(config, { data: odd, sig }, now), odd).toBeNull();
});
