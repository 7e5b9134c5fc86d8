import { drizzle, type DrizzleD1Database } from "drizzle-orm/d1";
import { createMiddleware } from "hono/factory";
import { localeOfAcceptLanguage, type Locale } from "./wire.ts";
import { passwordHashCostOf, type Bindings } from "./env.ts";
import * as schema from "./store/schema.ts";

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
