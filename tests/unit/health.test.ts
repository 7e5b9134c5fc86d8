/** What an operator is told of the shop's health, part by part. */
import { Hono } from "hono";
import { afterEach, expect, test, vi } from "vitest";
import { health as healthContract } from "../../worker/contract/config.ts";
import type { App } from "../../worker/context.ts";
import { ShopError } from "../../worker/errors/shop-error.ts";
import { health } from "../../worker/routes/health.ts";
import type { EndpointSpec, UpstreamRequest } from "../../worker/upstream/port.ts";

afterEach(() => void vi.useRealTimers());

type Part = "database" | "content" | "policy" | "survey" | "settings" | "credential";
const parts = {
  "/auth/password-policy": "policy",
  "/surveys/{id}/full": "survey",
  "/reorder-settings/": "settings",
} as const;

interface Settings {
  token?: string | null;
  events?: string | null;
  cancellations?: string | null;
}

/** Some parts fail, or never answer. */
async function ask(
  { token = "service", events = "/events", cancellations = null }: Settings = {},
  failing: Part[] = [],
  silent: Part[] = [],
) {
  const asked: [path: string, request: UpstreamRequest][] = [];
  const warned: unknown[] = [];
  const answer = async (part: Part) => {
    if (silent.includes(part)) await new Promise(() => {});
    if (failing.includes(part)) throw new ShopError("token_invalid", { status: 401 });
  };
  const upstream = {
    async call({ path }: EndpointSpec<unknown>, request: UpstreamRequest) {
      const name = String(path) as keyof typeof parts;
      asked.push([name, request]);
      await answer(request.bearer === undefined ? parts[name] : "credential");
      return { body: null, status: 200, cookies: {} };
    },
  };
  const deps = {
    config: {
      SURVEY_ID: "quiz",
      UPSTREAM_SERVICE_TOKEN: token,
      UPSTREAM_SERVICE_TOKEN_PREVIOUS: null,
      UPSTREAM_PAYMENT_EVENTS_PATH: events,
      UPSTREAM_CANCELLATIONS_PATH: cancellations,
    },
    bindings: {
      CONTENT: { get: () => answer("content") },
      VERSION: { id: "v7", timestamp: "2026-11-21T12:00:00Z" },
    },
    db: { get: () => answer("database") },
    upstream,
    log: { info: () => {}, warn: (...line: unknown[]) => void warned.push(line) },
  };
  const app = new Hono<App>();
  app.use(async (c, next) => {
    // Health uses no other port.
    c.set("deps", deps as unknown as App["Variables"]["deps"]);
    await next();
  });
  app.route("/", health);
  const response = await app.request("/");
  const body = healthContract.parse(await response.json());
  return { status: response.status, body, asked, warned };
}

test("an operator sees that everything behind the shop answers, and what was deployed when", async () => {
  const { status, body, asked, warned } = await ask();
  expect([status, warned]).toEqual([200, []]);
  expect(body).toEqual({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    deployment: { id: "v7", at: "2026-11-21T12:00:00Z" },
    database: true,
    content: true,
    upstream: true,
    upstream_reads: {
      password_policy: true,
      survey: true,
      reorder_settings: true,
      service_credential: true,
    },
    payment_events: "on",
  });
  expect(asked).toContainEqual([
    "/surveys/{id}/full",
    expect.objectContaining({ locale: "zh", timeoutMs: 1_500, params: { id: "quiz" } }),
  ]);
  const bearers = asked.filter(([, { bearer }]) => bearer === "service").map(([path]) => path);
  expect(bearers).toEqual(["/reorder-settings/"]);
});

test.each<[part: Part, found: object]>([
  ["database", { database: false, upstream: true }],
  ["content", { content: false, upstream: true }],
  ["policy", { upstream: false, upstream_reads: { password_policy: false } }],
  ["survey", { upstream: false, upstream_reads: { survey: false } }],
  ["settings", { upstream: false, upstream_reads: { reorder_settings: false } }],
  ["credential", { upstream: false, upstream_reads: { service_credential: false } }],
])("a failing %s is an alarm that names it, and no other", async (part, found) => {
  const { status, body, warned } = await ask({}, [part]);
  expect([status, warned]).toEqual([503, [["health check failed", expect.anything()]]]);
  expect(body).toMatchObject(found);
  const reads = Object.values(body.upstream_reads);
  const all = [body.database, body.content, ...reads];
  expect(all.filter((isWell) => isWell === false)).toHaveLength(1);
});

test.each<[what: string, status: number, settings: Settings]>([
  ["neither path", 200, { events: null, cancellations: null }],
  ["a path of events", 503, { events: "/events", cancellations: null }],
  ["a path of cancellations", 503, { events: null, cancellations: "/cancellations" }],
])("with %s a missing or refused credential is %i", async (_what, status, settings) => {
  const { status: told, body } = await ask({ token: null, ...settings });
  expect(told).toBe(status);
  expect(body.upstream_reads.service_credential).toBeNull();
  expect(body.payment_events).toBe(settings.events === null ? "off" : "on");
  const refused = await ask(settings, ["credential"]);
  expect(refused.status, "one that is refused").toBe(status);
});

test("a part that says nothing is given up after a second and a half (R78)", async () => {
  vi.useFakeTimers();
  const told = ask({}, [], ["survey", "database"]);
  let isTold = false;
  void told.then(() => (isTold = true));
  await vi.advanceTimersByTimeAsync(1_499);
  expect(isTold).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isTold).toBe(true);
  const { status, body } = await told;
  expect([status, body.database, body.content]).toEqual([503, false, true]);
  expect(body.upstream_reads).toMatchObject({ survey: false, password_policy: true });
});
