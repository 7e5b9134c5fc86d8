/** The bindings of this Worker, which only this file reads, and what a request carries. */
import { drizzle, type DrizzleD1Database } from "drizzle-orm/d1";
import { createMiddleware } from "hono/factory";
import { localeOfAcceptLanguage, type Locale } from "./wire.ts";
import * as schema from "./store/schema.ts";

export interface Bindings {
  DB: D1Database;
  /** The shop's credential for `/service/*`; without it every such call is refused. */
  UPSTREAM_SERVICE_TOKEN?: string;
  /** `true`: answers contain nothing beyond the documents. */
  DOCUMENTED_ONLY?: string;
  /** `true`: the recommender takes every word for a wish, also those of a refusal. */
  IGNORES_REFUSALS?: string;
  /** The most products that the recommender names; it refuses to be asked for more. Default 10. */
  LARGEST_TOP_K?: string;
  /** Base-2 logarithm of scrypt's N for new password hashes; each stored hash keeps its own. */
  PASSWORD_HASH_COST?: string;
}

export type Database = DrizzleD1Database<typeof schema>;
export type MemberRow = typeof schema.members.$inferSelect;

export interface Deps {
  db: Database;
  /** Epoch milliseconds, read once per request. */
  now: number;
  /** From Accept-Language. */
  locale: Locale;
  passwordHashCost: number;
}

export interface Actor {
  member: MemberRow;
  /** The sign-in that the access token belongs to. */
  familyId: string;
}

export interface App {
  Bindings: Bindings;
  Variables: { deps: Deps; actor: Actor };
}

export function createDeps(env: Bindings, acceptLanguage: string): Deps {
  return {
    db: drizzle(env.DB, { schema }),
    now: Date.now(),
    locale: localeOfAcceptLanguage(acceptLanguage) ?? "zh",
    passwordHashCost: passwordHashCostOf(env),
  };
}

export const withDeps = createMiddleware<App>(async (c, next) => {
  c.set("deps", createDeps(c.env, c.req.header("Accept-Language") ?? ""));
  await next();
});

const shortestServiceToken = 32;

/** Null when none of sufficient length is configured. */
export function serviceTokenOf(env: Bindings): string | null {
  const token = env.UPSTREAM_SERVICE_TOKEN ?? "";
  return token.length >= shortestServiceToken ? token : null;
}

export function isDocumentedOnly({ DOCUMENTED_ONLY: value = "false" }: Bindings): boolean {
  return flagOf("DOCUMENTED_ONLY", value);
}

export function ignoresRefusals({ IGNORES_REFUSALS: value = "false" }: Bindings): boolean {
  return flagOf("IGNORES_REFUSALS", value);
}

function flagOf(name: string, value: string): boolean {
  if (value !== "true" && value !== "false") throw new Error(`${name} is neither true nor false`);
  return value === "true";
}

const largestTopK = 10;

export function largestTopKOf({ LARGEST_TOP_K: value }: Bindings): number {
  const count = value === undefined ? largestTopK : Number(value);
  if (!Number.isInteger(count) || count < 1 || count > largestTopK)
    throw new Error(`LARGEST_TOP_K is not a whole number from 1 to ${largestTopK}`);
  return count;
}

/** OWASP's N for p = 5; uses 16 MiB of the isolate's 128. */
const defaultHashCost = 14;
const largestHashCost = 15;

export function passwordHashCostOf({ PASSWORD_HASH_COST: value }: Bindings): number {
  const cost = value === undefined ? defaultHashCost : Number(value);
  if (!Number.isInteger(cost) || cost < 1 || cost > largestHashCost)
    throw new Error(`PASSWORD_HASH_COST is not a whole number from 1 to ${largestHashCost}`);
  return cost;
}
