import { Hono, type MiddlewareHandler, type Context } from "hono";
import type { App } from "../../worker/context.ts";
import { presentMember, policy } from "../../worker/middleware/policy.ts";
import { browserFacts, visitorOf } from "../../worker/middleware/browser-facts.ts";
import { signToken } from "../../worker/shop/sessions/tokens.ts";
import { refused, shopAppWith } from "./middleware-app.ts";

const noon = Date.UTC(2026, 10, 21, 12);
const config = { SESSION_SECRET: "a secret of this test", SESSION_SECRET_PREVIOUS: null };
const guestOrMember = { who: "guest or member", rate: "uncounted" } as const;
const endsAt = noon + 60_000;
const tokenOf = (sid: string | undefined, type: "access" | "pre_otp" = "access") =>
  signToken(config.SESSION_SECRET, type, { sub: "mei", ...(sid && { sid }), endsAt }, noon);

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

function askDesk(access: object, assertion: string) {
  const app = shopAppWith({ config: access, now: () => noon });
  app.get("*", policy({ who: "operator", rate: "uncounted" }), (c) => c.text("in"));
  return app.request("/api/v1/x", { headers: { "Cf-Access-Jwt-Assertion": assertion } });
}

const late = () => Promise.reject(new DOMException("late", "TimeoutError"));
test.each<[what: string, keys: () => Response | Promise<never>, status: number, code: string]>([
  ["are others", () => Response.json({ keys: [] }), 401, "token_invalid"],
  ["are late", late, 500, "internal"],
  ["do not come", () => new Response(null, { status: 503 }), 500, "internal"],
])("when Access's keys %s an operator stays outside, by whose fault it is", async (...row) => {
  const [what, keys, status, code] = row;
  vi.stubGlobal("fetch", async () => keys());
  const ACCESS_TEAM = `https://${what.replaceAll(" ", "-")}.cloudflareaccess.com`;
  const access = { ECPAY_ENVIRONMENT: "production", ACCESS_TEAM, ACCESS_AUDIENCE: "a" };
  const asked = await askDesk(access, `${btoa('{"alg":"RS256","kid":"1"}')}.${btoa("{}")}.AAAA`);
  expect([asked.status, await asked.json()]).toEqual(refused(status, code));
  vi.unstubAllGlobals();
});

test.each([
  ["stand-in", 200],
  ["stage", 401],
  ["production", 401],
])("without Access a desk beside %s answers with %i", async (ECPAY_ENVIRONMENT, status) => {
  const access = { ECPAY_ENVIRONMENT, ACCESS_TEAM: null, ACCESS_AUDIENCE: null };
  expect((await askDesk(access, "a.b.c")).status).toBe(status);
});

test("where a token may be left out a wrong one is still refused", async () => {
  const app = appWith();
  app.get("*", policy(guestOrMember), (c) => c.json({ actor: c.var.actor }));
  expect(await ask(app)).toEqual([200, { actor: null }]);
  expect(await ask(app, "Bearer half")).toEqual(invalid);
  const mei = [200, { actor: { memberId: "mei", sessionId: "browser" } }];
  expect(await ask(app, `Bearer ${await tokenOf("browser")}`)).toEqual(mei);
});

test("whoever is present is known without being refused, and read once", async () => {
  const app = appWith(async (c, next) => {
    await presentMember(c);
    await next();
  });
  app.get("*", policy(guestOrMember), async (c) => c.json([await presentMember(c), c.var.actor]));
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
  const owed = `Bearer ${await tokenOf(undefined, "pre_otp")}`;
  expect(await ask(app, owed)).toEqual([200, { of: "mei" }]);
  expect(await ask(app, `Bearer ${await tokenOf("b")}`)).toEqual(invalid);
  expect(await ask(app)).toEqual(refused(401, "unauthenticated"));
});

test.each([
  ["TW", "TW"],
  ["T1", null],
  ["tw", null],
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
  const [address, userAgent] = ["192.0.2.7", "a".repeat(512)];
  const cookies = { refreshToken: "r", guestCartId: "c", browserId: "b" };
  expect(await (await app.request("/", { headers })).json()).toEqual([
    { address, userAgent, country: place, ...cookies },
    { member_id: null, session_id: null, ip_address: address, user_agent: userAgent },
  ]);
});

async function counted(
  method: string,
  path: string,
  options: { isMember?: boolean; full?: string; address?: string } = {},
) {
  const names: string[] = [];
  const deps = {
    config,
    now: () => noon,
    log: { info: () => {} },
    clientKey: async () => undefined,
    allows: async (_counter: string, name: string) => {
      names.push(name);
      return name !== options.full;
    },
  };
  const app = shopAppWith(deps);
  const answer = (c: Context) => c.text("done");
  app.post("/cart/items", policy({ who: "guest or member", rate: "cart-write" }), answer);
  app.post("/orders/:id/pay", policy({ who: "anyone", rate: "checkout" }), answer);
  app.get("/products/:id", policy({ who: "anyone" }), answer);
  app.get("/health", policy({ who: "anyone", rate: "uncounted" }), answer);
  const headers = {
    "CF-Connecting-IP": options.address ?? "192.0.2.7",
    ...(options.isMember === true ? { Authorization: `Bearer ${await tokenOf("browser")}` } : {}),
  };
  const { status } = await app.request(path, { method, headers });
  return [names, status];
}
const asMember = { isMember: true };

test.each<[method: string, path: string, stranger: string[], member: string[]]>([
  ["POST", "/cart/items", ["cart-write:address:192.0.2.7"], ["cart-write:member:mei"]],
  ["GET", "/products/7", ["api:address:192.0.2.7"], ["api:member:mei"]],
  ["GET", "/health", [], []],
  ["POST", "/orders/7/pay", [], ["checkout:member:mei"]],
])("%s %s counts an address, or who is signed in", async (method, path, stranger, member) => {
  expect(await counted(method, path)).toEqual([stranger, 200]);
  expect(await counted(method, path, asMember)).toEqual([member, 200]);
});

test("a household of IPv6 is counted once more with its network where each request is dear", async () => {
  const at = { address: "2001:db8:5:7::1" };
  const own = "address:2001:0db8:0005:0007::/64";
  const both = [`cart-write:${own}`, "cart-write:network:2001:0db8:0005::/48"];
  expect(await counted("POST", "/cart/items", at)).toEqual([both, 200]);
  expect(await counted("GET", "/products/7", at)).toEqual([[`api:${own}`], 200]);
});
