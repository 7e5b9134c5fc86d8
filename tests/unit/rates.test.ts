/** As whom a request is counted before anything is done for it, and what the development server answers before that. */
import { Hono, type Context } from "hono";
import { expect, test, vi } from "vitest";
import type { App } from "../../worker/context.ts";
import { developmentSources } from "../../worker/middleware/security-headers.ts";
import { policy } from "../../worker/middleware/policy.ts";
import { signToken } from "../../worker/shop/sessions/tokens.ts";
import { shopAppWith } from "./middleware-app.ts";

const noon = Date.UTC(2026, 10, 21, 12);
const config = { SESSION_SECRET: "a secret of this test", SESSION_SECRET_PREVIOUS: null };

/** @returns under which names it was counted, and its answer's status. */
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
  const content = { sub: "mei", sid: "browser", endsAt: noon + 60_000 };
  const token = await signToken(config.SESSION_SECRET, "access", content, noon);
  const headers = {
    "CF-Connecting-IP": options.address ?? "192.0.2.7",
    ...(options.isMember === true ? { Authorization: `Bearer ${token}` } : {}),
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
  const own = "address:2001:db8:5:7::/64";
  expect(await counted("POST", "/cart/items", at)).toEqual([
    [`cart-write:${own}`, "cart-write:network:2001:db8:5::/48"],
    200,
  ]);
  expect(await counted("GET", "/products/7", at)).toEqual([[`api:${own}`], 200]);
});

test("whoever has asked too often is told so, and no further counter is asked", async () => {
  vi.spyOn(console, "info").mockImplementation(() => {});
  const full = "cart-write:address:192.0.2.7";
  expect(await counted("POST", "/cart/items", { full })).toEqual([[full], 429]);
  expect(await counted("GET", "/nothing"), "which has no route").toEqual([[], 404]);
  vi.restoreAllMocks();
});

test("a source is answered by the development server, a screen, a text and what it lacks by the shop", async () => {
  const app = new Hono<App>();
  app.use(developmentSources);
  app.get("*", (c) => c.text("the shop"));
  const asked: string[] = [];
  const fetch = async (request: Request) => {
    const { pathname } = new URL(request.url);
    asked.push(pathname);
    return new Response("a source", { status: pathname.includes("lacking") ? 404 : 200 });
  };
  const answer = async (path: string) =>
    (await app.request(path, {}, { ASSETS: { fetch } } as unknown as App["Bindings"])).text();
  expect(await answer("/api/client.ts")).toBe("a source");
  expect(await answer("/@vite/client")).toBe("a source");
  expect(await answer("/lacking.ts")).toBe("the shop");
  expect(asked).toEqual(["/api/client.ts", "/@vite/client", "/lacking.ts"]);
  for (const path of ["/en/home", "/locales/en/common.json"])
    expect(await answer(path)).toBe("the shop");
  expect(asked).toHaveLength(3);
});
