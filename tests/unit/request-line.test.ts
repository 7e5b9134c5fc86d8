/** Which requests leave a line in the log, and what it says. */
import { Hono } from "hono";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { App } from "../../worker/context.ts";
import { ShopError } from "../../worker/errors/shop-error.ts";
import { onError } from "../../worker/middleware/error-handler.ts";
import { requestLine } from "../../worker/middleware/request-line.ts";
import { policy } from "../../worker/middleware/policy.ts";
import { createLog } from "../../worker/platform/log.ts";

let lines: { event: string; level: string; [field: string]: unknown }[] = [];
let noon = Date.UTC(2026, 10, 21, 12);
beforeEach(() => {
  lines = [];
  // What an isolate remembers of a minute is forgotten.
  noon += 10 * 60_000;
  vi.useFakeTimers({ toFake: ["Date"], now: noon });
  for (const level of ["info", "warn", "error"] as const)
    vi.spyOn(console, level).mockImplementation((one: string) => void lines.push(JSON.parse(one)));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

interface Circumstances {
  error?: Error;
  method?: string;
  path?: string;
  /** Begins with what the sample is drawn by. */
  id?: string;
  share?: number;
  takesMs?: number;
  isForwarded?: boolean;
}

async function request(circumstances: Circumstances = {}): Promise<Response> {
  const { error, id = "ffffffff-1", share = 0, takesMs = 7, isForwarded } = circumstances;
  const { method = "GET", path = "/api/v1/orders/7" } = circumstances;
  const app = new Hono<App>();
  app.use(async (c, next) => {
    const deps = {
      pageConfig: { LOG_SAMPLE: share },
      log: createLog(id),
      upstreamMs: 5,
      clientKey: async () => "a client",
    };
    // The line needs no other port.
    c.set("deps", deps as unknown as App["Variables"]["deps"]);
    c.set("requestId", id);
    await next();
  }, requestLine);
  const answer = () => {
    vi.setSystemTime(Date.now() + takesMs);
    if (error !== undefined) throw error;
    return new Response("done", isForwarded === true ? { headers: { "X-Request-Id": "its" } } : {});
  };
  app.get("/api/v1/orders/:id", answer);
  const message = policy({ who: "anyone", rate: "uncounted", sender: "gateway" });
  app.post("/api/v1/payments/ecpay/notify", message, answer);
  app.onError(onError);
  return app.request(path, { method });
}

test("a fault of ours is an error with its cause, what the upstream failed at a warning", async () => {
  await request({ error: new Error("the disk is full") });
  await request({ error: new ShopError("upstream_unavailable") });
  expect(lines).toMatchObject([
    {
      level: "error",
      event: "request failed",
      requestId: "ffffffff-1",
      method: "GET",
      route: "/api/v1/orders/:id",
      status: 500,
      code: "internal",
      ms: 7,
      upstreamMs: 5,
    },
    { level: "warn", event: "request failed", status: 502, code: "upstream_unavailable" },
  ]);
  expect(String(lines[0]?.["error"])).toContain("the disk is full");
});

test("every refusal can be found by its id; who tries what is not theirs, or asks too often, by the client's key too", async () => {
  await request({ error: new ShopError("cart_full") });
  await request({ error: new ShopError("too_many_requests", { reason: "api:address" }) });
  await request({ path: "/nowhere" });
  expect(lines).toMatchObject([
    { level: "info", event: "request refused", code: "cart_full", status: 409 },
    { code: "too_many_requests", reason: "api:address", client: "a client" },
    { event: "request refused", route: "/*", status: 404 },
  ]);
  expect(lines[0]).not.toHaveProperty("client");
});

test("a flood of refusals is no flood of the log, and faults of ours are written all the same (R50)", async () => {
  for (let asked = 0; asked < 120; asked += 1) {
    await request({ error: new ShopError("not_found"), takesMs: 0 });
    await request({ error: new Error("a fault"), takesMs: 0 });
  }
  const of = (code: string) => lines.filter((line) => line["code"] === code);
  const written = (code: string) => of(code).filter(({ event }) => event !== "answers fail").length;
  expect(["not_found", "internal"].map(written)).toEqual([100, 120]);
  vi.setSystemTime(noon + 60_000);
  await request({ error: new ShopError("not_found") });
  expect(written("not_found")).toBe(101);
});

test("a message that is not the gateway's, and a visitor who was never signed in, leave no line of their own", async () => {
  const path = "/api/v1/payments/ecpay/notify";
  await request({ path, method: "POST", error: new ShopError("payload_too_large") });
  await request({ error: new ShopError("refresh_token_missing") });
  expect(lines).toEqual([]);
  await request({ path, method: "POST", error: new Error("a fault") });
  expect(lines).toHaveLength(1);
});

test("of what went well there is a sample by the id, and all that took long", async () => {
  await request({ id: "7fffffff-1", share: 0.5 });
  await request({ id: "80000000-1", share: 0.5 });
  await request({ id: "ffffffff-1", share: 1 });
  await request({ id: "00000000-1", share: 0 });
  expect(lines).toMatchObject([
    { event: "request", requestId: "7fffffff-1", status: 200 },
    { event: "request", requestId: "ffffffff-1" },
  ]);
  await request({ takesMs: 10_000 });
  expect(lines[2]).toMatchObject({ event: "request", ms: 10_000 });
});

test("what another Worker has answered, it has written", async () => {
  await request({ isForwarded: true, share: 1 });
  expect(lines).toEqual([]);
});

test("a route that fails five times and every tenth time within five minutes is told as an error of its own", async () => {
  const failing = async (failed: number, given = failed) => {
    noon += 10 * 60_000;
    vi.setSystemTime(noon);
    for (let asked = 0; asked < given - failed; asked += 1) await request();
    const error = new ShopError("upstream_failed");
    for (let asked = 0; asked < failed; asked += 1) await request({ error });
    return lines.filter(({ event }) => event === "answers fail").length;
  };
  expect([await failing(4), await failing(5, 51), await failing(5, 50)]).toEqual([0, 0, 1]);
  expect(lines.find(({ event }) => event === "answers fail")).toMatchObject({
    level: "error",
    method: "GET",
    route: "/api/v1/orders/:id",
    code: "upstream_failed",
  });
});
