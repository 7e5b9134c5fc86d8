import { expect, test } from "vitest";
import { parseConfig } from "../../worker/env.ts";

const secret = "0123456789abcdef0123456789abcdef0123456789a";
const production = {
  ECPAY_ENVIRONMENT: "production",
  ECPAY_MERCHANT_ID: "7654321",
  ECPAY_HASH_KEY: "aKeyOfOurOwn0001",
  ECPAY_HASH_IV: "anIvOfOurOwn0001",
  PUBLIC_ORIGIN: "https://sillage.example",
  UPSTREAM_URL: "https://upstream.example",
  ALLOWED_ORIGINS: "",
  SURVEY_ID: "s1",
  DESCRIPTION_QUESTION_ID: "q1",
  LABEL_CATEGORY_ID: "c1",
  SESSION_SECRET: secret,
  UPSTREAM_TOKEN_KEY: secret,
  PAYMENT_RESULT_SECRET: secret,
  UPSTREAM_SERVICE_TOKEN: secret,
};
const published = {
  ECPAY_MERCHANT_ID: "3002607",
  ECPAY_HASH_KEY: "pwFHCqoQZGmho4w6",
  ECPAY_HASH_IV: "EkRm7iFT261dpevs",
};

test("a token key can be replaced: the new one stands before the old one", () => {
  expect(parseConfig({ ...production, UPSTREAM_TOKEN_KEY: `${secret} ${secret}` })).toBeTruthy();
});

test("production starts with the merchant's own keys", () => {
  expect(parseConfig(production)).toMatchObject({
    ECPAY_ENVIRONMENT: "production",
    ECPAY_MERCHANT_ID: "7654321",
  });
});

test.each([
  ["a published merchant", { ECPAY_MERCHANT_ID: "2000132" }],
  ["a published key", { ECPAY_HASH_KEY: "5294y06JbISpM5x9" }],
  ["a published IV", { ECPAY_HASH_IV: "EkRm7iFT261dpevs" }],
  ["all of them", published],
  ["an address that is not HTTPS", { PUBLIC_ORIGIN: "http://sillage.example" }],
  ["no address", { PUBLIC_ORIGIN: undefined }],
  ["an upstream that is not HTTPS", { UPSTREAM_URL: "http://upstream.example" }],
  ["an upstream on this machine", { UPSTREAM_URL: "http://127.0.0.1:9000" }],
  ["no upstream", { UPSTREAM_URL: undefined }],
  [
    "an upstream's address with credentials",
    { UPSTREAM_URL: "https://me:secret@upstream.example" },
  ],
  ["a payment event path that leaves the upstream", { UPSTREAM_PAYMENT_EVENTS_PATH: "/../events" }],
  [
    "a payment event path without a credential",
    { UPSTREAM_PAYMENT_EVENTS_PATH: "/events", UPSTREAM_SERVICE_TOKEN: undefined },
  ],
  [
    "a cancellation path without a credential",
    { UPSTREAM_CANCELLATIONS_PATH: "/cancellations", UPSTREAM_SERVICE_TOKEN: undefined },
  ],
  ["an idempotency that is neither true nor false", { UPSTREAM_HONOURS_IDEMPOTENCY: "yes" }],
  ["a stage host for an environment", { ECPAY_ENVIRONMENT: "https://payment-stage.ecpay.com.tw" }],
  ["no environment", { ECPAY_ENVIRONMENT: undefined }],
  ["a short secret", { PAYMENT_RESULT_SECRET: "short" }],
  ["a token key that is not 32 bytes", { UPSTREAM_TOKEN_KEY: secret.slice(1) }],
  ["a wildcard among the origins", { ALLOWED_ORIGINS: "https://partner.example *" }],
  ["an origin with a path", { ALLOWED_ORIGINS: "https://partner.example/shop" }],
])("production refuses to start with %s, and never says a secret (R55)", (_what, change) => {
  const env = { ...production, ...change };
  expect(() => parseConfig(env)).toThrow();
  try {
    parseConfig(env);
  } catch (error) {
    expect(String(error)).not.toContain(secret);
    expect(String(error)).not.toContain(env.ECPAY_HASH_KEY);
  }
});

test("stage refuses keys that are not the published ones, and an address it cannot be reached at (R55)", () => {
  const stage = { ...production, ...published, ECPAY_ENVIRONMENT: "stage" };
  expect(parseConfig(stage)).toMatchObject({ ECPAY_ENVIRONMENT: "stage" });
  expect(() => parseConfig({ ...production, ECPAY_ENVIRONMENT: "stage" })).toThrow();
  expect(() => parseConfig({ ...stage, PUBLIC_ORIGIN: undefined })).toThrow();
});

test("the stand-in refuses to start where no cashier is bound", () => {
  const standIn = { ...production, ...published, ECPAY_ENVIRONMENT: "stand-in" };
  expect(() => parseConfig(standIn)).toThrow();
  expect(parseConfig({ ...standIn, CASHIER: {} })).toMatchObject({ ECPAY_ENVIRONMENT: "stand-in" });
});

test.each(["SURVEY_ID", "DESCRIPTION_QUESTION_ID", "LABEL_CATEGORY_ID"])(
  "production refuses to start without %s, and names it: it is the upstream's own",
  (name) => {
    for (const value of [undefined, "", "with spaces"])
      expect(() => parseConfig({ ...production, [name]: value })).toThrow(
        new RegExp(`missing or malformed: ${name}`),
      );
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

test("local mode may try an upstream on this machine over plain HTTP, and no other", () => {
  const local = { ...production, ...published, ECPAY_ENVIRONMENT: "stand-in", CASHIER: {} };
  for (const url of ["http://127.0.0.1:9000", "http://localhost:9000", "http://[::1]:9000"])
    expect(parseConfig({ ...local, UPSTREAM_URL: url })).toMatchObject({ UPSTREAM_URL: url });
  for (const url of ["http://upstream.example", "http://127.0.0.1.evil.example", "http://10.0.0.7"])
    expect(() => parseConfig({ ...local, UPSTREAM_URL: url })).toThrow("UPSTREAM_URL");
});
