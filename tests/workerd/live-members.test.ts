/** `worker/middleware/actor.ts`: guards that read the session's row, for money, passwords and carts. */
import { Hono, type MiddlewareHandler } from "hono";
import { expect, test } from "vitest";
import type { App } from "../../worker/context.ts";
import { ShopError } from "../../worker/errors/shop-error.ts";
import {
  liveMember,
  optionalLiveMember,
  requireLiveMember,
} from "../../worker/middleware/actor.ts";
import { signToken } from "../../worker/shop/sessions/tokens.ts";
import { endSession } from "../../worker/store/sessions.ts";
import { db, dayMs, noon, signInMei } from "./database.ts";
import { portsWith } from "./ports.ts";

const here = "mei-s-browser";
const secret = "a secret of this test";
const { deps } = portsWith({});
const ports = Object.assign(deps, {
  config: { ...deps.config, SESSION_SECRET: secret, SESSION_SECRET_PREVIOUS: null },
});

/** @returns who is let through, or the code of the refusal. */
async function admitted(guard: MiddlewareHandler<App>, claims: object | null = {}) {
  const app = new Hono<App>();
  app.use(async (c, next) => {
    c.set("deps", ports);
    c.set("actor", null);
    await next();
  });
  app.get("/", guard, (c) => c.json(c.get("actor")));
  app.onError((error, c) => c.json(error instanceof ShopError ? error.code : String(error)));
  const content = { sub: "mei", sid: here, endsAt: noon + dayMs };
  const token = await signToken(secret, "access", { ...content, ...claims }, noon);
  const headers = claims === null ? {} : { Authorization: `Bearer ${token}` };
  return (await app.request("/", { headers })).json();
}

const actor = { memberId: "mei", sessionId: here };

test("money, passwords and sessions are for a session that lives and owes no new password", async () => {
  await signInMei({ id: here });
  expect(await admitted(requireLiveMember)).toEqual(actor);
  expect(await admitted(requireLiveMember, { sub: "chen" })).toBe("token_revoked");
  expect(await admitted(requireLiveMember, null)).toBe("unauthenticated");
  await endSession(db, here, "logout", noon);
  expect(await admitted(requireLiveMember)).toBe("token_revoked");
});

test("who owes a new password may change it, and keeps a cart, and nothing else", async () => {
  await signInMei({ id: here, mustChangePassword: true });
  expect(await admitted(requireLiveMember)).toBe("password_change_required");
  expect(await admitted(liveMember({ beforePasswordChange: true }))).toEqual(actor);
  expect(await admitted(optionalLiveMember)).toEqual(actor);
});

test("nobody keeps shopping for a member who has signed out, and strangers shop without a token", async () => {
  await signInMei({ id: here });
  expect(await admitted(optionalLiveMember, null)).toBeNull();
  expect(await admitted(optionalLiveMember)).toEqual(actor);
  await endSession(db, here, "logout", noon);
  expect(await admitted(optionalLiveMember)).toBe("token_revoked");
});
