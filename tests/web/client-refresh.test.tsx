import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import * as z from "zod/mini";
import { ApiError, api } from "../../web/api/client.ts";
import { errorText } from "../../web/api/errors.ts";
import { tokenExpiredEvent } from "../../web/api/events.ts";
import { addMessages, messageOf } from "../../web/i18n/messages.ts";
import type { I18n } from "../../web/i18n/translate.ts";
import common from "../../worker/content/locales/en/common.json" with { type: "json" };

type Handler = (
  request: IncomingMessage,
  body: string,
) => { status: number; json: unknown; headers?: Record<string, string> };

addMessages("en", "common", common);
const english: Pick<I18n, "locale" | "t"> = {
  locale: "en",
  t: (key, params) => messageOf("en", key, params),
};

let server: Server;
let handler: Handler;
let seen: string[];
let expired: number;
const countExpired = () => void expired++;

beforeEach(async () => {
  seen = [];
  expired = 0;
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  (
    globalThis as unknown as { jsdom: { reconfigure(options: { url: string }): void } }
  ).jsdom.reconfigure({
    url: `http://127.0.0.1:${port}/zh/home`,
  });
  localStorage.clear();
  localStorage.setItem("access_token", "old");
  document.documentElement.lang = "ja";
  window.addEventListener(tokenExpiredEvent, countExpired);
});
afterEach(async () => {
  window.removeEventListener(tokenExpiredEvent, countExpired);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function answer(request: IncomingMessage, response: ServerResponse) {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  seen.push(`${request.method} ${request.url}`);
  const { status, json, headers = {} } = handler(request, body);
  response
    .writeHead(status, { ...headers, "Content-Type": "application/json" })
    .end(JSON.stringify(json));
}

const thing = z.object({ name: z.string() });
const refusal = (code: string) => ({ code, requestId: "r1" });
const refreshes = () => seen.filter((line) => line === "POST /api/v1/auth/refresh").length;

/** A shop whose tokens called "old" have expired. */
const afterRefresh =
  (refresh: ReturnType<Handler>): Handler =>
  (request) => {
    if (request.url === "/api/v1/auth/refresh") return refresh;
    return request.headers.authorization === "Bearer new"
      ? { status: 200, json: { name: request.url } }
      : { status: 401, json: refusal("token_invalid") };
  };
const renewed = {
  status: 200,
  json: { access_token: "new", token_type: "bearer", expires_in: 600, must_change_password: false },
};

test("three requests that meet an expired token cause one refresh and all get their answer", async () => {
  handler = afterRefresh(renewed);
  const answers = await Promise.all(["/a", "/b", "/c"].map((path) => api.get(path, thing)));
  expect(answers.map((one) => one.name)).toEqual(["/api/v1/a", "/api/v1/b", "/api/v1/c"]);
  expect(refreshes()).toBe(1);
  expect(localStorage.getItem("access_token")).toBe("new");
  expect(expired).toBe(0);
});

test("a change is sent again whole after the refresh", async () => {
  const bodies: string[] = [];
  const shop = afterRefresh(renewed);
  handler = (request, body) => {
    if (request.url === "/api/v1/things") bodies.push(body);
    return shop(request, body);
  };
  await api.send("POST", "/things", { json: { amount: 2 } });
  expect(bodies).toEqual(['{"amount":2}', '{"amount":2}']);
});

test("a refused refresh removes the token, tells the page once, and every request fails as unauthenticated", async () => {
  handler = afterRefresh({ status: 401, json: refusal("refresh_token_missing") });
  const outcomes = await Promise.allSettled(["/a", "/b"].map((path) => api.get(path, thing)));
  for (const outcome of outcomes)
    expect(outcome).toMatchObject({
      status: "rejected",
      reason: { code: "token_invalid", status: 401, requestId: "r1" },
    });
  expect(localStorage.getItem("access_token")).toBeNull();
  expect(refreshes()).toBe(1);
  expect(expired).toBe(1);
});

test.each([500, 503, 429])(
  "a refresh that meets a shop in trouble (%i) signs nobody out and can be tried again",
  async (status) => {
    handler = afterRefresh({
      status,
      json: refusal(status === 429 ? "too_many_requests" : "upstream_maintenance"),
    });
    await expect(api.get("/a", thing)).rejects.toMatchObject({ status });
    expect(localStorage.getItem("access_token")).toBe("old");
    expect(expired).toBe(0);
    handler = afterRefresh(renewed);
    expect(await api.get("/a", thing)).toEqual({ name: "/api/v1/a" });
  },
);

test("a member who has signed out in another tab meanwhile is signed out here, without a refresh", async () => {
  const shop = afterRefresh(renewed);
  handler = (request, body) => {
    if (request.headers.authorization === "Bearer old") localStorage.removeItem("access_token");
    return shop(request, body);
  };
  await expect(api.get("/a", thing)).rejects.toMatchObject({ status: 401 });
  expect([refreshes(), expired]).toEqual([0, 1]);
});

test("a request that still meets a 401 after the refresh is not repeated for ever", async () => {
  handler = (request) =>
    request.url === "/api/v1/auth/refresh"
      ? renewed
      : { status: 401, json: refusal("token_revoked") };
  await expect(api.get("/a", thing)).rejects.toMatchObject({ code: "token_revoked" });
  expect(seen).toEqual(["GET /api/v1/a", "POST /api/v1/auth/refresh", "GET /api/v1/a"]);
});

test("a wrong password and a wrong code are no reason to refresh", async () => {
  handler = () => ({
    status: 401,
    json: { ...refusal("invalid_credentials"), detail: "帳號或密碼錯誤" },
  });
  const failure = await api
    .send("POST", "/auth/login/password-verify", {
      form: { username: "mei@example.test", password: "x" },
    })
    .catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ApiError);
  expect(failure).toMatchObject({ code: "invalid_credentials", detail: "帳號或密碼錯誤" });
  expect(refreshes()).toBe(0);
  expect(expired).toBe(0);
});

test("a token that another tab has renewed is used without a second refresh", async () => {
  const shop = afterRefresh(renewed);
  handler = (request, body) => {
    // Between the request and its refusal the other tab has finished.
    if (request.headers.authorization === "Bearer old") localStorage.setItem("access_token", "new");
    return shop(request, body);
  };
  expect(await api.get("/a", thing)).toEqual({ name: "/api/v1/a" });
  expect(refreshes()).toBe(0);
});

test("every request names the page, its language and its member", async () => {
  const headers: IncomingMessage["headers"][] = [];
  handler = (request) => {
    headers.push(request.headers);
    return { status: 200, json: { name: "x" } };
  };
  await api.get("/a", thing, { query: { skip: 0, start_date: undefined, limit: 10 } });
  expect(seen).toEqual(["GET /api/v1/a?skip=0&limit=10"]);
  expect(headers[0]).toMatchObject({
    "x-requested-with": "fetch",
    "accept-language": "ja",
    authorization: "Bearer old",
  });
});

test("an answer of another shape and a page instead of JSON are failures with a code, not crashes", async () => {
  handler = () => ({ status: 200, json: { title: "no name" } });
  await expect(api.get("/a", thing)).rejects.toMatchObject({ code: "generic_error" });
  handler = () => ({ status: 503, json: "<h1>maintenance</h1>" });
  await expect(api.get("/a", thing)).rejects.toMatchObject({
    code: "upstream_maintenance",
    status: 503,
  });
});

test("a shop that cannot be reached is a connection failure and signs nobody out", async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await expect(api.get("/a", thing)).rejects.toMatchObject({
    code: "connection_refused",
    status: 0,
  });
  expect(localStorage.getItem("access_token")).toBe("old");
  server.listen(0, "127.0.0.1");
});

test("a member whose browser refuses locks between tabs gets a new token all the same", async () => {
  const refusing = {
    request: () => Promise.reject(new DOMException("The request was denied.", "SecurityError")),
  };
  Object.defineProperty(navigator, "locks", { configurable: true, value: refusing });
  try {
    handler = afterRefresh(renewed);
    expect(await api.get("/a", thing)).toEqual({ name: "/api/v1/a" });
    expect(refreshes()).toBe(1);
  } finally {
    Reflect.deleteProperty(navigator, "locks");
  }
});

test.each([
  [401, "此連線無法登入", "operation_failed"],
  [404, "找不到這個頁面", "operation_failed"],
  [429, "每小時最多 5 次", "operation_failed"],
  [500, "資料庫維護到三點", "generic_error"],
])(
  "a %i without a code keeps its sentence, which is what the page shows",
  async (status, detail, code) => {
    handler = () => ({ status, json: { detail } });
    const error = await api.get("/auth/login/x", thing).catch((failure: unknown) => failure);
    expect(error).toMatchObject({ code, status, detail });
    expect(errorText(english, error)).toBe(detail);
  },
);

test.each([
  [504, "The connection timed out. Please try again."],
  [524, "That took too long. Please try again."],
  [418, "We could not complete this. Please try again."],
  [599, "Something went wrong. Please try again later."],
])("a %i without a word of its own has the page's", async (status, text) => {
  handler = () => ({ status, json: {} });
  const error = await api.get("/a", thing).catch((failure: unknown) => failure);
  expect(errorText(english, error)).toBe(text);
});

test.each([
  [{ detail: { retry_after_seconds: 3592 } }, {}, "60 minutes"],
  [{}, { "Retry-After": "61" }, "2 minutes"],
  [{}, { "Retry-After": "1" }, "1 minute"],
  [{ detail: { retry_after_seconds: 86_000 } }, {}, "24 hours"],
])("a limit says when it ends: %j %j", async (body, headers, time) => {
  handler = () => ({ status: 429, json: { ...refusal("too_many_requests"), ...body }, headers });
  const error = await api.get("/a", thing).catch((failure: unknown) => failure);
  expect(errorText(english, error)).toBe(
    `That was too often in a short time. Please try again in ${time}.`,
  );
});
