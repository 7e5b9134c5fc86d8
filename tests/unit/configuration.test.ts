import { resolve } from "node:path";
import { expect, test } from "vitest";
import { unstable_readConfig } from "wrangler";
import { counterOf, parseConfig, parsePageConfig, perMinute } from "../../worker/env.ts";
import { rateCounters } from "../support/rate-counters.ts";
import { root } from "../support/repository.ts";

const secrets = {
  SESSION_SECRET: "q3vN8xKf-2TzLw9RbYhJ7mUcEoA5sDgP1iVnXtQkZrM",
  UPSTREAM_TOKEN_KEY: "Zk4pW_7dHs1QnVeRt9YxBuMc2JfLg6AoKi8TqNbXwE0",
  PAYMENT_RESULT_SECRET: "b7GmRx0UeTz5KcYw3HnVqJf9LpSi-AoD2uMk8EtXhNQ",
  UPSTREAM_SERVICE_TOKEN: "0f9c4a7be2d85163cfa0917e4b3d28f6a5c1e7094b2d8f36",
};
const bound = Object.fromEntries(perMinute.map((allowance) => [counterOf(allowance), {}]));
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
const stage = {
  ...production,
  ...published,
  ECPAY_ENVIRONMENT: "stage",
  ALLOW_STAGE_ON: "sillage.test",
};
const local = {
  ...production,
  ...published,
  ECPAY_ENVIRONMENT: "stand-in",
  CASHIER: {},
  UPSTREAM: {},
  PUBLIC_ORIGIN: undefined,
  UPSTREAM_URL: undefined,
  ALLOWED_ORIGINS: "",
};
const { SESSION_SECRET: session, UPSTREAM_TOKEN_KEY: tokenKey } = secrets;

interface Wrong {
  base: Record<string, unknown>;
  what: string;
  change: Record<string, unknown>;
  why: string;
}
const wrong = (
  base: Record<string, unknown>,
  rows: [what: string, change: Record<string, unknown>, why: string][],
): Wrong[] => rows.map(([what, change, why]) => ({ base, what, change, why }));

const inProduction = wrong(production, [
  [
    "a published merchant",
    { ECPAY_MERCHANT_ID: "2000132" },
    "ECPAY_MERCHANT_ID is published by ECPay",
  ],
  ["a published key", { ECPAY_HASH_KEY: "5294y06JbISpM5x9" }, "ECPAY_HASH_KEY is published"],
  ["a published IV", { ECPAY_HASH_IV: "EkRm7iFT261dpevs" }, "ECPAY_HASH_IV is published"],
  ["the whole published account", published, "ECPAY_HASH_KEY is published"],
  ["a key of one letter", { ECPAY_HASH_KEY: "k".repeat(16) }, "ECPAY_HASH_KEY is not random"],
  ["an IV of one stretch", { ECPAY_HASH_IV: "abcd1234abcd1234" }, "ECPAY_HASH_IV is not random"],
  [
    "a key that is the IV",
    { ECPAY_HASH_KEY: production.ECPAY_HASH_IV },
    "ECPAY_HASH_KEY and ECPAY_HASH_IV must differ",
  ],
  ["no environment", { ECPAY_ENVIRONMENT: undefined }, "ECPAY_ENVIRONMENT is missing"],
  [
    "a host for an environment",
    { ECPAY_ENVIRONMENT: "https://payment-stage.ecpay.com.tw" },
    "ECPAY_ENVIRONMENT must be one of stand-in, stage, production",
  ],
  [
    "a host that may stage",
    { ALLOW_STAGE_ON: "sillage.test" },
    "ALLOW_STAGE_ON is for ECPAY_ENVIRONMENT=stage alone",
  ],
  ["a counter too few", { PER_MINUTE_60: undefined }, "PER_MINUTE_60 is missing"],
  ["a cashier", { CASHIER: {} }, "CASHIER is for local mode alone"],
  ["the reference upstream", { UPSTREAM: {} }, "UPSTREAM is for local mode alone"],
  ["no address", { PUBLIC_ORIGIN: undefined }, "PUBLIC_ORIGIN is missing"],
  [
    "an address that is not HTTPS",
    { PUBLIC_ORIGIN: "http://sillage.test" },
    "PUBLIC_ORIGIN must be https",
  ],
  [
    "the example of an address",
    { PUBLIC_ORIGIN: "https://sillage.example" },
    "PUBLIC_ORIGIN is a placeholder",
  ],
  [
    "a documentation's address",
    { PUBLIC_ORIGIN: "https://shop.example.com" },
    "PUBLIC_ORIGIN is a placeholder",
  ],
  ["its own machine", { PUBLIC_ORIGIN: "https://localhost" }, "PUBLIC_ORIGIN names this machine"],
  [
    "an address with a path",
    { PUBLIC_ORIGIN: "https://sillage.test/shop" },
    "PUBLIC_ORIGIN must be an origin",
  ],
  [
    "an address with credentials",
    { PUBLIC_ORIGIN: "https://me:word@sillage.test" },
    "PUBLIC_ORIGIN must be an origin",
  ],
  ["every origin", { ALLOWED_ORIGINS: "https://partner.test *" }, "ALLOWED_ORIGINS must be"],
  ["no origin's origin", { ALLOWED_ORIGINS: "null" }, "ALLOWED_ORIGINS must be"],
  [
    "an origin with a path",
    { ALLOWED_ORIGINS: "https://partner.test/shop" },
    "ALLOWED_ORIGINS must be",
  ],
  [
    "a plain origin",
    { ALLOWED_ORIGINS: "http://partner.test" },
    "ALLOWED_ORIGINS must all be https",
  ],
  [
    "a developer's origin",
    { ALLOWED_ORIGINS: "https://localhost:3000" },
    "ALLOWED_ORIGINS names this machine",
  ],
  [
    "the example of an origin",
    { ALLOWED_ORIGINS: "https://partner.example" },
    "ALLOWED_ORIGINS has a placeholder",
  ],
  ["pictures from everywhere", { PICTURE_ORIGINS: "https:" }, "PICTURE_ORIGINS must be"],
  ["pictures from any host", { PICTURE_ORIGINS: "https://*.test" }, "PICTURE_ORIGINS must be"],
  [
    "plain pictures",
    { PICTURE_ORIGINS: "http://pictures.test" },
    "PICTURE_ORIGINS must all be https",
  ],
  ["no upstream", { UPSTREAM_URL: undefined }, "UPSTREAM_URL is missing"],
  ["a plain upstream", { UPSTREAM_URL: "http://upstream.test" }, "UPSTREAM_URL must be https"],
  [
    "an upstream here",
    { UPSTREAM_URL: "https://127.0.0.1:9000" },
    "UPSTREAM_URL names this machine",
  ],
  [
    "the example of an upstream",
    { UPSTREAM_URL: "https://upstream.example" },
    "UPSTREAM_URL is a placeholder",
  ],
  ["an upstream that is no address", { UPSTREAM_URL: "https://" }, "UPSTREAM_URL must be"],
  [
    "credentials",
    { UPSTREAM_URL: "https://me:word@upstream.test" },
    "UPSTREAM_URL must be without credentials",
  ],
  [
    "a user's name",
    { UPSTREAM_URL: "https://me@upstream.test" },
    "UPSTREAM_URL must be without credentials",
  ],
  [
    "a query in the upstream",
    { UPSTREAM_URL: "https://upstream.test/?key=1" },
    "UPSTREAM_URL must be without a query",
  ],
  [
    "a fragment in the upstream",
    { UPSTREAM_URL: "https://upstream.test/#a" },
    "UPSTREAM_URL must be without a query",
  ],
  [
    "the API's path",
    { UPSTREAM_URL: "https://upstream.test/api/v1" },
    "UPSTREAM_URL must be without /api/v1",
  ],
  [
    "the API's path and a slash",
    { UPSTREAM_URL: "https://upstream.test/api/v1/" },
    "UPSTREAM_URL must be without /api/v1",
  ],
  [
    "a refresh path that is no path",
    { UPSTREAM_REFRESH_PATH: "auth/refresh" },
    "UPSTREAM_REFRESH_PATH must be a path",
  ],
  [
    "an event path that leaves the upstream",
    { UPSTREAM_PAYMENT_EVENTS_PATH: "/../events" },
    "UPSTREAM_PAYMENT_EVENTS_PATH must be a path",
  ],
  [
    "an event path without a credential",
    { UPSTREAM_PAYMENT_EVENTS_PATH: "/events", UPSTREAM_SERVICE_TOKEN: undefined },
    "UPSTREAM_PAYMENT_EVENTS_PATH needs UPSTREAM_SERVICE_TOKEN",
  ],
  [
    "a cancellation path without a credential",
    { UPSTREAM_CANCELLATIONS_PATH: "/cancellations", UPSTREAM_SERVICE_TOKEN: "" },
    "UPSTREAM_CANCELLATIONS_PATH needs UPSTREAM_SERVICE_TOKEN",
  ],
  [
    "an idempotency that is neither true nor false",
    { UPSTREAM_HONOURS_IDEMPOTENCY: "yes" },
    "UPSTREAM_HONOURS_IDEMPOTENCY must be one of true, false",
  ],
  ["a survey's id of words", { SURVEY_ID: "the survey" }, "SURVEY_ID must be an id"],
  ["no survey", { SURVEY_ID: undefined }, "SURVEY_ID is missing"],
  ["an empty question", { DESCRIPTION_QUESTION_ID: "" }, "DESCRIPTION_QUESTION_ID is missing"],
  ["no labels", { LABEL_CATEGORY_ID: undefined }, "LABEL_CATEGORY_ID is missing"],
  [
    "a concentration of none",
    { CONCENTRATION_ITEM_IDS: "a=STRONG" },
    "CONCENTRATION_ITEM_IDS must be",
  ],
  ["no working day", { PREPARING_DAYS: "0-3" }, "PREPARING_DAYS must be working days"],
  ["days that go backwards", { TRANSIT_DAYS: "3-1" }, "TRANSIT_DAYS must be working days"],
  ["days in words", { TRANSIT_DAYS: "soon" }, "TRANSIT_DAYS must be working days"],
  [
    "a fragrance's id of words",
    { SCENT_IDS: "hinoki-rain hinoki/rain" },
    "SCENT_IDS must be an id",
  ],
  [
    "endless memory",
    { CONTENT_MEMORY_SECONDS: "for ever" },
    "CONTENT_MEMORY_SECONDS must be seconds",
  ],
  ["a sample of more than all", { LOG_SAMPLE: "1.5" }, "LOG_SAMPLE must be from 0 to 1"],
  ["alarms to nowhere", { ALERT_WEBHOOK_URL: "chat" }, "ALERT_WEBHOOK_URL must be an address"],
  [
    "alarms for everybody on the way",
    { ALERT_WEBHOOK_URL: "http://chat.test/hook" },
    "ALERT_WEBHOOK_URL must be https",
  ],
  [
    "alarms to an example",
    { ALERT_WEBHOOK_URL: "https://chat.example/hook" },
    "ALERT_WEBHOOK_URL is a placeholder",
  ],
  ["alarms to two people", { ALERT_EMAIL: "a@b.test, c@d.test" }, "ALERT_EMAIL must be"],
  ["no session secret", { SESSION_SECRET: undefined }, "SESSION_SECRET is missing"],
  [
    "a short secret",
    { PAYMENT_RESULT_SECRET: "Wk4pQ_7d" },
    "PAYMENT_RESULT_SECRET must have 32 to 512 characters",
  ],
  ["a secret of one letter", { SESSION_SECRET: "a".repeat(43) }, "SESSION_SECRET is not random"],
  [
    "a secret of few letters",
    { SESSION_SECRET: "abacbcabbacabcacbabcabacbbcaabca" },
    "SESSION_SECRET is not random",
  ],
  [
    "a secret of one stretch",
    { PAYMENT_RESULT_SECRET: "Wk4pQ_7dHs1Q".repeat(3) },
    "PAYMENT_RESULT_SECRET is not random",
  ],
  [
    "the alphabet for a secret",
    { UPSTREAM_SERVICE_TOKEN: "abcdefghijklmnopqrstuvwxyz0123456789" },
    "UPSTREAM_SERVICE_TOKEN is not random",
  ],
  [
    "a token key that is not 32 bytes",
    { UPSTREAM_TOKEN_KEY: tokenKey.slice(1) },
    "UPSTREAM_TOKEN_KEY must be 32 bytes",
  ],
  [
    "a token key of one letter",
    { UPSTREAM_TOKEN_KEY: "A".repeat(43) },
    "UPSTREAM_TOKEN_KEY is not random",
  ],
  [
    "a rotation that changes nothing",
    { UPSTREAM_TOKEN_KEY: `${tokenKey} ${tokenKey}` },
    "UPSTREAM_TOKEN_KEY and UPSTREAM_TOKEN_KEY must differ",
  ],
  [
    "one secret for two things",
    { PAYMENT_RESULT_SECRET: session },
    "SESSION_SECRET and PAYMENT_RESULT_SECRET must differ",
  ],
  [
    "an old key for a secret",
    { UPSTREAM_TOKEN_KEY: `${tokenKey} ${session}` },
    "SESSION_SECRET and UPSTREAM_TOKEN_KEY must differ",
  ],
  [
    "a session secret that did not change",
    { SESSION_SECRET_PREVIOUS: session },
    "SESSION_SECRET and SESSION_SECRET_PREVIOUS must differ",
  ],
  [
    "a previous secret of another purpose",
    { PAYMENT_RESULT_SECRET_PREVIOUS: session },
    "SESSION_SECRET and PAYMENT_RESULT_SECRET_PREVIOUS must differ",
  ],
  [
    "a short previous secret",
    { SESSION_SECRET_PREVIOUS: "Wk4pQ_7d" },
    "SESSION_SECRET_PREVIOUS must have 32 to 512 characters",
  ],
  [
    "a previous service token of one letter",
    { UPSTREAM_SERVICE_TOKEN_PREVIOUS: "a".repeat(43) },
    "UPSTREAM_SERVICE_TOKEN_PREVIOUS is not random",
  ],
  [
    "a previous service token alone",
    { UPSTREAM_SERVICE_TOKEN: undefined, UPSTREAM_SERVICE_TOKEN_PREVIOUS: session.toLowerCase() },
    "UPSTREAM_SERVICE_TOKEN_PREVIOUS needs UPSTREAM_SERVICE_TOKEN",
  ],
  [
    "half of ECPay's previous keys",
    { ECPAY_HASH_KEY_PREVIOUS: "vB7nMq2LwX9kRt5Z" },
    "ECPAY_HASH_KEY_PREVIOUS and ECPAY_HASH_IV_PREVIOUS go together",
  ],
  [
    "published keys for the previous ones",
    {
      ECPAY_HASH_KEY_PREVIOUS: "spPjZn66i0OhqJsQ",
      ECPAY_HASH_IV_PREVIOUS: "hT5OJckN45isQTTs",
    },
    "ECPAY_HASH_KEY_PREVIOUS is published by ECPay",
  ],
]);

const onStage = wrong(stage, [
  ["a counter too few", { PER_MINUTE_1200: undefined }, "PER_MINUTE_1200 is missing"],
  ["no host for it", { ALLOW_STAGE_ON: undefined }, "ALLOW_STAGE_ON is missing"],
  ["an empty host", { ALLOW_STAGE_ON: "" }, "ALLOW_STAGE_ON is missing"],
  [
    "another host",
    { ALLOW_STAGE_ON: "staging.sillage.test" },
    "ALLOW_STAGE_ON is not PUBLIC_ORIGIN's host",
  ],
  [
    "an origin for a host",
    { ALLOW_STAGE_ON: "https://sillage.test" },
    "ALLOW_STAGE_ON must be a host",
  ],
  [
    "another port",
    { ALLOW_STAGE_ON: "sillage.test:8443" },
    "ALLOW_STAGE_ON is not PUBLIC_ORIGIN's host",
  ],
  ["no address", { PUBLIC_ORIGIN: undefined }, "PUBLIC_ORIGIN is missing"],
  ["a plain address", { PUBLIC_ORIGIN: "http://sillage.test" }, "PUBLIC_ORIGIN must be https"],
  ["a plain upstream", { UPSTREAM_URL: "http://127.0.0.1:9000" }, "UPSTREAM_URL must be https"],
  [
    "a merchant's own keys",
    { ECPAY_HASH_KEY: production.ECPAY_HASH_KEY },
    "ECPAY_HASH_KEY is for production alone",
  ],
]);

const inLocalMode = wrong(local, [
  ["a counter too few", { PER_MINUTE_10: undefined }, "PER_MINUTE_10 is missing"],
  ["no cashier", { CASHIER: undefined }, "CASHIER is missing"],
  [
    "an address for everybody",
    { PUBLIC_ORIGIN: "https://sillage.test" },
    "PUBLIC_ORIGIN is not of this machine",
  ],
  [
    "an address in the same house",
    { PUBLIC_ORIGIN: "http://192.168.1.7:5173" },
    "PUBLIC_ORIGIN is not of this machine",
  ],
  [
    "an address that begins like this machine's",
    { PUBLIC_ORIGIN: "http://127.0.0.1.sillage.test" },
    "PUBLIC_ORIGIN is not of this machine",
  ],
  ["no upstream", { UPSTREAM: undefined }, "UPSTREAM_URL is missing"],
  ["a plain upstream elsewhere", { UPSTREAM_URL: "http://10.0.0.7" }, "UPSTREAM_URL must be https"],
  [
    "a merchant's own keys",
    { ECPAY_MERCHANT_ID: "7654321" },
    "ECPAY_MERCHANT_ID is for production alone",
  ],
  [
    "a merchant's previous keys",
    {
      ECPAY_HASH_KEY_PREVIOUS: production.ECPAY_HASH_KEY,
      ECPAY_HASH_IV_PREVIOUS: production.ECPAY_HASH_IV,
    },
    "ECPAY_HASH_KEY_PREVIOUS is for production alone",
  ],
  ["a secret of one letter", { SESSION_SECRET: "a".repeat(43) }, "SESSION_SECRET is not random"],
  [
    "a host that may stage",
    { ALLOW_STAGE_ON: "localhost:5173" },
    "ALLOW_STAGE_ON is for ECPAY_ENVIRONMENT=stage alone",
  ],
]);

const nameOf = ({ base, what }: Wrong) => `${String(base["ECPAY_ENVIRONMENT"])} with ${what}`;

test.each(
  [...inProduction, ...onStage, ...inLocalMode].map((row) => ({ ...row, name: nameOf(row) })),
)("$name is refused with its reason, which never says a value (R55)", ({ base, change, why }) => {
  const env = { ...base, ...change };
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

const right: [what: string, env: Record<string, unknown>][] = [
  ["production", production],
  [
    "production with nothing but what it needs",
    { ...production, ALLOWED_ORIGINS: "", UPSTREAM_SERVICE_TOKEN: undefined, ALLOW_STAGE_ON: "" },
  ],
  [
    "production with two token keys, the new one first",
    { ...production, UPSTREAM_TOKEN_KEY: `${tokenKey} ${[...session].toReversed().join("")}` },
  ],
  ["production with a port", { ...production, PUBLIC_ORIGIN: "https://sillage.test:8443" }],
  [
    "production with a slash behind the upstream's host",
    { ...production, UPSTREAM_URL: "https://upstream.test/" },
  ],
  [
    "production with both ways to a person",
    {
      ...production,
      ALERT_WEBHOOK_URL: "https://chat.test/hook/1?key=2",
      ALERT_EMAIL: "operator@sillage.test",
      LOG_SAMPLE: ".001",
    },
  ],
  ["stage", stage],
  [
    "stage with a port",
    { ...stage, PUBLIC_ORIGIN: "https://sillage.test:8443", ALLOW_STAGE_ON: "sillage.test:8443" },
  ],
  ["local mode", local],
  [
    "local mode with a chat of this machine",
    { ...local, ALERT_WEBHOOK_URL: "http://127.0.0.1:9000/hook" },
  ],
  ["local mode behind TLS", { ...local, PUBLIC_ORIGIN: "https://localhost:5173" }],
  ["local mode with another site's page", { ...local, ALLOWED_ORIGINS: "https://partner.example" }],
  [
    "local mode with a real upstream",
    { ...local, UPSTREAM: undefined, UPSTREAM_URL: "https://upstream.test" },
  ],
  ...["http://127.0.0.1:9000", "http://localhost:9000", "http://[::1]:9000"].map(
    (url): [string, Record<string, unknown>] => [
      `local mode with ${url}`,
      { ...local, UPSTREAM_URL: url },
    ],
  ),
];
test.each(right)("%s is accepted", (_what, env) => {
  expect(parseConfig(env)).toMatchObject({
    ECPAY_ENVIRONMENT: env["ECPAY_ENVIRONMENT"],
  });
});

test("every secret that a generator makes is accepted", () => {
  for (let round = 0; round < 2_000; round += 1) {
    const bytes = () => Buffer.from(crypto.getRandomValues(new Uint8Array(32)));
    const env = {
      ...production,
      SESSION_SECRET: bytes().toString("base64url"),
      UPSTREAM_TOKEN_KEY: bytes().toString("base64url"),
      PAYMENT_RESULT_SECRET: bytes().toString("hex").slice(0, 32),
      UPSTREAM_SERVICE_TOKEN: crypto.randomUUID(),
    };
    expect(() => parseConfig(env)).not.toThrow();
  }
});

test("every fault of a configuration is named at once", () => {
  const env = { ...production, ALLOWED_ORIGINS: "http://partner.test", SESSION_SECRET: tokenKey };
  expect(() => parseConfig(env)).toThrow(
    /^Configuration is refused: .*ALLOWED_ORIGINS must all be https; .*SESSION_SECRET and UPSTREAM_TOKEN_KEY must differ$/,
  );
});

test("the Worker that answers pages refuses the same addresses, and needs no secret", () => {
  const { ECPAY_ENVIRONMENT, PUBLIC_ORIGIN, ALLOWED_ORIGINS } = production;
  const page = { ECPAY_ENVIRONMENT, PUBLIC_ORIGIN, ALLOWED_ORIGINS, API: {} };
  expect(parsePageConfig(page)).toMatchObject({ PUBLIC_ORIGIN });
  expect(() => parsePageConfig({ ...page, PUBLIC_ORIGIN: "https://sillage.example" })).toThrow(
    "PUBLIC_ORIGIN is a placeholder",
  );
  expect(() => parsePageConfig({ ...page, ALLOWED_ORIGINS: "http://partner.test" })).toThrow(
    "ALLOWED_ORIGINS must all be https",
  );
  expect(() => parsePageConfig({ ...page, ECPAY_ENVIRONMENT: "stage" })).toThrow(
    "ALLOW_STAGE_ON is missing",
  );
  expect(() => parsePageConfig({ ...page, ECPAY_ENVIRONMENT: "stand-in" })).toThrow(
    "CASHIER is missing",
  );
});

test("what gets deployed holds placeholders, and is refused until they are replaced", () => {
  const varsOf = (config: string, env?: string) =>
    unstable_readConfig(
      { config: resolve(root, config), ...(env && { env }) },
      { hideWarnings: true },
    ).vars;
  const page = { ...varsOf("wrangler.toml", "production"), API: {} };
  expect(() => parsePageConfig(page)).toThrow("PUBLIC_ORIGIN is a placeholder");
  const api = { ...production, ...varsOf("worker/wrangler.api.toml") };
  expect(() => parseConfig(api)).toThrow(
    "PUBLIC_ORIGIN is a placeholder; UPSTREAM_URL is a placeholder",
  );
});

test.each(["wrangler.toml", "worker/wrangler.api.toml"])(
  "%s has a counter for every number of the rates, each in a namespace of its own (R25)",
  (config) => {
    const counters = rateCounters(config);
    expect(counters.map(({ name, simple }) => ({ name, simple }))).toEqual(
      perMinute.map((limit) => ({ name: counterOf(limit), simple: { limit, period: 60 } })),
    );
    expect(new Set(counters.map(({ namespace_id }) => namespace_id)).size).toBe(perMinute.length);
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
