/** What `env.ts` refuses of well-formed values. A fault names the variable, never its value. */
import { environments } from "#contract/payment";
import type { Config, PageConfig } from "./env.ts";
import { isGuessable } from "#contract/guessable";
import { isAddress, isLoopback, isPlaceholder } from "./platform/hosts.ts";
/** ECPay prints these in its documentation, so anyone can sign with them. */
import published from "./published-accounts.json" with { type: "json" };

export const isBound = (env: object, name: string) => Reflect.get(env, name) !== undefined;

export function* pageFaults(config: PageConfig, env: object): Generator<string> {
  const { PUBLIC_ORIGIN, ALLOW_STAGE_ON: stageHost, ALLOWED_ORIGINS, PICTURE_ORIGINS } = config;
  const { isLocal, isPublished, isRealMoney } = environments[config.ECPAY_ENVIRONMENT];
  if (isLocal && !isBound(env, "CASHIER")) yield "CASHIER is missing";
  for (const name of ["CASHIER", "UPSTREAM"])
    if (isRealMoney && isBound(env, name)) yield `${name} is for local mode alone`;
  if (!isPublished && stageHost !== null)
    yield "ALLOW_STAGE_ON is for ECPAY_ENVIRONMENT=stage alone";
  if (isPublished && stageHost === null) yield "ALLOW_STAGE_ON is missing";
  if (PUBLIC_ORIGIN === undefined) {
    if (!isLocal) yield "PUBLIC_ORIGIN is missing";
    return;
  }
  if (isPublished && stageHost !== null && stageHost !== new URL(PUBLIC_ORIGIN).host)
    yield "ALLOW_STAGE_ON is not PUBLIC_ORIGIN's host";
  if (isLocal && !isLoopback(PUBLIC_ORIGIN)) yield "PUBLIC_ORIGIN is not of this machine";
  if (!isLocal) yield* addressFaults(config, { PUBLIC_ORIGIN, ALLOWED_ORIGINS, PICTURE_ORIGINS });
}

type Addresses = Record<string, string | readonly string[] | null>;

function* addressFaults(config: PageConfig, addresses: Addresses): Generator<string> {
  const { isLocal, isRealMoney } = environments[config.ECPAY_ENVIRONMENT];
  for (const [name, value] of Object.entries(addresses))
    for (const url of [value ?? []].flat()) {
      const isHere = isLoopback(url);
      if (url.startsWith("http:") && !(isLocal && isHere)) yield `${name} must be https`;
      if (isRealMoney && isPlaceholder(url)) yield `${name} is a placeholder`;
      if (isRealMoney && isHere) yield `${name} names this machine`;
    }
}

/** With what was valid before a rotation. */
const valuesOf = (config: Config, settings: readonly string[]) =>
  Object.entries(config).flatMap(([name, value]) => {
    const isOne = settings.includes(name.replace(/_PREVIOUS$/, ""));
    return isOne && typeof value === "string" ? [{ name, value }] : [];
  });

function* accountFaults(config: Config): Generator<string> {
  const { isRealMoney: isReal } = environments[config.ECPAY_ENVIRONMENT];
  const { ECPAY_HASH_KEY_PREVIOUS: keyBefore, ECPAY_HASH_IV_PREVIOUS: ivBefore } = config;
  for (const [setting, everybodys] of Object.entries(published))
    for (const { name, value } of valuesOf(config, [setting])) {
      const isPublished = everybodys.includes(value);
      if (isReal && isPublished) yield `${name} is published by ECPay`;
      if (!isReal && !isPublished) yield `${name} is for production alone`;
    }
  if ((keyBefore === null) !== (ivBefore === null))
    yield "ECPAY_HASH_KEY_PREVIOUS and ECPAY_HASH_IV_PREVIOUS go together";
}

function* upstreamFaults(config: Config, env: object): Generator<string> {
  const { UPSTREAM_URL: url } = config;
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
  if (username !== "" || password !== "") yield "UPSTREAM_URL must be without credentials";
  if (/[?#]/.test(url)) yield "UPSTREAM_URL must be without a query";
  if (/\/api\/v1\/*$/i.test(pathname)) yield "UPSTREAM_URL must be without /api/v1";
}

/** The desk is there with everything that guards it, or not at all. */
function* deskFaults(config: Config): Generator<string> {
  const { DESK_ORIGIN, ACCESS_TEAM, ACCESS_AUDIENCE } = config;
  const DESK_OPERATORS = Object.keys(config.DESK_OPERATORS)[0] ?? null;
  const needed = Object.entries({ DESK_ORIGIN, ACCESS_TEAM, ACCESS_AUDIENCE, DESK_OPERATORS });
  const missing = needed.filter(([, value]) => value === null);
  if (missing.length === needed.length) return;
  for (const [name] of missing) yield `${name} is missing: the desk needs it`;
  if (environments[config.ECPAY_ENVIRONMENT].isLocal) return;
  yield* addressFaults(config, { DESK_ORIGIN, ACCESS_TEAM });
  for (const [name, address] of needed.slice(0, 2))
    if (address === config.PUBLIC_ORIGIN) yield `${name} must not be PUBLIC_ORIGIN`;
}

const secretNames = ["SESSION_SECRET", "PAYMENT_RESULT_SECRET", "UPSTREAM_SERVICE_TOKEN"];
// The last holds several.
secretNames.push("ECPAY_HASH_KEY", "ECPAY_HASH_IV", "UPSTREAM_TOKEN_KEY");

/** One that leaks must not open what another protects, and none may be guessed. */
function* secretFaults(config: Config): Generator<string> {
  const secrets = valuesOf(config, secretNames).flatMap(({ name, value }) =>
    value.split(" ").map((secret) => ({ name, secret })),
  );
  for (const [at, { name, secret }] of secrets.entries()) {
    if (isGuessable(secret)) yield `${name} is not random`;
    for (const other of secrets.slice(at + 1))
      if (other.secret === secret) yield `${name} and ${other.name} must differ`;
  }
}

export function* faultsOf(config: Config, env: object): Generator<string> {
  const { UPSTREAM_URL, ALERT_WEBHOOK_URL } = config;
  const { isRealMoney } = environments[config.ECPAY_ENVIRONMENT];
  yield* pageFaults(config, env);
  yield* addressFaults(config, { UPSTREAM_URL, ALERT_WEBHOOK_URL });
  if (isRealMoney && ALERT_WEBHOOK_URL !== null && isAddress(ALERT_WEBHOOK_URL))
    yield "ALERT_WEBHOOK_URL must name a host";
  yield* accountFaults(config);
  yield* upstreamFaults(config, env);
  yield* secretFaults(config);
  yield* deskFaults(config);
}
