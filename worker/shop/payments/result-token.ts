/** The payment result as a flattened JWS with a key of its own: `data` payload, `sig` signature. */
import { base64url, FlattenedSign, flattenedVerify, errors } from "jose";
import { paymentResult, type PaymentResult } from "#contract/payment";
import { paymentEnvironment, withPrevious, type Config } from "../../env.ts";

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
