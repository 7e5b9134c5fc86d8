import { afterAll, beforeAll, expect, test } from "vitest";
import { newMember } from "../support/new-member.ts";
import { startShop, type Shop } from "../support/shop.ts";
import { newShopper } from "../support/shopper.ts";

const partner = "https://partner.example";
let shop: Shop;
beforeAll(async () => {
  shop = await startShop({ vars: { ALLOWED_ORIGINS: `${partner} https://other.example` } });
});
afterAll(() => shop.close());

const preflight = {
  "Access-Control-Request-Method": "POST",
  "Access-Control-Request-Headers": "content-type",
};

test("an origin on the list may read answers and send credentials (R6)", async () => {
  const response = await shop.fetch("/api/v1/config", { headers: { Origin: partner } });
  expect(response.status).toBe(200);
  expect(response.headers.get("access-control-allow-origin")).toBe(partner);
  expect(response.headers.get("access-control-allow-credentials")).toBe("true");
});

test("an origin on the list gets the same strict cookie: a page on a subdomain may stay signed in, one on another site may not (R10)", async () => {
  const { email, password } = await newMember(shop);
  const answer = await newShopper(shop).form(
    "/auth/login/password-verify",
    { username: email, password },
    { Origin: partner },
  );
  expect(answer.status).toBe(200);
  const cookie =
    answer.headers.getSetCookie().find((line) => line.startsWith("__Host-sillage_refresh=")) ?? "";
  expect(cookie).toContain("SameSite=Strict");
  expect(answer.headers.getSetCookie().join()).not.toMatch(/SameSite=None|Partitioned/i);
});

test("a refusal can be read by an origin on the list as well (R6)", async () => {
  const response = await shop.fetch("/api/v1/members/me", { headers: { Origin: partner } });
  expect(response.status).toBe(401);
  expect(response.headers.get("access-control-allow-origin")).toBe(partner);
});

test("an origin on the list gets its preflight answered without reaching a route (R6)", async () => {
  const response = await shop.fetch("/api/v1/auth/refresh", {
    method: "OPTIONS",
    headers: { Origin: partner, ...preflight },
  });
  expect(response.status).toBe(204);
  expect(response.headers.get("access-control-allow-origin")).toBe(partner);
  for (const header of ["X-Requested-With", "Idempotency-Key", "If-Match"])
    expect(response.headers.get("access-control-allow-headers")).toContain(header);
  expect(response.headers.get("access-control-allow-methods")).not.toContain("*");
});

test.each([
  "https://evil.example",
  "https://partner.example.evil.example",
  "http://partner.example",
  "https://PARTNER.example",
  "null",
  "*",
  "nonsense",
])("%s is refused before any route runs, preflight or not (R6, R68)", async (origin) => {
  for (const init of [
    { headers: { Origin: origin } },
    { method: "OPTIONS", headers: { Origin: origin, ...preflight } },
  ]) {
    const response = await shop.fetch("/api/v1/config", init);
    expect.soft(response.status).toBe(403);
    expect.soft(response.headers.get("access-control-allow-origin")).toBeNull();
    expect.soft(response.headers.get("access-control-allow-credentials")).toBeNull();
    expect.soft((await response.json()).code).toBe("origin_refused");
  }
});

test("every answer of the API varies by origin, and a client's own Vary is not copied (R6)", async () => {
  for (const [path, headers] of [
    ["/api/v1/config", {}],
    ["/api/v1/config", { Origin: partner, Vary: "X-Hostile" }],
    ["/api/v1/nothing", { Origin: "https://evil.example" }],
  ] as const) {
    const vary = (await shop.fetch(path, { headers })).headers.get("vary") ?? "";
    expect.soft(vary).toContain("Origin");
    expect.soft(vary).not.toContain("Hostile");
  }
});
