/** The only reader of bindings and configuration. Parsed once per isolate and refused as a whole when anything is wrong. */
import * as z from "zod/mini";
import { concentrations } from "#contract/cart";
import { paymentEnvironments, type PaymentEnvironment } from "#contract/payment";

export interface Bindings {
  ASSETS: Fetcher;
  DB: D1Database;
  CONTENT: KVNamespace;
  /** Bound in local mode only. */
  UPSTREAM?: Fetcher;
  CASHIER?: Fetcher;
  /** This Worker once more, beside its database; bound where pages are answered near the shopper. */
  API?: Fetcher;
}

const secret = z.string().check(z.minLength(32));
const upstreamId = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/));
const upstreamPath = z.custom<`/${string}`>(
  (value) => typeof value === "string" && /^(\/(?!\.{1,2}(\/|$))[\w.~-]+)+\/?$/.test(value),
);
/** An empty variable counts as unset. */
const noneIfEmpty = z.transform((value: unknown) => (value === "" ? undefined : value));
const orNull = <Value extends z.ZodMiniType>(value: Value) =>
  z.pipe(noneIfEmpty, z._default(z.nullable(value), null));
/** `item=WORD` by spaces. */
const concentrationItems = z.pipe(
  z.pipe(noneIfEmpty, z._default(z.string(), "")),
  z.pipe(
    z.transform((value: string) =>
      Object.fromEntries(
        value
          .split(/\s+/)
          .filter((entry) => entry !== "")
          .map((entry) => entry.split("=", 2)),
      ),
    ),
    z.record(upstreamId, z.enum(concentrations)),
  ),
);
const origin = z.string().check(z.regex(/^https?:\/\/[a-z0-9.-]+(:\d+)?$/));

/** What pages and texts need: no secret. */
const pageSettings = {
  ECPAY_ENVIRONMENT: z.enum(paymentEnvironments),
  /** Where shoppers and ECPay reach the shop. Only local mode may leave it out; then the request's own origin is used. */
  PUBLIC_ORIGIN: z.optional(origin),
  /** Other origins that may call `/api` with credentials, separated by spaces. */
  ALLOWED_ORIGINS: z.pipe(
    z.string(),
    z.pipe(
      z.transform((value: string) => value.split(/\s+/).filter((entry) => entry !== "")),
      z.array(origin),
    ),
  ),
  /** How long an isolate uses published content before it asks KV again; 0 asks for each answer. */
  CONTENT_MEMORY_SECONDS: z.pipe(
    noneIfEmpty,
    z._default(
      z.pipe(
        z.string().check(z.regex(/^\d{1,4}$/)),
        z.transform((seconds: string) => Number(seconds)),
      ),
      30,
    ),
  ),
};
const pageSchema = z.object(pageSettings);
export type PageConfig = z.infer<typeof pageSchema>;

const schema = z.object({
  ...pageSettings,
  ECPAY_MERCHANT_ID: z.string().check(z.regex(/^\d{1,10}$/)),
  ECPAY_HASH_KEY: z.string().check(z.regex(/^\S{8,64}$/)),
  ECPAY_HASH_IV: z.string().check(z.regex(/^\S{8,64}$/)),
  /** Without `/api/v1`. In local mode it replaces the reference upstream. */
  UPSTREAM_URL: orNull(z.string().check(z.regex(/^https?:\/\/[^\s@]+$/))),
  SURVEY_ID: upstreamId,
  DESCRIPTION_QUESTION_ID: upstreamId,
  LABEL_CATEGORY_ID: upstreamId,
  /** Which options stand for which concentration; an option that is not named has none. */
  CONCENTRATION_ITEM_IDS: concentrationItems,
  UPSTREAM_REFRESH_PATH: z.pipe(noneIfEmpty, z._default(upstreamPath, "/auth/refresh")),
  /** Path below `/api/v1` that takes payment events; unset when the upstream takes none. */
  UPSTREAM_PAYMENT_EVENTS_PATH: orNull(upstreamPath),
  /** Path below `/api/v1` that takes cancellations of unpaid orders; unset when the upstream takes none. */
  UPSTREAM_CANCELLATIONS_PATH: orNull(upstreamPath),
  /** `true` only if a checkout repeated with the same Idempotency-Key makes one order. */
  UPSTREAM_HONOURS_IDEMPOTENCY: z.pipe(
    z.pipe(noneIfEmpty, z._default(z.enum(["true", "false"]), "false")),
    z.transform((word) => word === "true"),
  ),
  SESSION_SECRET: secret,
  /** 32 bytes, base64url. During a rotation: the new key, a space, the old key. */
  UPSTREAM_TOKEN_KEY: z.string().check(z.regex(/^[\w-]{43}( [\w-]{43})*$/)),
  PAYMENT_RESULT_SECRET: secret,
  /** The shop's own credential at the upstream, needed for payment events and cancellations. */
  UPSTREAM_SERVICE_TOKEN: orNull(secret),
});

export type Config = z.infer<typeof schema>;

/** Whether payments use real money, a gateway's test money, or none. */
export function paymentEnvironment(config: Config): PaymentEnvironment {
  return config.ECPAY_ENVIRONMENT;
}

/** ECPay publishes these keys in its documentation, so anyone can sign with them. */
const publishedHashKeys = [
  "pwFHCqoQZGmho4w6",
  "spPjZn66i0OhqJsQ",
  "5294y06JbISpM5x9",
  "XBERn1YOvpM9nfZc",
  "ejCk326UnaZWKisg",
  "oyQPlLVKop9xuwxw",
];
const publishedHashIvs = [
  "EkRm7iFT261dpevs",
  "hT5OJckN45isQTTs",
  "v77hoKGq4kWxNNIS",
  "h1ONHk4P4yqbl5LK",
  "q9jcZX8Ib9LM8wYk",
  "rljcW843laE9esfI",
];
const publishedMerchants = ["3002607", "3002599", "2000132", "2000933", "3365120"];

/** @throws Error that names what is missing or forbidden, never its value. */
export function parsePageConfig(env: object): PageConfig {
  return whereShoppersAre(parse(pageSchema, env), env);
}

function parse<Schema extends z.ZodMiniType>(settings: Schema, env: object): z.output<Schema> {
  const parsed = settings.safeParse(env);
  if (parsed.success) return parsed.data;
  const names = parsed.error.issues.map((issue) => issue.path.join(".")).join(", ");
  throw new Error(`Configuration is missing or malformed: ${names}`);
}

function whereShoppersAre<Settings extends PageConfig>(config: Settings, env: object): Settings {
  const { ECPAY_ENVIRONMENT: environment, PUBLIC_ORIGIN: publicOrigin } = config;
  if (environment === "stand-in" && !("CASHIER" in env))
    throw new Error("ECPAY_ENVIRONMENT=stand-in lacks the CASHIER binding");
  if (environment !== "stand-in" && publicOrigin === undefined)
    throw new Error(`ECPAY_ENVIRONMENT=${environment} lacks PUBLIC_ORIGIN`);
  if (environment === "production" && !publicOrigin?.startsWith("https://"))
    throw new Error("Production takes payments over HTTPS only: PUBLIC_ORIGIN");
  return config;
}

/** @throws Error that names what is missing or forbidden, never its value. */
export function parseConfig(env: object): Config {
  const config = whereShoppersAre(parse(schema, env), env);
  const published =
    publishedHashKeys.includes(config.ECPAY_HASH_KEY) ||
    publishedHashIvs.includes(config.ECPAY_HASH_IV) ||
    publishedMerchants.includes(config.ECPAY_MERCHANT_ID);
  if (config.ECPAY_ENVIRONMENT === "production" && published)
    throw new Error("Production refuses ECPay's published staging keys");
  if (config.ECPAY_ENVIRONMENT !== "production" && !published)
    throw new Error("Only production may use its own ECPay keys");
  if (!("UPSTREAM" in env) && config.UPSTREAM_URL === null)
    throw new Error("Neither UPSTREAM nor UPSTREAM_URL is set");
  const isPlainHttp = config.UPSTREAM_URL?.startsWith("http:") ?? false;
  if (
    isPlainHttp &&
    !(config.ECPAY_ENVIRONMENT === "stand-in" && isLoopback(config.UPSTREAM_URL ?? ""))
  )
    throw new Error("UPSTREAM_URL may be plain HTTP only in local mode and on this machine");
  for (const name of ["UPSTREAM_PAYMENT_EVENTS_PATH", "UPSTREAM_CANCELLATIONS_PATH"] as const) {
    if (config[name] !== null && config.UPSTREAM_SERVICE_TOKEN === null)
      throw new Error(`${name} needs UPSTREAM_SERVICE_TOKEN`);
  }
  return config;
}

function isLoopback(url: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(new URL(url).hostname);
}
