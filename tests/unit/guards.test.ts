/** Who is let through by a token, what is known of a browser. */
import type { Hono, MiddlewareHandler } from "hono";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { App } from "../../worker/context.ts";
import { presentMember } from "../../worker/middleware/actor.ts";
import { browserFacts, visitorOf } from "../../worker/middleware/browser-facts.ts";
import {
  browserCookieMaxAgeSeconds,
  guestCartMaxAgeSeconds,
} from "../../worker/middleware/cookies.ts";
import { policy } from "../../worker/middleware/policy.ts";
import { signToken } from "../../worker/shop/sessions/tokens.ts";
import { refused, shopAppWith } from "./middleware-app.ts";

const noon = Date.UTC(2026, 10, 21, 12);
const config = { SESSION_SECRET: "a secret of this test", SESSION_SECRET_PREVIOUS: null };
const tokenOf = (sid: string | undefined, type: "access" | "pre_otp" = "access") =>
  signToken(
    config.SESSION_SECRET,
    type,
    { sub: "mei", endsAt: noon + 60_000, ...(sid === undefined ? {} : { sid }) },
    noon,
  );

// Refusals of tokens leave a line of the log.
beforeEach(() => void vi.spyOn(console, "info").mockImplementation(() => {}));
afterEach(() => void vi.restoreAllMocks());

const invalid = refused(401, "token_invalid");
const appWith = (...handlers: MiddlewareHandler<App>[]) =>
  shopAppWith({ config, now: () => noon, clientKey: async () => undefined }, ...handlers);

async function ask(app: Hono<App>, authorization?: string) {
  const headers = authorization === undefined ? {} : { Authorization: authorization };
  const answer = await app.request("/api/v1/x", { headers });
  return [answer.status, await answer.json()];
}

test("a guard lets a member through who brings a token of a session, and nobody else", async () => {
  const app = appWith();
  app.get("*", policy({ who: "member", rate: "uncounted" }), (c) => c.json(c.var.actor));
  const mei = [200, { memberId: "mei", sessionId: "browser" }];
  expect(await ask(app, `Bearer ${await tokenOf("browser")}`)).toEqual(mei);
  expect(await ask(app, `bearer ${await tokenOf("browser")}`)).toEqual(mei);
  expect(await ask(app)).toEqual(refused(401, "unauthenticated"));
  expect(await ask(app, await tokenOf("browser"))).toEqual(invalid);
  expect(await ask(app, "Bearer half")).toEqual(invalid);
  expect(await ask(app, `Bearer ${await tokenOf(undefined)}`)).toEqual(invalid);
  const owed = `Bearer ${await tokenOf(undefined, "pre_otp")}`;
  expect(await ask(app, owed)).toEqual(invalid);
});

test("where a token may be left out a wrong one is still refused", async () => {
  const app = appWith();
  const row = { who: "guest or member", rate: "uncounted" } as const;
  app.get("*", policy(row), (c) => c.json({ actor: c.var.actor }));
  expect(await ask(app)).toEqual([200, { actor: null }]);
  expect(await ask(app, "Bearer half")).toEqual(invalid);
  expect(await ask(app, `Bearer ${await tokenOf("browser")}`)).toEqual([
    200,
    { actor: { memberId: "mei", sessionId: "browser" } },
  ]);
});

test("whoever is present is known without being refused, and read once", async () => {
  const app = appWith(async (c, next) => {
    await presentMember(c);
    await next();
  });
  const row = { who: "guest or member", rate: "uncounted" } as const;
  app.get("*", policy(row), async (c) => c.json([await presentMember(c), c.var.actor]));
  const mei = { memberId: "mei", sessionId: "browser" };
  expect(await ask(app, `Bearer ${await tokenOf("browser")}`)).toEqual([200, [mei, mei]]);
  expect(await ask(app)).toEqual([200, [null, null]]);
  const strangers = appWith();
  strangers.get("*", async (c) => c.json({ found: await presentMember(c) }));
  for (const token of ["half", await tokenOf(undefined), await tokenOf("b", "pre_otp")])
    expect(await ask(strangers, `Bearer ${token}`)).toEqual([200, { found: null }]);
});

test("the second step is passed with its own token alone", async () => {
  const app = appWith();
  const row = { who: "second step", rate: "uncounted" } as const;
  app.get("*", policy(row), (c) => c.json({ of: c.var.challengeId }));
  expect(await ask(app, `Bearer ${await tokenOf(undefined, "pre_otp")}`)).toEqual([
    200,
    { of: "mei" },
  ]);
  expect(await ask(app, `Bearer ${await tokenOf("b")}`)).toEqual(invalid);
  expect(await ask(app)).toEqual(refused(401, "unauthenticated"));
});

test.each([
  ["TW", "TW"],
  ["XX", null],
  ["T1", null],
  ["tw", null],
  ["TWN", null],
  [undefined, null],
])("the country %j of Cloudflare is shown as %j", async (country, place) => {
  const app = appWith();
  app.get("*", (c) => c.json([browserFacts(c), visitorOf(c)]));
  const headers = {
    "User-Agent": "a".repeat(600),
    "CF-Connecting-IP": "192.0.2.7",
    Cookie: "__Host-sillage_refresh=r; __Host-sillage_cart=c; __Host-sillage_browser=b",
    ...(country === undefined ? {} : { "CF-IPCountry": country }),
  };
  expect(await (await app.request("/", { headers })).json()).toEqual([
    {
      address: "192.0.2.7",
      userAgent: "a".repeat(512),
      country: place,
      refreshToken: "r",
      guestCartId: "c",
      browserId: "b",
    },
    {
      member_id: null,
      session_id: null,
      ip_address: "192.0.2.7",
      user_agent: "a".repeat(512),
    },
  ]);
});

test("a browser is known for ninety days and a guest's cart for thirty", () => {
  expect([browserCookieMaxAgeSeconds, guestCartMaxAgeSeconds]).toEqual([7_776_000, 2_592_000]);
});
