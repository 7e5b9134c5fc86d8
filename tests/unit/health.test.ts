import { publishedKeys } from "../../worker/store/keys.ts";
import { health as healthContract } from "../../worker/contract/config.ts";
import { ShopError } from "../../worker/errors/shop-error.ts";
import { health } from "../../worker/routes/service.ts";
import type { EndpointSpec, UpstreamRequest } from "../../worker/upstream/endpoint.ts";
import { shopAppWith } from "./middleware-app.ts";

type Part = "database" | "content" | "policy" | "survey" | "settings" | "credential";
const parts = {
  "/auth/password-policy": "policy",
  "/surveys/{id}/full": "survey",
  "/reorder-settings/": "settings",
} as const;

type Settings = Partial<Record<"token" | "events" | "cancellations", string | null>>;

const noon = Date.UTC(2026, 10, 21, 12);
const minuteMs = 60_000;

const asUsual = {
  failing: [] as Part[],
  error: new ShopError("upstream_unavailable"),
  finishedAt: noon as number | null,
  isDeployed: true,
};
type Found = Partial<typeof asUsual>;

function shopWith(settings: Settings = {}, found: Found = {}) {
  const { token = "service", events = "/events", cancellations = null } = settings;
  const { failing, error, finishedAt, isDeployed } = { ...asUsual, ...found };
  const asked: [path: string, request: UpstreamRequest][] = [];
  const warned: unknown[] = [];
  const answer = async <Value>(part: Part, value: Value) => {
    if (failing.includes(part)) throw error;
    return value;
  };
  const keys = failing.includes("content") ? [] : publishedKeys.map((name) => ({ name }));
  const clock = { now: noon };
  const rows = finishedAt === null ? [] : [{ name: "schedule_finished_at", value: finishedAt }];
  const upstream = {
    async call({ path }: EndpointSpec<unknown>, request: UpstreamRequest) {
      const name = String(path) as keyof typeof parts;
      asked.push([name, request]);
      await answer(request.bearer === undefined ? parts[name] : "credential", null);
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
      CONTENT: { list: async () => ({ keys }) },
      ...(isDeployed && { VERSION: { id: "v7", timestamp: new Date(noon).toISOString() } }),
    },
    db: { select: () => ({ from: () => ({ where: () => answer("database", rows) }) }) },
    now: () => clock.now,
    upstream,
    log: { info: () => {}, warn: (...line: unknown[]) => void warned.push(line) },
  };
  const app = shopAppWith(deps).route("/", health);
  async function ask() {
    const response = await app.request("/");
    return { status: response.status, body: healthContract.parse(await response.json()) };
  }
  return { ask, asked, warned, clock };
}

const reads = ["password_policy", "survey", "reorder_settings", "service_credential"];
const read = Object.fromEntries(reads.map((name) => [name, "read"]));

test("an operator sees that everything behind the shop answers, and what was deployed when", async () => {
  const { ask, asked, warned } = shopWith();
  const { status, body } = await ask();
  expect([status, warned]).toEqual([200, []]);
  expect(body).toEqual({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    deployment: { id: "v7", at: "2026-11-21T12:00:00.000Z" },
    database: true,
    content: true,
    upstream: true,
    upstream_ms: expect.any(Number),
    upstream_reads: read,
    payment_events: "on",
    schedule: { finished_at: "2026-11-21T12:00:00.000Z", is_late: false },
  });
  const [, quiz] = asked.find(([path]) => path === "/surveys/{id}/full") ?? [];
  expect(quiz).toMatchObject({ locale: "zh", params: { id: "quiz" } });
  const bearers = asked.filter(([, { bearer }]) => bearer === "service").map(([path]) => path);
  expect(bearers).toEqual(["/reorder-settings/"]);
});

test.each<[part: Part, found: object]>([
  ["database", { database: false, upstream: true }],
  ["content", { content: false, upstream: true }],
  ["policy", { upstream: false, upstream_reads: { ...read, password_policy: "down" } }],
  ["survey", { upstream: false, upstream_reads: { ...read, survey: "down" } }],
  ["settings", { upstream: false, upstream_reads: { ...read, reorder_settings: "down" } }],
  ["credential", { upstream: false, upstream_reads: { ...read, service_credential: "down" } }],
])("a failing %s is an alarm that names it, and no other", async (part, found) => {
  const { status, body } = await shopWith({}, { failing: [part] }).ask();
  expect(status).toBe(503);
  expect(body).toMatchObject({ database: true, content: true, ...found });
});

test.each([
  [new ShopError("token_invalid", { status: 401 }), "needs_sign_in"],
  [new ShopError("upstream_refused", { status: 404 }), "refused"],
  [new ShopError("upstream_garbled"), "unreadable"],
] as const)("an upstream that answers %s is alive", async (error, how) => {
  const failing: Part[] = ["policy", "survey", "settings"];
  const { status, body } = await shopWith({}, { failing, error }).ask();
  expect([status, body.upstream]).toEqual([200, true]);
  expect(body.upstream_reads).toMatchObject({ password_policy: how, survey: how });
});

test.each<[what: string, status: number, settings: Settings]>([
  ["neither path", 200, { events: null, cancellations: null }],
  ["a path of events", 503, { events: "/events", cancellations: null }],
  ["a path of cancellations", 503, { events: null, cancellations: "/cancellations" }],
])("with %s a missing or refused credential is %i", async (_what, status, settings) => {
  const { status: told, body } = await shopWith({ token: null, ...settings }).ask();
  expect(told).toBe(status);
  expect(body.upstream_reads.service_credential).toBeNull();
  expect(body.payment_events).toBe(settings.events === null ? "off" : "on");
  const error = new ShopError("token_invalid", { status: 401 });
  const refused = await shopWith(settings, { failing: ["credential"], error }).ask();
  expect(refused.status, "one that is refused").toBe(status);
});

test.each<[string, number, Found]>([
  ["ended three minutes ago", 200, { finishedAt: noon - 3 * minuteMs }],
  ["ended longer ago", 503, { finishedAt: noon - 3 * minuteMs - 1 }],
  ["has not run yet, of a fresh deployment", 200, { finishedAt: null }],
  ["does not run by itself where one develops", 200, { finishedAt: null, isDeployed: false }],
])("a schedule that %s is %i", async (_what, status, found) => {
  expect((await shopWith({}, found).ask()).status).toBe(status);
});

test("a schedule that never ran is told three minutes after the deployment", async () => {
  const { ask, clock } = shopWith({}, { finishedAt: null });
  clock.now += 3 * minuteMs + 1;
  expect(await ask()).toMatchObject({ status: 503, body: { schedule: { is_late: true } } });
});

test("for ten seconds whoever asks is told what was found, and nothing is asked again", async () => {
  const { ask, asked, clock } = shopWith();
  await ask();
  const once = asked.length;
  clock.now += 9_999;
  expect((await ask()).status).toBe(200);
  expect(asked).toHaveLength(once);
  clock.now += 1;
  await ask();
  expect(asked).toHaveLength(2 * once);
});
