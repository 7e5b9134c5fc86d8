import { randomBytes } from "node:crypto";
import { FlattenedSign } from "jose";
import { expect, test } from "vitest";
import { counterOf, parseConfig, perMinute } from "../../worker/env.ts";
import {
  readResult,
  resultLifetimeMs,
  signResult,
} from "../../worker/shop/payments/result-token.ts";

const minute = 60_000;
const now = Date.UTC(2026, 10, 21);
const secret = () => randomBytes(32).toString("base64url");
const stage = {
  ...Object.fromEntries(perMinute.map((allowance) => [counterOf(allowance), {}])),
  ECPAY_ENVIRONMENT: "stage",
  ECPAY_MERCHANT_ID: "3002607",
  ECPAY_HASH_KEY: "pwFHCqoQZGmho4w6",
  ECPAY_HASH_IV: "EkRm7iFT261dpevs",
  PUBLIC_ORIGIN: "https://sillage.example",
  ALLOW_STAGE_ON: "sillage.example",
  UPSTREAM_URL: "https://upstream.example",
  SURVEY_ID: "s1",
  DESCRIPTION_QUESTION_ID: "q1",
  LABEL_CATEGORY_ID: "c1",
  ALLOWED_ORIGINS: "",
  SESSION_SECRET: secret(),
  UPSTREAM_TOKEN_KEY: secret(),
  PAYMENT_RESULT_SECRET: secret(),
  UPSTREAM_SERVICE_TOKEN: secret(),
};
const standIn = {
  ECPAY_ENVIRONMENT: "stand-in",
  PUBLIC_ORIGIN: "http://localhost:5173",
  ALLOW_STAGE_ON: "",
  CASHIER: {},
};
const config = parseConfig(stage);
const resultUntil = (expiry: number) => ({
  expiry,
  value: {
    status: "success" as const,
    orderId: "SL1",
    order_date: "2026-11-21T00:00:00.000Z",
    amount: 100,
    currency: "TWD",
    customer_name: "",
    customer_phone: "",
    customer_address: "",
  },
});

test("a payment result is believed for ten minutes, and none that claims to last longer is (R54)", async () => {
  const result = resultUntil(now + 10 * minute);
  const token = await signResult(config, result);
  expect(resultLifetimeMs).toBe(10 * minute);
  expect(await readResult(config, token, now)).toEqual(result);
  expect(await readResult(config, token, now + 10 * minute - 1)).toEqual(result);
  expect(await readResult(config, token, now + 10 * minute)).toBeNull();
  expect(
    await readResult(config, await signResult(config, resultUntil(now + 10 * minute + 1000)), now),
  ).toBeNull();
});

test("a payment result is signed with a key of its own, for one environment (R54)", async () => {
  const token = await signResult(config, resultUntil(now + minute));
  expect(
    await readResult(
      parseConfig({ ...stage, SESSION_SECRET: secret(), UPSTREAM_SERVICE_TOKEN: secret() }),
      token,
      now,
    ),
  ).not.toBeNull();
  expect(
    await readResult(parseConfig({ ...stage, PAYMENT_RESULT_SECRET: secret() }), token, now),
  ).toBeNull();
  expect(await readResult(parseConfig({ ...stage, ...standIn }), token, now)).toBeNull();
});

test("a payment result outlives a change of its key while the previous one is configured", async () => {
  const token = await signResult(config, resultUntil(now + minute));
  const rotated = { ...stage, PAYMENT_RESULT_SECRET: secret() };
  const during = { ...rotated, PAYMENT_RESULT_SECRET_PREVIOUS: stage.PAYMENT_RESULT_SECRET };
  expect(await readResult(parseConfig(during), token, now)).not.toBeNull();
  expect(await readResult(parseConfig(rotated), token, now)).toBeNull();
  const fresh = await signResult(parseConfig(during), resultUntil(now + minute));
  expect(await readResult(parseConfig(rotated), fresh, now), "signed anew").not.toBeNull();
});

/** With the right key, so that only what is told apart from a result of ours decides. */
async function forged(header: object, payload: unknown = resultUntil(now + minute)) {
  const aud = "sillage-payment-result:stage";
  const known = { alg: "HS256", typ: "payment-result+jws", aud, exp: now / 1000 + 60 };
  const text = typeof payload === "string" ? payload : JSON.stringify(payload);
  const jws = await new FlattenedSign(new TextEncoder().encode(text))
    .setProtectedHeader({ ...known, ...header })
    .sign(new TextEncoder().encode(config.PAYMENT_RESULT_SECRET));
  return { data: jws.payload, sig: `${jws.protected}..${jws.signature}` };
}

test.each<[string, object, unknown?]>([
  ["no end", { exp: undefined }],
  ["an end that is no number", { exp: `${now / 1000 + 60}` }],
  ["an end that was", { exp: now / 1000 }],
  ["an end beyond ten minutes", { exp: now / 1000 + 601 }],
  ["another kind", { typ: "JWT" }],
  ["another audience", { aud: "sillage-payment-result:production" }],
  ["other contents", {}, { expiry: now + minute }],
  ["contents whose time is over", {}, resultUntil(now)],
])("a result with %s is none (R54)", async (_what, header, payload) => {
  expect(await readResult(config, await forged({}), now), "as it should be").not.toBeNull();
  expect(await readResult(config, await forged(header, payload), now)).toBeNull();
});

test("a result with a sign changed, more or less is none", async () => {
  const { data, sig } = await forged({});
  for (const odd of ["", "..", sig.replace("..", "."), `${sig}A`, sig.slice(1), ` ${sig}`])
    expect(await readResult(config, { data, sig: odd }, now), odd).toBeNull();
  for (const odd of ["", `${data}=`, `${data}A`, data.slice(1), ` ${data}`])
    expect(await readResult(config, { data: odd, sig }, now), odd).toBeNull();
});
