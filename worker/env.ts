/** The only reader of bindings and configuration; refuses them as a whole, once an isolate. */
import * as z from "zod/mini";
import { bottle } from "#contract/bottles";
import { concentrations } from "#contract/cart";
import { environments, paymentEnvironments } from "#contract/payment";
import { pageFaults, faultsOf, isBound } from "./configuration-faults.ts";
import { isLoopback } from "./platform/hosts.ts";

/** Cloudflare's, by how many they let pass: each is a `[[ratelimits]]` of the configuration. */
export const counters = [
  "PER_TEN_SECONDS_10",
  "PER_TEN_SECONDS_50",
  "PER_TEN_SECONDS_500",
  "PER_MINUTE_10",
  "PER_MINUTE_60",
  "PER_MINUTE_120",
  "PER_MINUTE_300",
] as const;
export type Counter = (typeof counters)[number];

export interface Bindings extends Record<Counter, RateLimit> {
  ASSETS: Fetcher;
  DB: D1Database;
  CONTENT: KVNamespace;
  /** Bound in local mode only. */
  UPSTREAM?: Fetcher;
  CASHIER?: Fetcher;
  /** This Worker once more, beside its database, where pages are answered near the shopper. */
  API?: Fetcher;
  MAIL?: SendEmail;
  VERSION?: { id: string; timestamp: string };
  BACKUPS?: R2Bucket;
}

const like = (pattern: RegExp, reason: `must ${string}`) =>
  z.string().check(z.regex(pattern, reason));
const secret = like(/^\S{32,512}$/, "must have 32 to 512 characters");
const ecpayKey = like(/^\S{8,64}$/, "must have 8 to 64 characters");
const upstreamId = like(/^[A-Za-z0-9_-]{1,64}$/, "must be an id");
const timeZone = like(/^(Z|[+-][01]\d:[0-5]\d)$/, "must be Z or like +08:00");
const upstreamPath = z.custom<`/${string}`>(
  (value) => typeof value === "string" && /^(\/(?!\.{1,2}(\/|$))[\w.~-]+)+\/?$/.test(value),
  "must be a path",
);
const isUrl = (value: string) => /^https?:\/\/\S+$/.test(value) && URL.canParse(value);
const address = z.string().check(z.refine(isUrl, "must be an address"));
/** As the URL parser spells it, since it is compared with what that makes of an address. */
const isOrigin = (value: string) => isUrl(value) && /^https?:\/\/[a-z0-9.-]+(:\d+)?$/.test(value);
const origin = z.string().check(z.refine(isOrigin, "must be an origin"));

const orNull = <Value extends z.ZodMiniType>(value: Value) => z._default(z.nullable(value), null);
const readAs = <Value extends z.ZodMiniType>(
  text: z.ZodMiniType<string, string>,
  read: (text: string) => unknown,
  value: Value,
) => z.pipe(text, z.pipe(z.transform(read), value));
const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== "");
const list = <Word extends z.ZodMiniType>(word: Word) =>
  z._default(readAs(z.string(), wordsOf, z.array(word)), []);
const byName = <Word extends z.ZodMiniType>(name: z.ZodMiniType<string, string>, word: Word) => {
  const read = (text: string) =>
    Object.fromEntries(wordsOf(text).map((entry) => `${entry}=`.split("=", 2)));
  return z._default(readAs(z.string(), read, z.record(name, word)), {});
};
const bottleWord = readAs(
  like(/^\d{1,4}ml\/\w+$/, "must be a size, a slash and a closure"),
  (word) => {
    const [size = "", closure] = word.split("/");
    return { millilitres: Number.parseInt(size, 10), closure };
  },
  bottle,
);
const range = (digits: number, reason: `must ${string}`) =>
  readAs(
    like(new RegExp(`^\\d{1,${digits}}(-\\d{1,${digits}})?$`), reason),
    (text) => {
      const [min = 0, max = min] = text.split("-").map(Number);
      return { min, max };
    },
    z
      .object({ min: z.int(), max: z.int() })
      .check(z.refine(({ min, max }) => min >= 1 && min <= max, reason)),
  );
export const operatorRoles = ["look", "refund", "publish"] as const;
export type OperatorRole = (typeof operatorRoles)[number];
const emailAddress = like(/^[^\s@<>,;"=]{1,64}@[^\s@<>,;"=]{3,250}$/, "must be an e-mail address");
const roles = readAs(
  z.string(),
  (text) => text.toLowerCase().split("+"),
  z.array(z.enum(operatorRoles)),
);
const flag = z.stringbool({ truthy: ["true"], falsy: ["false"] });
const workingDays = range(2, "must be working days");
const number = (pattern: RegExp, reason: `must ${string}`, unset: number) =>
  z._default(readAs(like(pattern, reason), Number, z.number()), unset);

/** What pages and texts need: no secret. `.docs/operate.md` says what each is for. */
const pageSettings = {
  ECPAY_ENVIRONMENT: z.enum(paymentEnvironments),
  PUBLIC_ORIGIN: z.optional(origin),
  ALLOW_STAGE_ON: orNull(like(/^[a-z0-9.-]+(:\d+)?$/, "must be a host")),
  ALLOWED_ORIGINS: list(origin),
  /** Where the upstream keeps its pictures; the shop's own need no mention. */
  PICTURE_ORIGINS: list(origin),
  SCENT_IDS: list(upstreamId),
  CONTENT_MEMORY_SECONDS: number(/^\d{1,4}$/, "must be seconds", 30),
  LOG_SAMPLE: number(/^(0|1|0?\.\d{1,6})$/, "must be from 0 to 1", 0.01),
};
const pageSchema = z.object(pageSettings);
export type PageConfig = z.infer<typeof pageSchema>;

const schema = z.object({
  ...pageSettings,
  ECPAY_MERCHANT_ID: like(/^\d{1,10}$/, "must be digits"),
  ECPAY_HASH_KEY: ecpayKey,
  ECPAY_HASH_IV: ecpayKey,
  ECPAY_CARD_ORDER_TWD: orNull(range(9, "must be sums")),
  UPSTREAM_URL: orNull(address),
  SURVEY_ID: upstreamId,
  DESCRIPTION_QUESTION_ID: upstreamId,
  LABEL_CATEGORY_ID: upstreamId,
  CONCENTRATION_ITEM_IDS: byName(upstreamId, z.enum(concentrations)),
  BOTTLE_ITEM_IDS: byName(upstreamId, bottleWord),
  PREPARING_DAYS: z._default(workingDays, { min: 3, max: 5 }),
  /** With the courier; unset, the shop promises only when an order ships. */
  TRANSIT_DAYS: orNull(workingDays),
  UPSTREAM_TIME_ZONE: z._default(timeZone, "Z"),
  UPSTREAM_REFRESH_PATH: z._default(upstreamPath, "/auth/refresh"),
  UPSTREAM_PAYMENT_EVENTS_PATH: orNull(upstreamPath),
  UPSTREAM_CANCELLATIONS_PATH: orNull(upstreamPath),
  UPSTREAM_HONOURS_IDEMPOTENCY: z._default(flag, false),
  ALERT_WEBHOOK_URL: orNull(address),
  ALERT_EMAIL: orNull(emailAddress),
  DESK_ORIGIN: orNull(origin),
  ACCESS_TEAM: orNull(origin),
  ACCESS_AUDIENCE: orNull(like(/^[0-9a-f]{64}$/, "must be 64 hexadecimal digits")),
  DESK_OPERATORS: byName(emailAddress.check(z.toLowerCase()), roles),
  SESSION_SECRET: secret,
  /** 32 bytes, base64url. During a rotation: the new key, a space, the old key. */
  UPSTREAM_TOKEN_KEY: like(/^[\w-]{43}( [\w-]{43})*$/, "must be 32 bytes as base64url"),
  PAYMENT_RESULT_SECRET: secret,
  UPSTREAM_SERVICE_TOKEN: orNull(secret),
  BACKUP_PUBLIC_KEY: orNull(like(/^[\w-]{43}$/, "must be 32 bytes as base64url")),
  SESSION_SECRET_PREVIOUS: orNull(secret),
  PAYMENT_RESULT_SECRET_PREVIOUS: orNull(secret),
  ECPAY_HASH_KEY_PREVIOUS: orNull(ecpayKey),
  ECPAY_HASH_IV_PREVIOUS: orNull(ecpayKey),
  UPSTREAM_SERVICE_TOKEN_PREVIOUS: orNull(secret),
});

export type Config = z.infer<typeof schema>;

/** The one that signs first; the others only verify. */
export type Secrets = readonly [present: string, ...previous: string[]];

export function withPrevious(present: string, previous: string | null): Secrets {
  return previous === null ? [present] : [present, previous];
}

export const paymentEnvironment = (config: Config) => config.ECPAY_ENVIRONMENT;

/** Local mode shows all mails: a page of another site must not reach it by a name of its own. */
export function mayAnswerAt(config: PageConfig, url: string): boolean {
  return !environments[config.ECPAY_ENVIRONMENT].isLocal || isLoopback(url);
}

/** @throws ConfigurationRefused */
export const parsePageConfig = (env: object): PageConfig => parse(pageSchema, env, pageFaults);

/** @throws ConfigurationRefused */
export const parseConfig = (env: object): Config =>
  parse(schema, env, (config) => [
    ...faultsOf(config, env),
    // Without its counters the shop would take any number of requests.
    ...counters.filter((name) => !isBound(env, name)).map((name) => `${name} is missing`),
  ]);

function parse<Schema extends z.ZodMiniType>(
  settings: Schema,
  env: object,
  faultsIn: (config: z.output<Schema>, env: object) => Iterable<string>,
): z.output<Schema> {
  // An empty variable counts as unset.
  const set = Object.entries(env).filter(([, value]) => value !== "");
  const parsed = settings.safeParse(Object.fromEntries(set));
  const faults = parsed.success
    ? [...faultsIn(parsed.data, env)]
    : parsed.error.issues.map((issue) => faultOf(issue, env));
  if (!parsed.success || faults.length > 0) throw new ConfigurationRefused(faults);
  return parsed.data;
}

function faultOf(issue: z.core.$ZodIssue, env: object): string {
  const name = String(issue.path[0]);
  const value: unknown = Reflect.get(env, name);
  if (value === undefined || value === "") return `${name} is missing`;
  if (issue.code === "invalid_value") return `${name} must be one of ${issue.values.join(", ")}`;
  return `${name} ${issue.message.startsWith("must ") ? issue.message : "is malformed"}`;
}

/** Names what is missing or forbidden and why, never a value. */
export class ConfigurationRefused extends Error {
  readonly faults: readonly string[];

  constructor(faults: Iterable<string>) {
    const each = [...new Set(faults)];
    super(`Configuration is refused: ${each.join("; ")}`);
    this.faults = each;
  }
}
