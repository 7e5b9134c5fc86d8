import { HTTPException } from "hono/http-exception";
import { errorStatuses } from "#contract/errors";
import { ShopError } from "../../worker/errors/shop-error.ts";
import { noStoreByDefault } from "../../worker/middleware/security-headers.ts";
import { refuseMethod, refuseUnknown } from "../../worker/middleware/error-handler.ts";
import { requestLine } from "../../worker/middleware/request-line.ts";
import { policy } from "../../worker/middleware/policy.ts";
import { createLog, takeErrors } from "../../worker/platform/log.ts";
import { refused, shopAppWith } from "./middleware-app.ts";

async function failWith(error: Error, path = "/api/v1/x", accept = "*/*") {
  const app = shopAppWith({});
  app.get("*", () => {
    throw error;
  });
  return app.request(path, { headers: { Accept: accept } });
}

test("an exception's own words reach nobody who asks", async () => {
  const answer = await failWith(new Error("the secret of the database"));
  expect([answer.status, await answer.json()]).toEqual(refused(500, "internal"));
  expect(answer.headers.get("Cache-Control")).toBe("no-store");
});

test("a refusal tells its detail, its fields and how long to wait", async () => {
  const facts = { detail: { retry_after_seconds: 7 }, fields: { amount: "required" as const } };
  const answer = await failWith(new ShopError("too_many_requests", facts));
  const told = { code: "too_many_requests", requestId: "request-1", ...facts };
  expect(await answer.json()).toEqual(told);
  expect(answer.headers.get("Retry-After")).toBe("7");
  const wait = async (detail: unknown) =>
    (await failWith(new ShopError("account_locked", { detail }))).headers.get("Retry-After");
  expect(await wait({ remaining_seconds: 9 })).toBe("9");
  for (const remaining_seconds of [0, 1.5, "9", undefined])
    expect(await wait({ remaining_seconds }), String(remaining_seconds)).toBeNull();
  for (const odd of ["9", null]) expect(await wait(odd), String(odd)).toBeNull();
});

test("what cannot be read is malformed, another status of the framework a fault of ours", async () => {
  const codeOf = async (status: 400 | 404) =>
    (await (await failWith(new HTTPException(status))).json()).code;
  expect([await codeOf(400), await codeOf(404)]).toEqual(["malformed_request", "internal"]);
});

test.each([
  ["a screen", "/en/home", "text/html,*/*", true],
  ["the API", "/api/v1/x", "text/html", false],
  ["a path that begins alike", "/apiary", "text/html", true],
  ["a script", "/en/home", "*/*", false],
])("who asked for %s gets a page only where pages are", async (_what, path, accept, isPage) => {
  const failed = await failWith(new ShopError("upstream_maintenance"), path, accept);
  expect(failed.headers.get("Content-Type")?.startsWith("text/html")).toBe(isPage);
  expect([failed.status, failed.headers.get("Retry-After")]).toEqual([503, "10"]);
  expect(failed.headers.get("Cache-Control")).toBe("no-store");
  expect(await failed.text()).toContain("request-1");
  const refusal = await failWith(new ShopError("not_found"), path, accept);
  expect(refusal.headers.get("Content-Type")).toContain("application/json");
});

test("a path without a route is not found, one with other methods names them", async () => {
  const app = shopAppWith({}, noStoreByDefault);
  app.get("/one", (c) => c.text("one", 200, { "Cache-Control": "public" }));
  app.delete("/one", (c) => c.text("gone"));
  app.all("*", refuseMethod(app), refuseUnknown);
  const asked = async (method: string, path: string) => {
    const { status, headers } = await app.request(path, { method });
    return [status, headers.get("Allow"), headers.get("Cache-Control")];
  };
  expect(await asked("GET", "/one")).toEqual([200, null, "public"]);
  expect(await asked("DELETE", "/one")).toEqual([200, null, "no-store"]);
  expect(await asked("PUT", "/one")).toEqual([405, "GET, HEAD, DELETE", "no-store"]);
  expect(await asked("GET", "/two")).toEqual([404, null, "no-store"]);
});

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

const usual = {
  error: undefined as Error | undefined,
  method: "GET",
  path: "/api/v1/orders/7",
  /** Begins with what the sample is drawn by. */
  id: "ffffffff-1",
  share: 0,
  takesMs: 7,
  isForwarded: false,
};

async function request(circumstances: Partial<typeof usual> = {}): Promise<Response> {
  const { error, id, share, takesMs, isForwarded, method, path } = { ...usual, ...circumstances };
  const clientKey = async () => "a client";
  const ports = { pageConfig: { LOG_SAMPLE: share }, log: createLog(id), upstreamMs: 5, clientKey };
  const app = shopAppWith(ports, async (c, next) => {
    c.set("requestId", id);
    c.set("actor", { memberId: "mei", sessionId: "mei's" });
    await next();
  });
  app.use(requestLine);
  const answer = () => {
    vi.setSystemTime(Date.now() + takesMs);
    if (error !== undefined) throw error;
    return new Response("done", isForwarded ? { headers: { "X-Request-Id": "its" } } : {});
  };
  app.get("/api/v1/orders/:id", answer);
  const message = policy({ who: "anyone", rate: "uncounted", sender: "gateway" });
  app.post("/api/v1/payments/ecpay/notify", message, answer);
  return app.request(path, { method });
}

test("a fault of ours is an error with its cause, what the upstream failed at a warning", async () => {
  await request({ error: new Error("the disk is full") });
  await request({ error: new ShopError("upstream_unavailable") });
  const ours = { level: "error", event: "request failed", status: 500, code: "internal" };
  const where = { requestId: "ffffffff-1", method: "GET", route: "/api/v1/orders/:id" };
  const theirs = { level: "warn", event: "request failed", status: 502 };
  expect(lines).toMatchObject([
    { ...ours, ...where, ms: 7, upstreamMs: 5 },
    { ...theirs, code: "upstream_unavailable" },
  ]);
  expect(String(lines[0]?.["error"])).toContain("the disk is full");
});

const tokens = ["token_invalid", "token_revoked", "password_change_required"] as const;
const origins = ["origin_refused", "request_not_from_page"] as const;
const things = ["order_not_found", "cart_item_not_found", "survey_response_not_found"] as const;
const telling = [...tokens, ...origins, ...things];

test("every refusal can be found by its id; who tries what is not theirs, or asks too often, by the client's key too", async () => {
  await request({ error: new ShopError("cart_full") });
  await request({ error: new ShopError("too_many_requests", { reason: "api:address" }) });
  await request({ path: "/nowhere" });
  for (const code of telling) await request({ error: new ShopError(code) });
  const line = { level: "info", event: "request refused" };
  expect(lines).toMatchObject([
    { ...line, code: "cart_full", status: 409 },
    { ...line, code: "too_many_requests", reason: "api:address", client: "a client" },
    { ...line, route: "/*", status: 404 },
    ...telling.map((code) => ({ ...line, code, client: "a client", sessionId: "mei's" })),
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
    noon += 5 * 60_000 + 1_000;
    vi.setSystemTime(noon);
    for (let asked = 0; asked < given - failed; asked += 1) await request();
    const error = new ShopError("upstream_failed");
    for (let asked = 0; asked < failed; asked += 1) await request({ error });
    return lines.filter(({ event }) => event === "answers fail").length;
  };
  expect([await failing(4), await failing(5, 51), await failing(5, 50)]).toEqual([0, 0, 1]);
  const where = { method: "GET", route: "/api/v1/orders/:id" };
  const told = lines.find(({ event }) => event === "answers fail");
  expect(told).toMatchObject({ ...where, level: "error", code: "upstream_failed" });
});

/** What a query builder throws: its message, and the stack that begins with it, name every bound value. */
class FailedQuery extends Error {
  readonly query = "select * from limits where key = ?";
  constructor(readonly params: string[]) {
    super(`Failed query: select * from limits where key = ?\nparams: ${params.join()}`, {
      cause: new Error("D1_ERROR: overloaded"),
    });
    this.name = "FailedQuery";
  }
}

function lineOf(error: unknown): string {
  createLog("r1").error("request failed", { error });
  return JSON.stringify(lines.at(-1));
}

test("of a query that failed the log tells the statement, the reason and the place, and nothing that was bound to it (R73)", () => {
  const line = lineOf(new FailedQuery(["sign-in:address:203.0.113.9"]));
  expect(line).not.toContain("203.0.113.9");
  for (const told of ["where key = ?", "D1_ERROR: overloaded", "error-handler.test.ts"])
    expect(line).toContain(told);
});

test("of any other failure the log tells its message and its place", () => {
  const line = lineOf(new TypeError("notes is not iterable"));
  for (const told of ["TypeError: notes is not iterable", "error-handler.test.ts"])
    expect(line).toContain(told);
  expect(lineOf("thrown text")).toContain("not an Error");
});

test("a line says when, in UTC, how bad it is and for which request", () => {
  const line = JSON.parse(lineOf(new Error("a fault")));
  expect(line).toMatchObject({ level: "error", event: "request failed", requestId: "r1" });
  expect(line.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(Math.abs(Date.parse(line.time) - Date.now())).toBeLessThan(60_000);
});

test("what a visitor sends ends no line of the log and begins none", () => {
  const sent = '/x\n{"level":"error"}\r\u2028","level":"error","x":"';
  createLog("r1").warn("csp.violation", { document: sent });
  expect(vi.mocked(console.warn).mock.calls).toEqual([[expect.not.stringMatching(/[\n\r]/)]]);
  expect(lines).toMatchObject([{ level: "warn", document: sent }]);
});

test("errors are heard of, and nothing else is", () => {
  takeErrors();
  const levels = ["info", "warn", "error"] as const;
  const error = new FailedQuery(["a secret"]);
  const fields = { method: "POST", route: "/a", orderId: "o", merchantTradeNo: "t", error };
  for (const level of levels) createLog("r1")[level](`an ${level}`, fields);
  const where = "POST /a · order o · trade t · Error: D1_ERROR: overloaded";
  const query = "FailedQuery: select * from limits where key = ?";
  const example = `${where} ← ${query} · request r1`;
  expect([...takeErrors()]).toEqual([["an error", { count: 1, example }]]);
  expect(lines.map(({ level }) => level)).toEqual(levels);
  createLog("r1").error("a long one", { error: new Error("x".repeat(500)) });
  const [[, long] = []] = [...takeErrors()];
  expect(long?.example).toBe(`Error: ${"x".repeat(393)} · request r1`);
});

test("other programs rely on the status of each refusal", () => {
  expect(errorStatuses).toMatchSnapshot();
});
