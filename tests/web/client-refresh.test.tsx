import * as z from "zod/mini";
import { ApiError, api } from "../../web/api/client.ts";
import { errorText } from "../../web/api/errors.ts";
import { tokenExpiredEvent } from "../../web/stores/auth.ts";
import { t } from "../../web/i18n/translate.ts";
import {
  openPages,
  page,
  refusal,
  toasts,
  type Answers,
  type Call,
  type Staged,
} from "../support/shown-page.tsx";

const open = openPages("keys");
let expired = 0;
window.addEventListener(tokenExpiredEvent, () => void expired++);

beforeEach(async () => {
  expired = 0;
  await open.show(null, "/ja/home");
  localStorage.setItem("access_token", "old");
});

const thing = z.object({ name: z.string() });
const ask = (path = "/a") => api.get(path, thing);
const failureOf = (call: Promise<unknown>) => call.catch((failure: unknown) => failure);
const refresh = "POST /auth/refresh";
const names = () => page.calls.map(({ name }) => name);
const refreshes = () => names().filter((name) => name === refresh).length;
const renewed = {
  json: { access_token: "new", token_type: "bearer", expires_in: 600, must_change_password: false },
};

function expire(answer: Staged = renewed, meanwhile = () => {}) {
  const about = ({ headers, name }: Call): Staged => {
    if (headers.get("Authorization") === "Bearer new") return { json: { name } };
    meanwhile();
    return refusal(401, "token_invalid");
  };
  const answers: Answers = { "GET /*": about, "POST /things": about, [refresh]: answer };
  open.stage(answers);
}

test("three requests that meet an expired token cause one refresh and all get their answer", async () => {
  expire();
  const answers = await Promise.all(["/a", "/b", "/c"].map(ask));
  expect(answers.map((one) => one.name)).toEqual(["GET /a", "GET /b", "GET /c"]);
  expect([refreshes(), localStorage.getItem("access_token"), expired]).toEqual([1, "new", 0]);
});

test("a change is sent again whole after the refresh", async () => {
  expire();
  await api.send("POST", "/things", { json: { amount: 2 } });
  const things = page.answers("POST /things");
  expect(things.map(({ json }) => json)).toEqual([{ amount: 2 }, { amount: 2 }]);
});

test("a refused refresh removes the token, and each request tells the page and fails as unauthenticated", async () => {
  expire(refusal(401, "refresh_token_missing"));
  const reason = { code: "token_invalid", status: 401, requestId: "r1" };
  expect(await Promise.all(["/a", "/b"].map((path) => failureOf(ask(path))))).toMatchObject([
    reason,
    reason,
  ]);
  expect([localStorage.getItem("access_token"), refreshes(), expired]).toEqual([null, 1, 2]);
});

test.each([500, 503, 429, 0])("a refresh that fails by %i signs nobody out", async (status) => {
  const code = status === 429 ? "too_many_requests" : "upstream_maintenance";
  expire(status === 0 ? "lost" : refusal(status, code));
  await expect(ask()).rejects.toMatchObject({ status });
  expect([localStorage.getItem("access_token"), expired]).toEqual(["old", 0]);
  expire();
  expect(await ask()).toEqual({ name: "GET /a" });
});

test("a member who has signed out in another tab meanwhile is signed out here, without a refresh", async () => {
  expire(renewed, () => localStorage.removeItem("access_token"));
  await expect(ask()).rejects.toMatchObject({ status: 401 });
  expect([refreshes(), expired]).toEqual([0, 1]);
});

test("a token that another tab has renewed is used without a second refresh", async () => {
  expire(renewed, () => localStorage.setItem("access_token", "new"));
  expect(await ask()).toEqual({ name: "GET /a" });
  expect(refreshes()).toBe(0);
});

test("a request that still meets a 401 after the refresh is not repeated for ever", async () => {
  open.stage({ "GET /a": refusal(401, "token_revoked"), [refresh]: renewed });
  await expect(ask()).rejects.toMatchObject({ code: "token_revoked" });
  expect(names()).toEqual(["GET /a", refresh, "GET /a"]);
});

test("a wrong password and a wrong code are no reason to refresh", async () => {
  const call = "/auth/login/password-verify";
  const detail = "帳號或密碼錯誤";
  open.stage({ [`POST ${call}`]: refusal(401, "invalid_credentials", { detail }) });
  const form = { username: "mei@example.test", password: "x" };
  const failure = await failureOf(api.send("POST", call, { form }));
  expect(failure).toBeInstanceOf(ApiError);
  expect(failure).toMatchObject({ code: "invalid_credentials", detail });
  expect([refreshes(), expired]).toEqual([0, 0]);
});

test("every request names the page, its language and its member", async () => {
  open.stage({ "GET /a": { json: { name: "x" } } });
  await api.get("/a", thing, {
    query: { skip: 0, start_date: undefined, end_date: "", limit: 10 },
  });
  expect(page.calls).toMatchObject([{ name: "GET /a", search: "?skip=0&limit=10" }]);
  expect(Object.fromEntries(page.calls[0]!.headers)).toMatchObject({
    "x-requested-with": "fetch",
    "accept-language": "ja",
    authorization: "Bearer old",
  });
});

test("a shop that cannot be reached is a connection failure and signs nobody out", async () => {
  open.stage({ "GET /a": "lost" });
  await expect(ask()).rejects.toMatchObject({ code: "connection_refused", status: 0 });
  expect(localStorage.getItem("access_token")).toBe("old");
});

test("a member whose browser refuses locks between tabs gets a new token all the same", async () => {
  const denied = new DOMException("The request was denied.", "SecurityError");
  const value = { request: () => Promise.reject(denied) };
  Object.defineProperty(navigator, "locks", { configurable: true, value });
  expire();
  expect([await ask(), refreshes()]).toEqual([{ name: "GET /a" }, 1]);
  Reflect.deleteProperty(navigator, "locks");
});

test("other tabs wait for their turn until the new token has come", async () => {
  let isFree = false;
  const request = (_name: string, work: () => Promise<boolean>) =>
    work().finally(() => (isFree = true));
  Object.defineProperty(navigator, "locks", { configurable: true, value: { request } });
  expire();
  const come = open.hold(refresh, renewed);
  const asked = ask();
  await vi.waitFor(() => expect(refreshes()).toBe(1));
  expect(isFree).toBe(false);
  come();
  expect(await asked).toEqual({ name: "GET /a" });
  await vi.waitFor(() => expect(isFree).toBe(true));
  Reflect.deleteProperty(navigator, "locks");
});

const said = (code: string) => `common.errors.${code}`;
const limit = (seconds?: number) => ({
  code: "too_many_requests",
  detail: seconds === undefined ? {} : { retry_after_seconds: seconds },
});
const vague = (detail: unknown) => ({ code: "upstream_refused", detail });
const at = (time: string) => `common.too_many_wait ${time}`;
test.each<[number, unknown, string, words?: string, retryAfter?: string]>([
  [200, { title: "no name" }, "generic_error"],
  [503, "<h1>maintenance</h1>", "upstream_maintenance"],
  [401, { detail: "此連線無法登入" }, "operation_failed", "此連線無法登入"],
  [429, { detail: "每小時最多 5 次" }, "operation_failed", "每小時最多 5 次"],
  [500, { detail: "資料庫維護到三點" }, "generic_error", "資料庫維護到三點"],
  [504, {}, "upstream_timeout"],
  [524, {}, "timeout"],
  [418, {}, "operation_failed"],
  [599, {}, "generic_error"],
  [400, vague("Closed today"), "upstream_refused", "Closed today"],
  [400, vague({ message: "Closed" }), "upstream_refused", "Closed"],
  [400, vague(" "), "upstream_refused"],
  [400, { code: "otp_wrong", detail: "Closed" }, "otp_wrong"],
  [429, limit(), "too_many_requests"],
  [429, limit(3592), "too_many_requests", at("60 minutes")],
  [429, limit(), "too_many_requests", at("2 minutes"), "61"],
  [429, limit(), "too_many_requests", at("1 minute"), "2"],
  [429, limit(86_000), "too_many_requests", at("24 hours")],
])("a %i with %j is %s", async (status, json, code, words = said(code), retryAfter = "") => {
  await page.leave();
  await open.show(null, "/en/home");
  const headers: Record<string, string> = retryAfter === "" ? {} : { "Retry-After": retryAfter };
  open.stage({ "GET /auth/login/x": { status, json, headers } });
  const failure = await failureOf(ask("/auth/login/x"));
  expect(failure).toMatchObject({ code, status });
  expect(errorText(failure)).toBe(words);
  expect(errorText(new Error("a bug"))).toBe(said("unknown_error"));
});

test("where many ask at once a request waits its turn, says so, and is told after a minute when it had none", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  const notYet = { ...refusal(429, "too_many_requests"), headers: { "Retry-After": "1" } };
  let refusals = 3;
  const name = { json: { name: "oud" } };
  open.stage({ "POST /things": () => (refusals-- > 0 ? notYet : name) });
  const sent = api.send("POST", "/things", { json: { name: "oud" }, schema: thing });
  await vi.advanceTimersByTimeAsync(500);
  expect(toasts(), "a second is nothing to tell").toEqual([]);
  await vi.advanceTimersByTimeAsync(3_500);
  expect(await sent).toEqual({ name: "oud" });
  expect(page.calls.map(({ json }) => json)).toEqual([1, 2, 3, 4].map(() => ({ name: "oud" })));
  expect(toasts()).toEqual([t("common.waiting_turn")]);
  refusals = Infinity;
  const late = failureOf(api.send("POST", "/things", { json: {} }));
  await vi.advanceTimersByTimeAsync(62_000);
  expect(await late).toMatchObject({ code: "too_many_requests", retryAfterSeconds: 1 });
  vi.useRealTimers();
});
