import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import { unstable_readConfig } from "wrangler";
import { counters, parseConfig, parsePageConfig } from "../../worker/env.ts";
import { rateCounters } from "../support/rate-counters.ts";
import { root } from "../support/repository.ts";

const secrets = {
  SESSION_SECRET: "q3vN8xKf-2TzLw9RbYhJ7mUcEoA5sDgP1iVnXtQkZrM",
  UPSTREAM_TOKEN_KEY: "Zk4pW_7dHs1QnVeRt9YxBuMc2JfLg6AoKi8TqNbXwE0",
  PAYMENT_RESULT_SECRET: "b7GmRx0UeTz5KcYw3HnVqJf9LpSi-AoD2uMk8EtXhNQ",
  UPSTREAM_SERVICE_TOKEN: "0f9c4a7be2d85163cfa0917e4b3d28f6a5c1e7094b2d8f36",
};
const bound = Object.fromEntries(counters.map((name) => [name, {}]));
const production = {
  ...bound,
  ECPAY_ENVIRONMENT: "production",
  ECPAY_MERCHANT_ID: "7654321",
  ECPAY_HASH_KEY: "tR4bVn8KqW2xZs7M",
  ECPAY_HASH_IV: "Hy6GpLc3JfTd9EuA",
  PUBLIC_ORIGIN: "https://sillage.test",
  UPSTREAM_URL: "https://upstream.test/shop",
  ALLOWED_ORIGINS: "https://partner.test",
  SURVEY_ID: "s1",
  DESCRIPTION_QUESTION_ID: "q1",
  LABEL_CATEGORY_ID: "c1",
  ...secrets,
};
const published = {
  ECPAY_MERCHANT_ID: "3002607",
  ECPAY_HASH_KEY: "pwFHCqoQZGmho4w6",
  ECPAY_HASH_IV: "EkRm7iFT261dpevs",
};
const onStage = { ECPAY_ENVIRONMENT: "stage", ALLOW_STAGE_ON: "sillage.test" };
const stage = { ...production, ...published, ...onStage };
const here = { ECPAY_ENVIRONMENT: "stand-in", CASHIER: {}, UPSTREAM: {} };
const nowhere = { PUBLIC_ORIGIN: undefined, UPSTREAM_URL: undefined, ALLOWED_ORIGINS: "" };
const local = { ...production, ...published, ...here, ...nowhere };
const { SESSION_SECRET: session, UPSTREAM_TOKEN_KEY: tokenKey } = secrets;
const { ECPAY_HASH_KEY: hashKey, ECPAY_HASH_IV: hashIv } = production;

type Environment = Record<string, unknown>;
type Refused = [name: string, env: Environment, why: string];
const together = (base: Environment, rows: [what: string, change: Environment, why: string][]) =>
  rows.map(([what, change, why]): Refused => {
    const env = { ...base, ...change };
    return [`${String(base["ECPAY_ENVIRONMENT"])} with ${what}`, env, why];
  });
type Wrong = [what: string, name: string, value: unknown, why: string];
const wrong = (base: Environment, rows: Wrong[]) =>
  together(
    base,
    rows.map(([what, name, value, why]) => [what, { [name]: value }, `${name} ${why}`]),
  );
const lower = session.toLowerCase();
const publishedBefore = {
  ECPAY_HASH_KEY_PREVIOUS: "spPjZn66i0OhqJsQ",
  ECPAY_HASH_IV_PREVIOUS: "hT5OJckN45isQTTs",
};
const before = { ECPAY_HASH_KEY_PREVIOUS: hashKey, ECPAY_HASH_IV_PREVIOUS: hashIv };
const alone = { UPSTREAM_SERVICE_TOKEN: undefined };
const aloneWith = (name: string, value: string) => ({ ...alone, [`UPSTREAM_${name}`]: value });

const refusals = [
  ...wrong(production, [
    ["a published merchant", "ECPAY_MERCHANT_ID", "2000132", "is published by ECPay"],
    ["a published key", "ECPAY_HASH_KEY", "5294y06JbISpM5x9", "is published"],
    ["a key of one letter", "ECPAY_HASH_KEY", "k".repeat(16), "is not random"],
    ["no environment", "ECPAY_ENVIRONMENT", undefined, "is missing"],
    ["a host", "ECPAY_ENVIRONMENT", "https://ecpay.com.tw", "must be one of stand-in, stage, "],
    ["a stage", "ALLOW_STAGE_ON", "sillage.test", "is for ECPAY_ENVIRONMENT=stage alone"],
    ["a counter too few", "PER_MINUTE_60", undefined, "is missing"],
    ["a cashier", "CASHIER", {}, "is for local mode alone"],
    ["the reference upstream", "UPSTREAM", {}, "is for local mode alone"],
    ["no address", "PUBLIC_ORIGIN", undefined, "is missing"],
    ["an address that is not HTTPS", "PUBLIC_ORIGIN", "http://sillage.test", "must be https"],
    ["the example of an address", "PUBLIC_ORIGIN", "https://sillage.example", "is a placeholder"],
    ["its own machine", "PUBLIC_ORIGIN", "https://localhost", "names this machine"],
    ["an address with a path", "PUBLIC_ORIGIN", "https://sillage.test/shop", "must be an origin"],
    ["every origin", "ALLOWED_ORIGINS", "https://partner.test *", "must be"],
    ["a plain origin", "ALLOWED_ORIGINS", "http://partner.test", "must be https"],
    ["pictures from any host", "PICTURE_ORIGINS", "https://*.test", "must be"],
    ["no upstream", "UPSTREAM_URL", undefined, "is missing"],
    ["a plain upstream", "UPSTREAM_URL", "http://upstream.test", "must be https"],
    ["an upstream that is no address", "UPSTREAM_URL", "https://", "must be"],
    ["credentials", "UPSTREAM_URL", "https://me:word@upstream.test", "must be without credentials"],
    ["a query", "UPSTREAM_URL", "https://upstream.test/?key=1", "must be without a query"],
    ["the API's path", "UPSTREAM_URL", "https://upstream.test/api/v1", "must be without /api/v1"],
    ["a place for a zone", "UPSTREAM_TIME_ZONE", "Asia/Taipei", "must be Z or like"],
    ["a refresh path that is no path", "UPSTREAM_REFRESH_PATH", "auth/refresh", "must be a path"],
    ["a path that leaves it", "UPSTREAM_PAYMENT_EVENTS_PATH", "/../events", "must be a path"],
    ["a third word", "UPSTREAM_HONOURS_IDEMPOTENCY", "yes", "must be one of true, false"],
    ["a survey's id of words", "SURVEY_ID", "the survey", "must be an id"],
    ["no survey", "SURVEY_ID", undefined, "is missing"],
    ["an empty question", "DESCRIPTION_QUESTION_ID", "", "is missing"],
    ["a concentration of none", "CONCENTRATION_ITEM_IDS", "a=STRONG", "must be"],
    ["a bottle of no closure", "BOTTLE_ITEM_IDS", "a=30ml", "must be"],
    ["an operator who may nothing", "DESK_OPERATORS", "anna@house.test", "must be one of look"],
    ["no working day", "PREPARING_DAYS", "0-3", "must be working days"],
    ["days that go backwards", "TRANSIT_DAYS", "3-1", "must be working days"],
    ["a fragrance's id of words", "SCENT_IDS", "hinoki-rain hinoki/rain", "must be an id"],
    ["endless memory", "CONTENT_MEMORY_SECONDS", "for ever", "must be seconds"],
    ["a sample of more than all", "LOG_SAMPLE", "1.5", "must be from 0 to 1"],
    ["alarms to nowhere", "ALERT_WEBHOOK_URL", "chat", "must be an address"],
    ["plain alarms", "ALERT_WEBHOOK_URL", "http://chat.test/hook", "must be https"],
    ["alarms to a number", "ALERT_WEBHOOK_URL", "https://0xa9fea9fe/hook", "must name a host"],
    ["alarms to two people", "ALERT_EMAIL", "a@b.test, c@d.test", "must be"],
    ["no session secret", "SESSION_SECRET", undefined, "is missing"],
    ["a short secret", "PAYMENT_RESULT_SECRET", "Wk4pQ_7d", "must have 32 to 512 characters"],
    ["a secret of one letter", "SESSION_SECRET", "a".repeat(43), "is not random"],
    ["a secret of one stretch", "PAYMENT_RESULT_SECRET", "Wk4pQ_7dHs1Q".repeat(3), "is not random"],
    ["the alphabet", "UPSTREAM_SERVICE_TOKEN", "abcdefghijklmnopqrstuvwxyz012345", "is not random"],
    ["a short token key", "UPSTREAM_TOKEN_KEY", tokenKey.slice(1), "must be 32 bytes"],
    ["a short one", "SESSION_SECRET_PREVIOUS", "Wk4pQ_7d", "must have 32 to 512 characters"],
    ["half a key", "ECPAY_HASH_KEY_PREVIOUS", "vB7nMq2LwX9kRt5Z", "and ECPAY_HASH_IV_PREVIOUS go"],
  ]),
  ...together(
    production,
    [
      ["an IV that is the key", "ECPAY_HASH_KEY", "ECPAY_HASH_IV", hashKey],
      ["one key twice", "UPSTREAM_TOKEN_KEY", "UPSTREAM_TOKEN_KEY", `${tokenKey} ${tokenKey}`],
      ["an old key for a secret", "SESSION_SECRET", "UPSTREAM_TOKEN_KEY", `${tokenKey} ${session}`],
      ["one secret for two things", "SESSION_SECRET", "PAYMENT_RESULT_SECRET", session],
      ["a secret that did not change", "SESSION_SECRET", "SESSION_SECRET_PREVIOUS", session],
      ["an old one of another's", "SESSION_SECRET", "PAYMENT_RESULT_SECRET_PREVIOUS", session],
    ].map(([what = "", other, name = "", value]) => [
      what,
      { [name]: value },
      `${other} and ${name} must differ`,
    ]),
  ),
  ...together(production, [
    ["the whole published account", published, "ECPAY_HASH_KEY is published"],
    ["no credential for events", aloneWith("PAYMENT_EVENTS_PATH", "/e"), "EVENTS_PATH needs"],
    ["none for others", aloneWith("CANCELLATIONS_PATH", "/c"), "CANCELLATIONS_PATH needs"],
    ["the last alone", aloneWith("SERVICE_TOKEN_PREVIOUS", lower), "TOKEN_PREVIOUS needs"],
    ["published previous keys", publishedBefore, "ECPAY_HASH_KEY_PREVIOUS is published by ECPay"],
  ]),
  ...wrong(stage, [
    ["no host for it", "ALLOW_STAGE_ON", undefined, "is missing"],
    ["another host", "ALLOW_STAGE_ON", "staging.sillage.test", "is not PUBLIC_ORIGIN's host"],
    ["an origin for a host", "ALLOW_STAGE_ON", "https://sillage.test", "must be a host"],
    ["no address", "PUBLIC_ORIGIN", undefined, "is missing"],
    ["a plain address", "PUBLIC_ORIGIN", "http://sillage.test", "must be https"],
    ["a merchant's own keys", "ECPAY_HASH_KEY", hashKey, "is for production alone"],
  ]),
  ...wrong(local, [
    ["no cashier", "CASHIER", undefined, "is missing"],
    ["an address for everybody", "PUBLIC_ORIGIN", "https://sillage.test", "is not of this machine"],
    ["a name like it", "PUBLIC_ORIGIN", "http://127.0.0.1.sillage.test", "is not of this machine"],
    ["a plain upstream elsewhere", "UPSTREAM_URL", "http://10.0.0.7", "must be https"],
    ["a merchant's own keys", "ECPAY_MERCHANT_ID", "7654321", "is for production alone"],
    ["a secret of one letter", "SESSION_SECRET", "a".repeat(43), "is not random"],
  ]),
  ...together(local, [
    ["no upstream", { UPSTREAM: undefined }, "UPSTREAM_URL is missing"],
    ["a merchant's previous keys", before, "ECPAY_HASH_KEY_PREVIOUS is for production alone"],
  ]),
];

test.each(refusals)("%s is refused with its reason, never its value (R55)", (_name, env, why) => {
  expect(() => parseConfig(env)).toThrow(why);
  try {
    parseConfig(env);
  } catch (error) {
    for (const [name, value] of Object.entries(env)) {
      if (typeof value !== "string" || value.length < 8 || name === "ECPAY_ENVIRONMENT") continue;
      for (const part of value.split(" ")) expect(String(error), name).not.toContain(part);
    }
  }
});

const backwards = [...session].toReversed().join("");
const chat = "https://chat.test/hook/1?key=2";
test.each<[what: string, base: Environment, change?: Environment]>([
  ["production", production],
  ["no other origin", production, { ALLOWED_ORIGINS: "", ALLOW_STAGE_ON: "", ...alone }],
  ["two token keys", production, { UPSTREAM_TOKEN_KEY: `${tokenKey} ${backwards}` }],
  ["a chat", production, { ALERT_WEBHOOK_URL: chat, LOG_SAMPLE: ".001" }],
  ["a mailbox", production, { ALERT_EMAIL: "operator@sillage.test" }],
  ["stage", stage],
  ["local mode", local],
  ["a chat of this machine", local, { ALERT_WEBHOOK_URL: "http://127.0.0.1:9000/hook" }],
  ["local mode behind TLS", local, { PUBLIC_ORIGIN: "https://localhost:5173" }],
  ["another site's page in local mode", local, { ALLOWED_ORIGINS: "https://partner.example" }],
  ["a real upstream", local, { UPSTREAM: undefined, UPSTREAM_URL: "https://upstream.test" }],
  ["an upstream of this machine", local, { UPSTREAM_URL: "http://127.0.0.1:9000" }],
  ["one by its IPv6 address", local, { UPSTREAM_URL: "http://[::1]:9000" }],
])("%s is accepted", (_what, base, change = {}) => {
  const { ECPAY_ENVIRONMENT } = base;
  expect(parseConfig({ ...base, ...change })).toMatchObject({ ECPAY_ENVIRONMENT });
});

test("every secret that a generator makes is accepted", () => {
  for (let round = 0; round < 2_000; round += 1) {
    const [SESSION_SECRET, UPSTREAM_TOKEN_KEY] = [0, 1].map(() =>
      randomBytes(32).toString("base64url"),
    );
    // Of seven signs: one in some millions.
    const few = "41144b533133242313db3bd54b3b2d4b";
    const PAYMENT_RESULT_SECRET = round === 0 ? few : randomBytes(16).toString("hex");
    const made = { SESSION_SECRET, UPSTREAM_TOKEN_KEY, PAYMENT_RESULT_SECRET };
    const env = { ...production, ...made, UPSTREAM_SERVICE_TOKEN: crypto.randomUUID() };
    expect(() => parseConfig(env)).not.toThrow();
  }
});

test("every fault of a configuration is named at once", () => {
  const env = { ...production, ALLOWED_ORIGINS: "http://partner.test", SESSION_SECRET: tokenKey };
  expect(() => parseConfig(env)).toThrow(
    /^Configuration is refused: .*ALLOWED_ORIGINS must be https; .*SESSION_SECRET and UPSTREAM_TOKEN_KEY must differ$/,
  );
});

test("the Worker that answers pages refuses the same addresses, and needs no secret", () => {
  const { ECPAY_ENVIRONMENT, PUBLIC_ORIGIN, ALLOWED_ORIGINS } = production;
  const page = { ECPAY_ENVIRONMENT, PUBLIC_ORIGIN, ALLOWED_ORIGINS, API: {} };
  expect(parsePageConfig(page)).toMatchObject({ PUBLIC_ORIGIN });
  for (const [name, value, why] of [
    ["PUBLIC_ORIGIN", "https://sillage.example", "PUBLIC_ORIGIN is a placeholder"],
    ["ALLOWED_ORIGINS", "http://partner.test", "ALLOWED_ORIGINS must be https"],
    ["ECPAY_ENVIRONMENT", "stage", "ALLOW_STAGE_ON is missing"],
    ["ECPAY_ENVIRONMENT", "stand-in", "CASHIER is missing"],
  ] as const)
    expect(() => parsePageConfig({ ...page, [name]: value })).toThrow(why);
});

test("what gets deployed holds placeholders, and is refused until they are replaced", () => {
  const varsOf = (file: string, env?: string) => {
    const config = { config: resolve(root, file), ...(env && { env }) };
    return unstable_readConfig(config, { hideWarnings: true }).vars;
  };
  const page = { ...varsOf("wrangler.toml", "production"), API: {} };
  expect(() => parsePageConfig(page)).toThrow("PUBLIC_ORIGIN is a placeholder");
  const api = { ...production, ...varsOf("worker/wrangler.api.toml") };
  expect(() => parseConfig(api)).toThrow("PUBLIC_ORIGIN is a placeholder; UPSTREAM_URL is a");
});

test.each(["wrangler.toml", "worker/wrangler.api.toml"])(
  "%s has a counter for every number of the rates, each in a namespace of its own (R25)",
  (config) => {
    const configured = rateCounters(config);
    const named = ({ simple: { limit, period } }: (typeof configured)[number]) =>
      `PER_${period === 60 ? "MINUTE" : "TEN_SECONDS"}_${limit}`;
    expect(configured.map(({ name }) => name)).toEqual(counters);
    expect(configured.map(named)).toEqual(counters);
    expect(new Set(configured.map(({ namespace_id }) => namespace_id)).size).toBe(counters.length);
  },
);

test("what the upstream may lack is off until it is configured", () => {
  const { UPSTREAM_SERVICE_TOKEN: _token, ...bare } = production;
  expect(parseConfig({ ...bare, UPSTREAM_PAYMENT_EVENTS_PATH: "" })).toMatchObject({
    UPSTREAM_PAYMENT_EVENTS_PATH: null,
    UPSTREAM_HONOURS_IDEMPOTENCY: false,
    UPSTREAM_REFRESH_PATH: "/auth/refresh",
    UPSTREAM_SERVICE_TOKEN: null,
  });
});
