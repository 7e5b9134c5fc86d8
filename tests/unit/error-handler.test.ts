/** What anybody is told when something fails; `request-line.test.ts` has what the log is told. */
import { HTTPException } from "hono/http-exception";
import { expect, test } from "vitest";
import { ShopError } from "../../worker/errors/shop-error.ts";
import { noStoreByDefault } from "../../worker/middleware/security-headers.ts";
import { refuseUnknown } from "../../worker/middleware/error-handler.ts";
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
  expect(await answer.json()).toEqual({
    code: "too_many_requests",
    requestId: "request-1",
    ...facts,
  });
  expect(answer.headers.get("Retry-After")).toBe("7");
  const wait = async (detail: unknown) =>
    (await failWith(new ShopError("account_locked", { detail }))).headers.get("Retry-After");
  expect(await wait({ remaining_seconds: 9 })).toBe("9");
  for (const remaining_seconds of [0, 1.5, "9", undefined])
    expect(await wait({ remaining_seconds }), String(remaining_seconds)).toBeNull();
  for (const odd of ["9", null]) expect(await wait(odd), String(odd)).toBeNull();
  const own = new ShopError("upstream_refused", { headers: { "Retry-After": "30" } });
  expect((await failWith(own)).headers.get("Retry-After")).toBe("30");
});

test("what cannot be read is malformed, another status of the framework a fault of ours", async () => {
  const codeOf = async (status: 400 | 404) =>
    (await (await failWith(new HTTPException(status))).json()).code;
  expect([await codeOf(400), await codeOf(404)]).toEqual(["malformed_request", "internal"]);
});

test.each([
  ["a screen", "/en/home", "text/html,*/*", true],
  ["the API", "/api/v1/x", "text/html", false],
  ["texts", "/locales/en/common.json", "text/html", false],
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
  app.notFound(refuseUnknown(app));
  const asked = async (method: string, path: string) => {
    const { status, headers } = await app.request(path, { method });
    return [status, headers.get("Allow"), headers.get("Cache-Control")];
  };
  expect(await asked("GET", "/one")).toEqual([200, null, "public"]);
  expect(await asked("DELETE", "/one")).toEqual([200, null, "no-store"]);
  expect(await asked("PUT", "/one")).toEqual([405, "GET, HEAD, DELETE", "no-store"]);
  expect(await asked("GET", "/two")).toEqual([404, null, "no-store"]);
});
