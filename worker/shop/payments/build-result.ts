/** The browser brings the gateway's message: it is shown and asked about, never believed. */
import { base64url, FlattenedSign, flattenedVerify, errors } from "jose";
import { currency } from "#contract/money";
import { fallbackLocale } from "#contract/locales";
import { outcomes, paymentResult } from "#contract/payment";
import type { PaymentProvider, PaymentResult } from "#contract/payment";
import type { Deps } from "../../deps.ts";
import { paymentEnvironment, withPrevious, type Config } from "../../env.ts";
import type { PaymentStatus } from "../../payments/method.ts";
import { attemptStates } from "../../store/attempt-states.ts";
import { findAttempt, firstShownAt, type Attempt } from "../../store/payments.ts";
import { askOnce, confirmOnce } from "./reconcile.ts";

export async function buildResult(deps: Deps, provider: PaymentProvider, message: string) {
  const said = await deps.payments[provider].returned(message);
  const attempt = said && (await findAttempt(deps.db, { provider, ...said }));
  const amountTwd = said?.amountTwd ?? attempt?.amountTwd;
  if (said === null || attempt === null || attempt.amountTwd !== amountTwd) {
    deps.log.warn("a payment return was not shown", {
      reason: said === null ? "not_genuine" : "no_such_attempt",
    });
    return { locale: attempt?.locale ?? fallbackLocale, token: null };
  }
  // An old message about a failed try does not unsay a payment.
  const { isPaid, isOpen } = attemptStates[attempt.state];
  const shown = isPaid ? "success" : shownAs[await statusOf(deps, attempt, said.status)];
  if (outcomes[shown].isFollowed && isOpen) deps.waitUntil(askOnce(deps, attempt));
  return { locale: attempt.locale, token: await tokenOf(deps, attempt, shown) };
}

async function statusOf(deps: Deps, attempt: Attempt, said: PaymentStatus): Promise<PaymentStatus> {
  if (said !== "authorised") return said;
  const confirming = confirmOnce(deps, attempt);
  // It goes on when the shopper's connection breaks.
  deps.waitUntil(confirming);
  return confirming;
}

type Shown = PaymentResult["value"]["status"];

const shownAs: Record<PaymentStatus, Shown> = {
  paid: "success",
  authorised: "checking",
  unknown: "checking",
  failed: "failed",
  unpaid: "failed",
};

/** The signature never expires, so the person is shown until the first result runs out. */
async function tokenOf(deps: Deps, attempt: Attempt, status: Shown) {
  const now = deps.now();
  const end = ((await firstShownAt(deps.db, attempt.id, now)) ?? now) + resultLifetimeMs;
  const isOld = end <= now;
  const { snapshot } = attempt;
  const person = isOld ? null : snapshot;
  return signResult(deps.config, {
    expiry: isOld ? now + resultLifetimeMs : end,
    value: {
      status,
      orderId: attempt.orderNumber,
      order_date: snapshot?.orderDate ?? new Date(attempt.createdAt).toISOString(),
      amount: attempt.amountTwd,
      currency,
      customer_name: person?.customerName ?? "",
      customer_phone: person?.customerPhone ?? "",
      customer_address: person?.customerAddress ?? "",
    },
  });
}

/** A flattened JWS with a key of its own: `data` is the payload, `sig` the signature. */
export const resultLifetimeMs = 10 * 60_000;
const algorithm = "HS256";
const type = "payment-result+jws";

type ResultToken = Awaited<ReturnType<typeof signResult>>;

const audience = (config: Config) => `sillage-payment-result:${paymentEnvironment(config)}`;

const keyOf = (secret: string): Uint8Array => new TextEncoder().encode(secret);

export async function signResult(config: Config, result: PaymentResult) {
  const jws = await new FlattenedSign(new TextEncoder().encode(JSON.stringify(result)))
    .setProtectedHeader({ alg: algorithm, typ: type, aud: audience(config) })
    .sign(keyOf(config.PAYMENT_RESULT_SECRET));
  return { data: jws.payload, sig: `${jws.protected ?? ""}..${jws.signature}` };
}

/** Null for anything that is not a living result of ours. `now` is epoch milliseconds. */
export async function readResult(config: Config, token: ResultToken, now: number) {
  const { PAYMENT_RESULT_SECRET: present, PAYMENT_RESULT_SECRET_PREVIOUS: previous } = config;
  for (const secret of withPrevious(present, previous)) {
    const result = await readWith(secret, config, token, now);
    if (result !== null) return result;
  }
  return null;
}

async function readWith(secret: string, config: Config, { data, sig }: ResultToken, now: number) {
  const parts = /^([\w-]{1,400})\.\.([\w-]{43})$/.exec(sig);
  if (parts === null || !/^[\w-]{1,4000}$/.test(data)) return null;
  const [, head = "", signature = ""] = parts;
  const jws = { protected: head, payload: data, signature };
  try {
    const verified = await flattenedVerify(jws, keyOf(secret), { algorithms: [algorithm] });
    const { payload, protectedHeader: header } = verified;
    const isOurs = header?.typ === type && header["aud"] === audience(config);
    if (!isOurs || base64url.encode(payload) !== data) return null;
    const result = paymentResult.safeParse(JSON.parse(new TextDecoder().decode(payload)));
    const leftMs = (result.data?.expiry ?? 0) - now;
    return result.success && leftMs > 0 && leftMs <= resultLifetimeMs ? result.data : null;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}
