/** What `env.ts` refuses of well-formed values. A fault names the variable, never its value. */
import { environments } from "#contract/payment";
import type { Config, PageConfig } from "./env.ts";
import { isGuessable } from "#contract/guessable";
import { isAddress, isLoopback, isPlaceholder } from "./platform/hosts.ts";

export type Fault = string;

const isPlain = (url: string) => url.startsWith("http:");
export const isBound = (env: object, name: string) => Reflect.get(env, name) !== undefined;

export function* addressFaults(config: PageConfig, env: object): Generator<Fault> {
  const { PUBLIC_ORIGIN: origin, ALLOWED_ORIGINS: others } = config;
  const { isLocal, isPublished } = environments[config.ECPAY_ENVIRONMENT];
  const { ALLOW_STAGE_ON: stageHost, PICTURE_ORIGINS: pictures } = config;
  if (!isPublished && stageHost !== null)
    yield "ALLOW_STAGE_ON is for ECPAY_ENVIRONMENT=stage alone";
  if (isLocal) {
    if (!isBound(env, "CASHIER")) yield "CASHIER is missing";
    if (origin !== undefined && !isLoopback(origin)) yield "PUBLIC_ORIGIN is not of this machine";
    return;
  }
  if (origin === undefined) return yield "PUBLIC_ORIGIN is missing";
  if (isPlain(origin)) yield "PUBLIC_ORIGIN must be https";
  if (isPublished) {
    if (stageHost === null) yield "ALLOW_STAGE_ON is missing";
    else if (stageHost !== new URL(origin).host) yield "ALLOW_STAGE_ON is not PUBLIC_ORIGIN's host";
    return;
  }
  for (const name of ["CASHIER", "UPSTREAM"])
    if (isBound(env, name)) yield `${name} is for local mode alone`;
  if (isPlaceholder(origin)) yield "PUBLIC_ORIGIN is a placeholder";
  if (isLoopback(origin)) yield "PUBLIC_ORIGIN names this machine";
  if (pictures.some(isPlain)) yield "PICTURE_ORIGINS must all be https";
  if (pictures.some(isPlaceholder)) yield "PICTURE_ORIGINS has a placeholder";
  if (others.some(isPlain)) yield "ALLOWED_ORIGINS must all be https";
  if (others.some(isPlaceholder)) yield "ALLOWED_ORIGINS has a placeholder";
  if (others.some(isLoopback)) yield "ALLOWED_ORIGINS names this machine";
}

/** ECPay publishes these in its documentation, so anyone can sign with them. */
const published = {
  ECPAY_HASH_KEY: [
    "pwFHCqoQZGmho4w6",
    "spPjZn66i0OhqJsQ",
    "5294y06JbISpM5x9",
    "XBERn1YOvpM9nfZc",
    "ejCk326UnaZWKisg",
    "oyQPlLVKop9xuwxw",
  ],
  ECPAY_HASH_IV: [
    "EkRm7iFT261dpevs",
    "hT5OJckN45isQTTs",
    "v77hoKGq4kWxNNIS",
    "h1ONHk4P4yqbl5LK",
    "q9jcZX8Ib9LM8wYk",
    "rljcW843laE9esfI",
  ],
  ECPAY_MERCHANT_ID: ["3002607", "3002599", "2000132", "2000933", "3365120"],
};

function* accountFaults(config: Config): Generator<Fault> {
  const { isRealMoney: isReal } = environments[config.ECPAY_ENVIRONMENT];
  const { ECPAY_HASH_KEY_PREVIOUS: keyBefore, ECPAY_HASH_IV_PREVIOUS: ivBefore } = config;
  const account = {
    ...published,
    ECPAY_HASH_KEY_PREVIOUS: published.ECPAY_HASH_KEY,
    ECPAY_HASH_IV_PREVIOUS: published.ECPAY_HASH_IV,
  };
  for (const [name, everybodys] of Object.entries(account)) {
    const value = config[name as keyof typeof account];
    if (value === null) continue;
    const isPublished = everybodys.includes(value);
    if (isReal && isPublished) yield `${name} is published by ECPay`;
    if (!isReal && !isPublished) yield `${name} is for production alone`;
  }
  if ((keyBefore === null) !== (ivBefore === null))
    yield "ECPAY_HASH_KEY_PREVIOUS and ECPAY_HASH_IV_PREVIOUS go together";
}

function* upstreamFaults(config: Config, env: object): Generator<Fault> {
  const { UPSTREAM_URL: url } = config;
  const { isLocal, isRealMoney: isReal } = environments[config.ECPAY_ENVIRONMENT];
  const needing = [
    "UPSTREAM_PAYMENT_EVENTS_PATH",
    "UPSTREAM_CANCELLATIONS_PATH",
    "UPSTREAM_SERVICE_TOKEN_PREVIOUS",
  ] as const;
  for (const name of needing)
    if (config[name] !== null && config.UPSTREAM_SERVICE_TOKEN === null)
      yield `${name} needs UPSTREAM_SERVICE_TOKEN`;
  if (url === null) {
    if (!isBound(env, "UPSTREAM")) yield "UPSTREAM_URL is missing";
    return;
  }
  const { username, password, pathname } = new URL(url);
  const isHere = isLoopback(url);
  if (isPlain(url) && !(isLocal && isHere)) yield "UPSTREAM_URL must be https";
  if (username !== "" || password !== "") yield "UPSTREAM_URL must be without credentials";
  if (/[?#]/.test(url)) yield "UPSTREAM_URL must be without a query";
  if (/\/api\/v1\/*$/i.test(pathname)) yield "UPSTREAM_URL must be without /api/v1";
  if (isReal && isPlaceholder(url)) yield "UPSTREAM_URL is a placeholder";
  if (isReal && isHere) yield "UPSTREAM_URL names this machine";
}

/** Only local mode may send its alarms unencrypted, and then to this machine. */
function* alertFaults({ ALERT_WEBHOOK_URL: url, ...config }: Config): Generator<Fault> {
  const { isLocal, isRealMoney } = environments[config.ECPAY_ENVIRONMENT];
  if (url === null) return;
  if (isPlain(url) && !(isLocal && isLoopback(url))) yield "ALERT_WEBHOOK_URL must be https";
  if (isRealMoney && isPlaceholder(url)) yield "ALERT_WEBHOOK_URL is a placeholder";
  if (isRealMoney && isAddress(url)) yield "ALERT_WEBHOOK_URL must name a host";
}

/** The desk is there with everything that guards it, or not at all. */
function* deskFaults(config: Config): Generator<Fault> {
  const { isLocal } = environments[config.ECPAY_ENVIRONMENT];
  const { DESK_ORIGIN, ACCESS_TEAM, ACCESS_AUDIENCE } = config;
  const DESK_OPERATORS = Object.keys(config.DESK_OPERATORS)[0] ?? null;
  const needed = Object.entries({ DESK_ORIGIN, ACCESS_TEAM, ACCESS_AUDIENCE, DESK_OPERATORS });
  const missing = needed.filter(([, value]) => value === null);
  if (missing.length === needed.length) return;
  for (const [name] of missing) yield `${name} is missing: the desk needs it`;
  for (const [name, address] of Object.entries({ DESK_ORIGIN, ACCESS_TEAM })) {
    if (address === null || isLocal) continue;
    if (isPlain(address)) yield `${name} must be https`;
    if (isPlaceholder(address)) yield `${name} is a placeholder`;
    if (address === config.PUBLIC_ORIGIN) yield `${name} must not be PUBLIC_ORIGIN`;
  }
}

const secretNames = [
  "ECPAY_HASH_KEY",
  "ECPAY_HASH_IV",
  "SESSION_SECRET",
  "PAYMENT_RESULT_SECRET",
  "UPSTREAM_SERVICE_TOKEN",
  "ECPAY_HASH_KEY_PREVIOUS",
  "ECPAY_HASH_IV_PREVIOUS",
  "SESSION_SECRET_PREVIOUS",
  "PAYMENT_RESULT_SECRET_PREVIOUS",
  "UPSTREAM_SERVICE_TOKEN_PREVIOUS",
  // Holds several.
  "UPSTREAM_TOKEN_KEY",
] as const;

/** One that leaks must not open what another protects, and none may be guessed. */
function* secretFaults(config: Config): Generator<Fault> {
  const secrets = secretNames.flatMap((name) =>
    (config[name]?.split(" ") ?? []).map((secret) => ({ name, secret })),
  );
  for (const [at, { name, secret }] of secrets.entries()) {
    if (isGuessable(secret)) yield `${name} is not random`;
    for (const other of secrets.slice(at + 1))
      if (other.secret === secret) yield `${name} and ${other.name} must differ`;
  }
}

export function* faultsOf(config: Config, env: object): Generator<Fault> {
  yield* addressFaults(config, env);
  yield* accountFaults(config);
  yield* upstreamFaults(config, env);
  yield* secretFaults(config);
  yield* alertFaults(config);
  yield* deskFaults(config);
}
