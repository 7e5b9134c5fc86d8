/**
 * What `env.ts` refuses although each value is well formed. A fault names the variable and never
 * its value.
 */
import type { Config, PageConfig } from "./env.ts";
import { isGuessable } from "./platform/guessable.ts";
import { isLoopback, isPlaceholder } from "./platform/hosts.ts";

export type Fault = string;
type When = readonly [isSo: boolean, fault: Fault];

const those = (...all: When[]): Fault[] => all.filter(([isSo]) => isSo).map(([, fault]) => fault);
const isPlain = (url: string) => url.startsWith("http:");

/** Where shoppers are, and who else may call. */
export function addressFaults(config: PageConfig, env: object): Fault[] {
  const { ECPAY_ENVIRONMENT: environment, PUBLIC_ORIGIN: origin, ALLOWED_ORIGINS: others } = config;
  const { ALLOW_STAGE_ON: stageHost, PICTURE_ORIGINS: pictures } = config;
  const stray: When = [
    environment !== "stage" && stageHost !== null,
    "ALLOW_STAGE_ON is for ECPAY_ENVIRONMENT=stage alone",
  ];
  if (environment === "stand-in")
    return those(
      stray,
      [!isBound(env, "CASHIER"), "CASHIER is missing"],
      [origin !== undefined && !isLoopback(origin), "PUBLIC_ORIGIN is not of this machine"],
    );
  if (origin === undefined) return ["PUBLIC_ORIGIN is missing"];
  const common: When[] = [stray, [isPlain(origin), "PUBLIC_ORIGIN must be https"]];
  if (environment === "stage")
    return those(
      ...common,
      [stageHost === null, "ALLOW_STAGE_ON is missing"],
      [
        stageHost !== null && stageHost !== new URL(origin).host,
        "ALLOW_STAGE_ON is not PUBLIC_ORIGIN's host",
      ],
    );
  return those(
    ...common,
    [isBound(env, "CASHIER"), "CASHIER is for local mode alone"],
    [isBound(env, "UPSTREAM"), "UPSTREAM is for local mode alone"],
    [isPlaceholder(origin), "PUBLIC_ORIGIN is a placeholder"],
    [isLoopback(origin), "PUBLIC_ORIGIN names this machine"],
    [pictures.some(isPlain), "PICTURE_ORIGINS must all be https"],
    [pictures.some(isPlaceholder), "PICTURE_ORIGINS has a placeholder"],
    [others.some(isPlain), "ALLOWED_ORIGINS must all be https"],
    [others.some(isPlaceholder), "ALLOWED_ORIGINS has a placeholder"],
    [others.some(isLoopback), "ALLOWED_ORIGINS names this machine"],
  );
}

function isBound(env: object, name: string): boolean {
  return Reflect.get(env, name) !== undefined;
}

/** Without its counters the shop would take any number of requests. */
export function counterFaults(names: readonly string[], env: object): Fault[] {
  return those(...names.map((name): When => [!isBound(env, name), `${name} is missing`]));
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
} as const satisfies Partial<Record<keyof Config, readonly string[]>>;
const accountNames = ["ECPAY_HASH_KEY", "ECPAY_HASH_IV", "ECPAY_MERCHANT_ID"] as const;

export function accountFaults(config: Config): Fault[] {
  const isReal = config.ECPAY_ENVIRONMENT === "production";
  const judged = (name: string, value: string | null, all: readonly string[]) => {
    const isPublished = value !== null && all.includes(value);
    return those(
      [isReal && isPublished, `${name} is published by ECPay`],
      [!isReal && value !== null && !isPublished, `${name} is for production alone`],
    );
  };
  const { ECPAY_HASH_KEY_PREVIOUS: key, ECPAY_HASH_IV_PREVIOUS: iv } = config;
  return [
    ...accountNames.flatMap((name) => judged(name, config[name], published[name])),
    ...judged("ECPAY_HASH_KEY_PREVIOUS", key, published.ECPAY_HASH_KEY),
    ...judged("ECPAY_HASH_IV_PREVIOUS", iv, published.ECPAY_HASH_IV),
    ...those([
      (key === null) !== (iv === null),
      "ECPAY_HASH_KEY_PREVIOUS and ECPAY_HASH_IV_PREVIOUS go together",
    ]),
  ];
}

export function upstreamFaults(config: Config, env: object): Fault[] {
  const { ECPAY_ENVIRONMENT: environment, UPSTREAM_URL: url } = config;
  const needing = ["UPSTREAM_PAYMENT_EVENTS_PATH", "UPSTREAM_CANCELLATIONS_PATH"] as const;
  const faults = those(
    ...needing.map((name): When => [
      config[name] !== null && config.UPSTREAM_SERVICE_TOKEN === null,
      `${name} needs UPSTREAM_SERVICE_TOKEN`,
    ]),
    [
      config.UPSTREAM_SERVICE_TOKEN === null && config.UPSTREAM_SERVICE_TOKEN_PREVIOUS !== null,
      "UPSTREAM_SERVICE_TOKEN_PREVIOUS needs UPSTREAM_SERVICE_TOKEN",
    ],
  );
  if (url === null)
    return isBound(env, "UPSTREAM") ? faults : [...faults, "UPSTREAM_URL is missing"];
  const { username, password, pathname } = new URL(url);
  const isReal = environment === "production";
  const isHere = isLoopback(url);
  return [
    ...faults,
    ...those(
      [isPlain(url) && !(environment === "stand-in" && isHere), "UPSTREAM_URL must be https"],
      [username !== "" || password !== "", "UPSTREAM_URL must be without credentials"],
      [/[?#]/.test(url), "UPSTREAM_URL must be without a query"],
      [/\/api\/v1\/*$/i.test(pathname), "UPSTREAM_URL must be without /api/v1"],
      [isReal && isPlaceholder(url), "UPSTREAM_URL is a placeholder"],
      [isReal && isHere, "UPSTREAM_URL names this machine"],
    ),
  ];
}

/** Only local mode may send its alarms unencrypted, and then to this machine. */
export function alertFaults({ ECPAY_ENVIRONMENT: environment, ALERT_WEBHOOK_URL: url }: Config) {
  if (url === null) return [];
  const isLocal = environment === "stand-in" && isLoopback(url);
  return those(
    [isPlain(url) && !isLocal, "ALERT_WEBHOOK_URL must be https"],
    [environment === "production" && isPlaceholder(url), "ALERT_WEBHOOK_URL is a placeholder"],
  );
}

/** One that leaks must not open what another protects, and none may be guessed. */
export function secretFaults(config: Config): Fault[] {
  const secrets = secretsOf(config);
  const guessable = secrets.filter(([, secret]) => isGuessable(secret));
  const equal = secrets.flatMap(([name, secret], at) =>
    secrets
      .slice(at + 1)
      .filter(([, other]) => other === secret)
      .map(([other]) => `${name} and ${other} must differ`),
  );
  return [...guessable.map(([name]) => `${name} is not random`), ...equal];
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
] as const;

function secretsOf(config: Config): [name: string, secret: string][] {
  const single = secretNames.flatMap((name): [string, string][] => {
    const secret = config[name];
    return secret === null ? [] : [[name, secret]];
  });
  const keys = config.UPSTREAM_TOKEN_KEY.split(" ");
  return [...single, ...keys.map((key): [string, string] => ["UPSTREAM_TOKEN_KEY", key])];
}
