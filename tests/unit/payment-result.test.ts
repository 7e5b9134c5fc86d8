import { randomBytes } from "node:crypto";
import { FlattenedSign } from "jose";
import { expect, test } from "vitest";
import type { Config } from "../../worker/env.ts";
import {
  readResult,
  resultLifetimeMs,
  signResult,
} from "../../worker/shop/payments/result-token.ts";

const minute = 60_000;
const now = Date.UTC(2026, 10, 21);
const secret = () => randomBytes(32).toString("base64url");
const present = secret();
/** What a result is signed with and for. */
const configWith = (changes: Partial<Config> = {}) =>
  ({
    ECPAY_ENVIRONMENT: "stage",
    SESSION_SECRET: secret(),
    PAYMENT_RESULT_SECRET: present,
    PAYMENT_RESULT_SECRET_PREVIOUS: null,
    ...changes,
  }) as unknown as Config;
const config = configWith();
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
  const readWith = (changes: Partial<Config>) => readResult(configWith(changes), token, now);
  expect(await readWith({ SESSION_SECRET: secret() })).not.toBeNull();
  expect(await readWith({ PAYMENT_RESULT_SECRET: secret() })).toBeNull();
  expect(await readWith({ ECPAY_ENVIRONMENT: "stand-in" })).toBeNull();
});

test("a payment result outlives a change of its key while the previous one is configured", async () => {
  const token = await signResult(config, resultUntil(now + minute));
  const next = secret();
  const rotated = configWith({ PAYMENT_RESULT_SECRET: next });
  const during = configWith({
    PAYMENT_RESULT_SECRET: next,
    PAYMENT_RESULT_SECRET_PREVIOUS: present,
  });
  expect(await readResult(during, token, now)).not.toBeNull();
  expect(await readResult(rotated, token, now)).toBeNull();
  const fresh = await signResult(during, resultUntil(now + minute));
  expect(await readResult(rotated, fresh, now), "signed anew").not.toBeNull();
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
