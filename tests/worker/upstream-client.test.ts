/** The client alone against a real HTTP server that plays every kind of bad upstream. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import * as z from "zod/mini";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { ErrorCode } from "../../worker/contract/errors.ts";
import { refreshTokens } from "../../worker/upstream/auth.ts";
import { command, endpoint, json as sends } from "../../worker/upstream/endpoint.ts";
import { upstreamMessages } from "../../worker/upstream/messages.ts";
import type { EndpointSpec, Upstream, UpstreamRequest } from "../../worker/upstream/port.ts";

/** The Worker's own modules speak of Workers types that a Node test does not know, so they are loaded, not imported. */
interface Refusal {
  code: ErrorCode;
  facts: { status?: number; detail?: unknown };
}
interface WorkerModules {
  client: { createUpstream(env: object, config: object, log: object, caller: object): Upstream };
  address: {
    addressOf(base: string, path: string, request: { params?: Record<string, string> }): URL;
  };
  catalogue: {
    codeOfSentence(sentence: string): ErrorCode | null;
    refusalOf(status: number, body: unknown): Refusal;
  };
}
function load<Name extends keyof WorkerModules>(name: Name): Promise<WorkerModules[Name]> {
  return import(
    /* @vite-ignore */ resolve(import.meta.dirname, `../../worker/upstream/${name}.ts`)
  );
}
const { addressOf } = await load("address");
const { codeOfSentence, refusalOf } = await load("catalogue");

type Play = (request: IncomingMessage, response: ServerResponse, visit: number) => void;
let server: Server;
let play: Play;
let visits: IncomingMessage[] = [];
let upstream: Upstream;
/** What runs behind the answers. */
let behind: Promise<unknown>[] = [];
let clientOf: (caller?: { budgetMs: number | null }) => Upstream;

beforeAll(async () => {
  server = createServer((request, response) => {
    visits.push(request);
    request.resume();
    play(request, response, visits.length);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
});
afterAll(() => server.close());

beforeEach(async () => {
  visits = [];
  behind = [];
  // Each test gets an isolate of its own: the breakers' memory is the module's.
  vi.resetModules();
  const { createUpstream } = await load("client");
  const { port } = server.address() as AddressInfo;
  const silent = { info: () => {}, warn: () => {}, error: () => {} };
  const config = {
    SURVEY_ID: "quiz",
    UPSTREAM_URL: `http://127.0.0.1:${port}`,
    UPSTREAM_REFRESH_PATH: "/auth/renew",
    UPSTREAM_PAYMENT_EVENTS_PATH: null,
  };
  clientOf = ({ budgetMs } = { budgetMs: null }) =>
    createUpstream({}, config, silent, {
      locale: "ja",
      address: "203.0.113.7",
      budgetMs,
      counters: { count: () => {} },
      took: () => {},
      waitUntil: (work: Promise<unknown>) => void behind.push(work),
    });
  upstream = clientOf();
});
afterEach(() => vi.useRealTimers());

function passTime(milliseconds: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + milliseconds });
}

const json =
  (status: number, body: unknown, headers: Record<string, string | string[]> = {}): Play =>
  (_request, response) =>
    void response
      .writeHead(status, { "Content-Type": "application/json", ...headers })
      .end(JSON.stringify(body));
const named = {
  group: "catalogue",
  path: "/products/{id}",
  answer: z.object({ name: z.string() }),
  translate: (found: { name: string }) => found,
} as const;
const getNamed = endpoint({ method: "GET", ...named });
const postNamed = endpoint({ method: "POST", ...named, sends: sends<{ a: number }>() });
const get = [getNamed, { params: { id: "p1" } }] as const;
const post = [postNamed, { params: { id: "p1" }, body: { a: 1 } }] as const;
/** Of a group that its failures close off without a probe. */
const ask = [{ ...postNamed, group: "recommender" }, post[1]] as const;
type Call = readonly [EndpointSpec<unknown>, UpstreamRequest];

async function refusal([called, request]: Call) {
  try {
    await upstream.call(called, request);
  } catch (error) {
    const { code, facts } = error as Refusal;
    return { code, ...facts };
  }
  return { code: "none" };
}

test("exactly the listed headers go up, whatever the shopper sent (R59)", async () => {
  play = json(200, { name: "a" });
  await upstream.call(postNamed, {
    ...post[1],
    bearer: "t",
    cookies: { "x-sid": "a:b/c%", other: "2" },
    idempotencyKey: "k",
  });
  const { headers, method, url } = visits[0] ?? ({} as IncomingMessage);
  expect({ method, url }).toEqual({ method: "POST", url: "/api/v1/products/p1" });
  expect(headers).toMatchObject({
    accept: "application/json",
    "accept-language": "ja",
    authorization: "Bearer t",
    cookie: "x-sid=a:b/c%; other=2",
    "idempotency-key": "k",
    "content-type": "application/json",
    "x-forwarded-for": "203.0.113.7",
  });
  const ours = Object.keys(headers).filter(
    (name) =>
      ![
        "host",
        "connection",
        "content-length",
        "user-agent",
        "accept-encoding",
        "sec-fetch-mode",
      ].includes(name),
  );
  const listed = [
    "accept",
    "accept-language",
    "authorization",
    "content-type",
    "cookie",
    "idempotency-key",
    "x-forwarded-for",
  ];
  expect(ours.sort()).toEqual(listed);
});

test("of an answer only the schema's fields and the upstream's own cookies come back (R59, R63)", async () => {
  const cookies = ["session=x", "__Host-r=a=b:%7E+/; HttpOnly; Path=/", "old=; Max-Age=0"];
  play = json(201, { name: "a", secret: "s" }, { "Set-Cookie": cookies, "X-Internal": "host-7" });
  expect(await upstream.call(getNamed, { ...get[1], cookies: { old: "1", kept: "2" } })).toEqual({
    body: { name: "a" },
    status: 201,
    cookies: { kept: "2", session: "x", "__Host-r": "a=b:%7E+/" },
  });
});

test("the path of the token refresh is the configured one", async () => {
  play = json(200, { access_token: "t" });
  expect((await upstream.call(refreshTokens, { cookies: { sid: "1" } })).body).toEqual({
    token: "t",
    mustChangePassword: false,
  });
  expect(visits[0]?.url).toBe("/api/v1/auth/renew");
});

test.each([
  ["an empty body", 200, ""],
  ["a 204", 204, ""],
  ["null", 200, "null"],
  ["a list", 200, "[]"],
  ["an HTML page", 200, "<html>saved</html>"],
])("where no document shows an answer, %s is success", async (_what, status, body) => {
  const save = command({
    group: "member",
    method: "PUT",
    path: "/things/{id}",
    sends: sends<{ a: number }>(),
  });
  play = (_request, response) => void response.writeHead(status).end(body);
  expect((await save(upstream, { params: { id: "1" }, body: { a: 1 } })).body).toBeNull();
});

test("the same answer is read with and without an envelope", async () => {
  play = json(200, { data: { name: "a" }, message: "ok" });
  expect((await upstream.call(...get)).body).toEqual({ name: "a" });
});

test.each([301, 302, 303, 307, 308, 304])(
  "a redirect %i is an error and is not followed (R60)",
  async (status) => {
    play = (_request, response) =>
      void response.writeHead(status, { Location: "/api/v1/elsewhere" }).end();
    expect(await refusal([getNamed, { ...get[1], bearer: "t" }])).toEqual({
      code: "upstream_garbled",
    });
    expect(visits).toHaveLength(1);
  },
);

test.each([
  ["HTML", "<html>"],
  ["half a JSON", '{"name": "a'],
  ["another shape", '{"title":"a"}'],
  ["nothing", ""],
])("an answer of %s is garbled (R63)", async (_what, body) => {
  play = (_request, response) => void response.writeHead(200).end(body);
  expect(await refusal(get)).toEqual({ code: "upstream_garbled" });
});

test("an answer beyond a megabyte is refused, announced or not (R63, R78)", async () => {
  const large = JSON.stringify({ name: "x".repeat(1024 * 1024) });
  for (const headers of [{ "Content-Length": String(large.length) }, {}]) {
    play = (_request, response) => {
      response.writeHead(200, headers);
      response.write(large.slice(0, 1000));
      response.end(large.slice(1000));
    };
    expect(await refusal(get)).toEqual({ code: "upstream_garbled" });
  }
});

test("an answer that never ends is given up at the deadline (R78)", async () => {
  play = (_request, response) => void response.writeHead(200).write('{"name":');
  const startedAt = Date.now();
  expect(await refusal([getNamed, { ...get[1], timeoutMs: 300 }])).toEqual({
    code: "upstream_timeout",
  });
  expect(Date.now() - startedAt).toBeLessThan(1_500);
  expect(visits).toHaveLength(1);
});

test("a read is repeated at most twice when the upstream is away for a moment (R79)", async () => {
  play = (request, response, visit) =>
    (visit < 3 ? json(503, {}) : json(200, { name: "a" }))(request, response, visit);
  expect((await upstream.call(...get)).body).toEqual({ name: "a" });
  expect(visits).toHaveLength(3);
  visits = [];
  play = json(502, {});
  expect(await refusal(get)).toEqual({ code: "upstream_unavailable" });
  expect(visits).toHaveLength(3);
});

test("what may have acted is never repeated, unless the caller knows it is safe (R79)", async () => {
  play = json(503, {});
  expect(await refusal(post)).toEqual({ code: "upstream_maintenance" });
  expect(visits).toHaveLength(1);
  await refusal([postNamed, { ...post[1], safeToRepeat: true }]);
  expect(visits).toHaveLength(4);
});

test("a broken connection is an upstream that is away", async () => {
  play = (request) => void request.socket.destroy();
  expect(await refusal(post)).toEqual({ code: "upstream_unavailable" });
});

test.each([
  [500, "upstream_failed"],
  [501, "upstream_failed"],
  [502, "upstream_unavailable"],
  [503, "upstream_maintenance"],
  [504, "upstream_timeout"],
])("a %i is %s, and not a word of it is passed on (R67)", async (status, code) => {
  play = json(status, { detail: "SELECT * FROM members" });
  expect(await refusal(post)).toEqual({ code });
});

test("a refusal keeps the upstream's words and status beside our code", async () => {
  play = json(403, {
    detail: { message: upstreamMessages.account_locked, remaining_seconds: 1795 },
  });
  expect(await refusal(post)).toEqual({
    code: "account_locked",
    status: 403,
    detail: { message: upstreamMessages.account_locked, remaining_seconds: 1795 },
  });
  play = json(422, { detail: "找不到的規則" });
  expect(await refusal(post)).toEqual({
    code: "upstream_refused",
    status: 422,
    detail: "找不到的規則",
  });
  play = json(401, { detail: "Not authenticated" });
  expect(await refusal(post)).toEqual({
    code: "upstream_refused",
    status: 401,
    detail: "Not authenticated",
  });
  play = json(401, {});
  expect(await refusal(post)).toEqual({ code: "token_invalid", status: 401 });
  play = json(429, { detail: "每小時最多 5 次" });
  expect(await refusal(post)).toEqual({
    code: "upstream_refused",
    status: 429,
    detail: "每小時最多 5 次",
  });
  play = json(429, {}, { "Retry-After": "1800" });
  expect(await refusal(post)).toEqual({
    code: "too_many_requests",
    status: 429,
    headers: { "Retry-After": "1800" },
  });
  play = json(429, {}, { "Retry-After": "soon" });
  expect(await refusal(post)).toEqual({ code: "too_many_requests", status: 429 });
  play = (_request, response) => void response.writeHead(418).end("teapot");
  expect(await refusal(post)).toEqual({ code: "upstream_refused", status: 400 });
});

test("every sentence of the catalogue has its code, in full-width punctuation too", () => {
  for (const [code, sentence] of Object.entries(upstreamMessages)) {
    expect.soft(codeOfSentence(sentence)).toBe(code);
    expect.soft(codeOfSentence(`${sentence.replaceAll(",", "，")}。`)).toBe(code);
  }
  expect(codeOfSentence("註冊失敗: 資料庫忙碌")).toBe("registration_failed");
  expect(codeOfSentence("別的話")).toBeNull();
});

test("a detail that is no detail is left out (R67)", () => {
  expect(refusalOf(400, { detail: 7 }).facts).toEqual({ status: 400 });
  expect(refusalOf(400, { detail: "x".repeat(5_000) }).facts).toEqual({ status: 400 });
  expect(refusalOf(400, "text").facts).toEqual({ status: 400 });
});

test.each([
  "..",
  "../x",
  "%2e%2e",
  "a/b",
  "a\\b",
  "",
  "//evil.example",
  "a?b",
  "a#b",
  "a".repeat(65),
  "中",
])("an id %j never becomes part of an address (R58)", (id) => {
  expect(() =>
    addressOf("https://upstream.example/api/v1", "/orders/{id}", { params: { id } }),
  ).toThrow("validation_failed");
});

test("a template that would leave the upstream's prefix is refused (R58)", () => {
  for (const path of ["/../admin", "/x/../../..", "//evil.example", "/a\\..\\..\\b"] as const) {
    const build = () => addressOf("https://upstream.example/api/v1", path, {}).href;
    try {
      expect(build()).toMatch(/^https:\/\/upstream\.example\/api\/v1\//);
    } catch (error) {
      expect(String(error)).toContain("left its prefix");
    }
  }
});

test("while it is open, calls are refused without a visit (R80)", async () => {
  play = json(500, {});
  for (let i = 0; i < 20; i += 1) await refusal(ask);
  expect(visits).toHaveLength(20);
  expect(await refusal(ask)).toEqual({ code: "upstream_unavailable" });
  expect(visits).toHaveLength(20);
});

test("a fault of one group is none of the others' (R80)", async () => {
  play = (request, response, visit) =>
    json(request.method === "POST" ? 500 : 200, { name: "a" })(request, response, visit);
  for (let i = 0; i < 21; i += 1) await refusal(ask);
  expect(visits).toHaveLength(20);
  expect((await upstream.call(...get)).body).toEqual({ name: "a" });
});

test("the probe is the shop's own read, sent behind an answer that does not wait for it (R80)", async () => {
  play = json(500, {});
  for (let i = 0; i < 20; i += 1) await refusal(ask);
  passTime(5_000);
  visits = [];
  play = (request, response, visit) => {
    if (request.url?.startsWith("/api/v1/surveys/") === true)
      json(200, { id: "quiz", questions: [] })(request, response, visit);
    else json(200, { name: "a" })(request, response, visit);
  };
  const refused = await Promise.all([refusal(ask), refusal(ask), refusal(ask)]);
  expect(refused.map(({ code }) => code)).toEqual(Array(3).fill("upstream_unavailable"));
  await Promise.all(behind);
  expect(visits.map(({ method, url }) => `${method} ${url}`)).toEqual([
    "GET /api/v1/surveys/quiz/full",
  ]);
  expect(visits[0]?.headers, "nothing of the visitor").not.toHaveProperty("x-forwarded-for");
  expect((await upstream.call(...ask)).body).toEqual({ name: "a" });
});

test.each([
  ["identity", "GET /api/v1/auth/password-policy"],
  ["member", "GET /api/v1/members/me"],
  ["catalogue", "GET /api/v1/reorder-settings/"],
  ["checkout", "GET /api/v1/orders/my-orders?skip=0&limit=1"],
] as const)(
  "calls of %s that fail at will are held back only when %s fails too (R80)",
  async (group, probe) => {
    const failing = [{ ...postNamed, group }, post[1]] as const;
    const probes = () =>
      visits.map(({ method, url }) => `${method} ${url}`).filter((visit) => visit === probe);
    // A refusal is an answer: the member's reads are asked for without a token.
    play = (request, response, visit) =>
      json(request.method === "GET" ? 401 : 500, {})(request, response, visit);
    for (let i = 0; i < 60; i += 1)
      expect((await refusal(failing)).code, String(i)).toBe("upstream_failed");
    await Promise.all(behind);
    expect(probes()).toHaveLength(1);
    passTime(5_000);
    play = json(500, {});
    await refusal(failing);
    await Promise.all(behind);
    expect(probes()).toHaveLength(2);
    expect((await refusal(failing)).code).toBe("upstream_unavailable");
  },
);

test("all calls of a request share one time, and none is begun with too little left (R78)", async () => {
  play = (request, response, visit) => {
    if (visit > 1) json(200, { name: "a" })(request, response, visit);
  };
  upstream = clientOf({ budgetMs: 1_200 });
  expect(await refusal(post)).toEqual({ code: "upstream_timeout" });
  for (let i = 0; i < 3; i += 1) expect(await refusal(post)).toEqual({ code: "upstream_timeout" });
  expect(visits).toHaveLength(1);
  upstream = clientOf({ budgetMs: 1_200 });
  expect((await upstream.call(...post)).body, "another request").toEqual({ name: "a" });
});

test("calls that were given less time than usual say nothing of the upstream's health when it is over (R80)", async () => {
  play = () => {};
  const [asked, request] = ask;
  const hurried = [asked, { ...request, timeoutMs: 20 }] as const;
  for (let i = 0; i < 25; i += 1)
    expect((await refusal(hurried)).code, String(i)).toBe("upstream_timeout");
  play = json(200, { name: "a" });
  expect((await upstream.call(...ask)).body).toEqual({ name: "a" });
});
