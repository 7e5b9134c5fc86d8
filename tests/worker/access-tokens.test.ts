import { createHmac, randomInt } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deriveKey, keyId } from "../../worker/platform/crypto.ts";
import { signToken } from "../../worker/shop/sessions/tokens.ts";
import { longTest, sized } from "../support/experiment.ts";
import { newMember, type NewMember } from "../support/new-member.ts";
import { startShop, type Shop } from "../support/shop.ts";
import { newShopper } from "../support/shopper.ts";
import { turnOnSecondStep } from "../support/upstream-state.ts";

const secret = "a-session-secret-that-only-this-test-knows-0123456789";
const hour = 3_600_000;

let shop: Shop;
let noor: NewMember;
let real: string;
beforeAll(async () => {
  shop = await startShop({ secrets: { SESSION_SECRET: secret } });
  noor = await newMember(shop);
  real = noor.shopper.token ?? "";
});
afterAll(() => shop.close());

const guarded: [method: string, path: string, json?: unknown][] = [
  ["GET", "/auth/sessions"],
  ["DELETE", "/auth/sessions"],
  ["DELETE", "/auth/sessions/some-session"],
  ["POST", "/members/login/test-token"],
  [
    "POST",
    "/auth/change-password",
    { old_password: "a", new_password: "b", confirm_password: "b" },
  ],
];

async function ask(authorization: string | null, [method, path, json]: (typeof guarded)[number]) {
  const answer = await newShopper(shop).send(
    method,
    path,
    json,
    authorization === null ? {} : { Authorization: authorization },
  );
  return [answer.status, answer.body.code];
}
const askSessions = (authorization: string) => ask(authorization, ["GET", "/auth/sessions"]);

const encode = (value: unknown) =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");
const payloadOf = (token: string) =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());

/** As the shop signs, with its own key, but with any header and payload. */
async function forge(header: object, payload: unknown, hash = "sha256"): Promise<string> {
  const text = `${encode({ alg: "HS256", typ: "access", kid: await keyId(`access:${secret}`), ...header })}.${encode(payload)}`;
  return `${text}.${createHmac(hash, await deriveKey(secret, "token:access"))
    .update(text)
    .digest("base64url")}`;
}

test("without a token every guarded call is 401 unauthenticated", async () => {
  for (const call of guarded)
    expect([call[1], ...(await ask(null, call))]).toEqual([call[1], 401, "unauthenticated"]);
});

test("with a wrong token every guarded call is 401 token_invalid", async () => {
  const wrong = [
    "Bearer nonsense",
    "Bearer",
    "Bearer  ",
    "Basic bm9vcjpwYXNz",
    `Token ${real}`,
    `${real}`,
    `Bearer ${real} ${real}`,
    `Bearer ${real},Bearer ${real}`,
  ];
  for (const authorization of wrong) {
    for (const call of guarded)
      expect([authorization, ...(await ask(authorization, call))]).toEqual([
        authorization,
        401,
        "token_invalid",
      ]);
  }
});

test("the forger's tool makes tokens that would be taken if they were honest", async () => {
  expect(await askSessions(`Bearer ${await forge({}, payloadOf(real))}`)).toEqual([200, undefined]);
});

test("an expired token is 401, and so is one that claims to live longer than ten minutes (R16)", async () => {
  const content = { sub: payloadOf(real).sub, sid: payloadOf(real).sid, endsAt: Date.now() + hour };
  expect(
    await askSessions(`Bearer ${await signToken(secret, "access", content, Date.now() - hour)}`),
  ).toEqual([401, "token_invalid"]);
  const { iat } = payloadOf(real);
  expect(
    await askSessions(
      `Bearer ${await forge({}, { ...payloadOf(real), iat: iat - 700, exp: iat + 100_000 })}`,
    ),
  ).toEqual([401, "token_invalid"]);
});

test("the temp token of the second step opens nothing but the second step, and an access token does not open that (R19, T6)", async () => {
  const careful = await newMember(shop);
  await turnOnSecondStep(shop, careful.email);
  const answer = await newShopper(shop).signIn(careful.email, careful.password);
  expect(answer.body).toEqual({ temp_token: expect.any(String), requires_2fa: true });
  expect(answer.headers.get("Set-Cookie")).toBeNull();
  for (const call of guarded)
    expect(await ask(`Bearer ${answer.body.temp_token}`, call)).toEqual([401, "token_invalid"]);
  const refreshToken = noor.shopper.cookies.get("__Host-sillage_refresh");
  for (const path of ["/auth/login/request-otp", "/auth/login/verify-otp"]) {
    for (const token of [real, refreshToken])
      expect(
        await ask(`Bearer ${token}`, ["POST", path, { language_code: "en", code: "123456" }]),
      ).toEqual([401, "token_invalid"]);
    expect(await ask(null, ["POST", path, {}])).toEqual([401, "unauthenticated"]);
  }
});

test("mutated tokens are all refused with 401 (R16, E13)", longTest, async () => {
  const mutants = await mutate(real, sized(100, 500));
  const outcomes = new Map<string, number>();
  for (let start = 0; start < mutants.length; start += 25) {
    const answers = await Promise.all(
      mutants.slice(start, start + 25).map((token) => askSessions(`Bearer ${token}`)),
    );
    for (const answer of answers)
      outcomes.set(answer.join(" "), (outcomes.get(answer.join(" ")) ?? 0) + 1);
  }
  expect([...outcomes]).toEqual([["401 token_invalid", mutants.length]]);
  expect((await askSessions(`Bearer ${real}`))[0]).toBe(200);
});

async function mutate(token: string, count: number): Promise<string[]> {
  const payload = payloadOf(token);
  const [head = "", body = "", signature = ""] = token.split(".");
  const { iat, exp } = payload;
  const mutants = await Promise.all([
    ...["none", "None", "HS384", "HS512", "RS256", "ES256", "", null, 256].map((alg) =>
      forge({ alg }, payload),
    ),
    ...["other", "", null, "../../key", "0"].map((kid) => forge({ kid }, payload)),
    ...["pre_otp", "JWT", "at+jwt", "", null, 1].map((typ) => forge({ typ }, payload)),
    forge({ crit: ["exp"] }, payload),
    forge({ b64: false, crit: ["b64"] }, payload),
    forge({ alg: "HS384" }, payload, "sha384"),
    ...[
      [payload.aud],
      ["sillage:second-step", payload.aud],
      "sillage:second-step",
      "",
      null,
      {},
    ].map((aud) => forge({}, { ...payload, aud })),
    ...[String(exp), exp + 0.5, "Infinity", null, [], true, -1, 0].map((end) =>
      forge({}, { ...payload, exp: end }),
    ),
    ...[String(iat), null, iat + 3600, -1, {}].map((start) =>
      forge({}, { ...payload, iat: start }),
    ),
    ...["evil", ["sillage"], null].map((iss) => forge({}, { ...payload, iss })),
    ...["", null, 7, "../../x", ["a"]].map((sub) => forge({}, { ...payload, sub })),
    ...["", null, 7, "a/b"].map((sid) => forge({}, { ...payload, sid })),
    forge({}, JSON.stringify(payload).replace(String(exp), "1e999")),
    forge({}, { ...payload, role: "admin" }),
    forge({}, { ...payload, nbf: exp + 9999 }),
    forge({}, "[]"),
    forge({}, "null"),
    forge({}, "{"),
    forge({}, ""),
  ]);
  mutants.push(
    `${head}.${body}.`,
    `${head}.${body}`,
    `.${body}.${signature}`,
    `${head}..${signature}`,
    `${token}.`,
    `${token}.${signature}`,
    `${token}=`,
    `${token}A`,
    `${body}.${head}.${signature}`,
  );
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.";
  // The last character carries two unused bits: a lenient decoder would take four spellings of one signature.
  for (const letter of alphabet)
    if (letter !== signature.at(-1)) mutants.push(token.slice(0, -1) + letter);
  while (mutants.length < count) {
    const at = randomInt(token.length);
    const letter = alphabet[randomInt(alphabet.length)] ?? "A";
    const mutant =
      randomInt(4) === 0
        ? token.slice(0, at) + token.slice(at + 1)
        : token.slice(0, at) + letter + token.slice(at + 1);
    if (mutant !== token) mutants.push(mutant);
  }
  return mutants;
}
