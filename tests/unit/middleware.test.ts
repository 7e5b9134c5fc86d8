import { Hono, type Context, type MiddlewareHandler } from "hono";
import type { App } from "../../worker/context.ts";
import { crossOrigin, refuseForgedRequests } from "../../worker/middleware/origins.ts";
import * as cookies from "../../worker/middleware/browser-facts.ts";
import { policy } from "../../worker/middleware/policy.ts";
import { requestId } from "../../worker/middleware/request-context.ts";
import { securityHeaders } from "../../worker/middleware/security-headers.ts";
import { appWith, listedSite, ownPage } from "./middleware-app.ts";

let reached = 0;
beforeEach(() => {
  reached = 0;
});

const open = (...handlers: MiddlewareHandler<App>[]) => {
  const app = appWith(...handlers);
  const uncounted = { who: "anyone", rate: "uncounted" } as const;
  for (const sender of ["gateway", "browser"] as const)
    app.post(`/api/v1/${sender}`, policy({ ...uncounted, sender }), (c) => c.text("done"));
  app.all("*", (c) => {
    reached += 1;
    return c.text("done");
  });
  return app;
};

test.each([
  ["our page", ownPage, 200],
  ["a listed site", listedSite, 200],
  ["another site", "https://evil.example", 403],
  ["a host that begins as ours", `${ownPage}.evil.example`, 403],
  ["our page under another scheme", "http://sillage.example", 403],
  ["a page without an origin", "null", 403],
])("a request of %s is answered %s at that origin alone", async (_who, origin, status) => {
  const answer = await open(crossOrigin).request("/api/v1/cart", { headers: { Origin: origin } });
  expect([answer.status, reached]).toEqual([status, status === 200 ? 1 : 0]);
  expect(answer.headers.get("Vary")).toBe("Origin");
  expect(answer.headers.get("Access-Control-Allow-Origin")).toBe(status === 200 ? origin : null);
  expect(answer.headers.get("Access-Control-Allow-Credentials")).toBe(
    status === 200 ? "true" : null,
  );
  if (status === 200)
    expect(answer.headers.get("Access-Control-Expose-Headers")).toBe(
      "ETag, Retry-After, X-Request-Id",
    );
});

test("a preflight is answered without reaching a route, for ten minutes", async () => {
  const ask = (headers: Record<string, string>) =>
    open(crossOrigin).request("/api/v1/cart", { method: "OPTIONS", headers });
  const answer = await ask({ Origin: listedSite, "Access-Control-Request-Method": "PUT" });
  expect([answer.status, reached]).toEqual([204, 0]);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "access-control-allow-methods": expect.stringContaining("PUT"),
    "access-control-allow-headers": expect.stringContaining("X-Requested-With"),
    "access-control-max-age": "600",
    "access-control-allow-origin": listedSite,
    vary: "Origin",
  });
  expect((await ask({ Origin: listedSite })).status, "not a preflight").toBe(200);
});

test("what differs by origin says so to every cache, also where there was none", async () => {
  const plain = await open(crossOrigin).request("/api/v1/cart");
  expect([plain.status, plain.headers.get("Vary")]).toEqual([200, "Origin"]);
  expect(plain.headers.has("Access-Control-Allow-Origin")).toBe(false);
});

test("the cashier's page posts the shopper back, whatever its origin", async () => {
  const headers = { Origin: "https://payment.ecpay.com.tw" };
  const app = open(crossOrigin, refuseForgedRequests);
  const post = (path: string) => app.request(path, { method: "POST", headers });
  expect((await post("/api/v1/gateway")).status).toBe(200);
  expect((await post("/api/v1/gateway/else")).status).toBe(403);
  expect((await app.request("/api/v1/gateway", { headers })).status).toBe(403);
});

const marked = { "X-Requested-With": "fetch" };
const fromPage = { ...marked, Origin: ownPage };

test.each<[what: string, method: string, headers: Record<string, string>, status: number]>([
  ["our page", "POST", fromPage, 200],
  ["a listed site", "DELETE", { ...fromPage, Origin: listedSite }, 200],
  ["a form of another site", "POST", { Origin: "https://evil.example" }, 403],
  ["a script of another site", "PUT", { ...fromPage, Origin: "https://evil.example" }, 403],
  ["our page without its mark", "PATCH", { Origin: ownPage }, 403],
  ["another mark", "POST", { ...fromPage, "X-Requested-With": "XMLHttpRequest" }, 403],
  ["an old browser of our page", "POST", { ...marked, "Sec-Fetch-Site": "same-origin" }, 200],
  ["nobody knows where", "POST", marked, 403],
  ["a sibling domain", "POST", { ...marked, "Sec-Fetch-Site": "same-site" }, 403],
  ["a reader", "GET", {}, 200],
])("a change asked for by %s (%s) is judged (R6)", async (_who, method, headers, status) => {
  const answer = await open(refuseForgedRequests).request("/api/v1/cart", { method, headers });
  expect([answer.status, reached]).toEqual([status, status === 200 ? 1 : 0]);
});

test.each([
  ["alone", "cart=a.b-c_1", "a.b-c_1"],
  ["among others", "other=1;  cart=abc ;last=2", "abc"],
  ["twice", "cart=abc; cart=abc", null],
  ["behind a space of another alphabet", "\u2003cart=abc", null],
  ["as the end of a longer name", "__cart=abc", null],
  ["with odd signs", "cart=a%20b", null],
  ["with 512 signs", `cart=${"a".repeat(512)}`, "a".repeat(512)],
  ["with more", `cart=${"a".repeat(513)}`, null],
])("a cookie that is sent %s is read as it should be", async (_how, header, value) => {
  const app = new Hono();
  app.get("/", (c) => {
    // A header of the network may hold such signs, one of a test may not.
    Object.defineProperty(c.req, "header", { value: () => header });
    return c.json(cookies.readCookie(c, "cart"));
  });
  expect(await (await app.request("/")).json()).toBe(value);
});

test("a cookie is set for this host and its time, over TLS, out of reach of scripts, and taken back by its age", async () => {
  const set = async (act: (c: Context) => void) => {
    const app = new Hono().get("/", (c) => (act(c), c.text("")));
    return (await app.request("/")).headers.getSetCookie();
  };
  const all = await set((c) => {
    cookies.refreshCookie.set(c, "token", 60);
    cookies.guestCartCookie.set(c, "cart");
    cookies.browserCookie.set(c, "browser");
    cookies.previewCookie.set(c, "preview", 90);
    cookies.deskLanguageCookie.set(c, "en");
  });
  expect(all).toEqual([
    "__Host-sillage_refresh=token; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Strict",
    "fragrance_cart=cart; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Lax",
    "__Host-sillage_cart=cart; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Lax",
    "__Host-sillage_browser=browser; Max-Age=7776000; Path=/; HttpOnly; Secure; SameSite=Strict",
    "__Host-sillage_preview=preview; Max-Age=90; Path=/; HttpOnly; Secure; SameSite=Lax",
    "__Host-sillage_desk_language=en; Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Lax",
  ]);
  const cleared = "__Host-sillage_refresh=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Strict";
  expect(await set((c) => cookies.refreshCookie.clear(c))).toEqual([cleared]);
});

test("every answer has an id of its own, and one that it brings is kept", async () => {
  const app = open(requestId);
  const newId = async () => (await app.request("/")).headers.get("X-Request-Id");
  expect(await newId()).toMatch(/^[0-9a-f-]{36}$/);
  expect(await newId()).not.toBe(await newId());
  const placed = appWith(requestId);
  placed.get("/", (c) => c.text("", 200, { "X-Request-Id": "of the API" }));
  expect((await placed.request("/")).headers.get("X-Request-Id")).toBe("of the API");
});

test("an answer gets the headers that it lacks, and text says that it is UTF-8", async () => {
  const app = appWith(securityHeaders);
  app.get("/json", (c) => c.body("{}", 200, { "Content-Type": "application/json" }));
  app.get("/own", (c) =>
    c.body("", 200, { "Content-Type": "image/png", "Content-Security-Policy": "its own" }),
  );
  const json = await app.request("/json");
  expect(json.headers.get("Content-Type")).toBe("application/json; charset=utf-8");
  expect(json.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
  expect(json.headers.get("X-Frame-Options")).toBe("DENY");
  const own = await app.request("/own");
  expect(own.headers.get("Content-Type")).toBe("image/png");
  expect(own.headers.get("Content-Security-Policy")).toBe("its own");
});
