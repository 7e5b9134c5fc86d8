import { readFileSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import { shopConfig } from "../../worker/contract/config.ts";
import { borrowShop } from "../support/borrowed.ts";

const shop = await borrowShop();

const root = resolve(import.meta.dirname, "../..");
const shared = {
  "strict-transport-security": "max-age=63072000; includeSubDomains",
  "x-content-type-options": "nosniff",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "x-frame-options": "DENY",
  "reporting-endpoints": 'csp="/api/v1/csp-reports"',
};
const nothingAllowed =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

function expectShared({ headers }: Response) {
  for (const [name, value] of Object.entries(shared))
    expect.soft(headers.get(name), name).toBe(value);
  expect
    .soft(headers.get("referrer-policy"))
    .toMatch(/^(no-referrer|strict-origin-when-cross-origin)$/);
  const type = headers.get("content-type");
  if (type !== null && /^(text|application\/json)/.test(type))
    expect.soft(type).toMatch(/charset=utf-8$/i);
}

test.each([
  ["the front page's redirect", "/", 302],
  ["a deep link", "/ja/home", 200],
  ["an unknown page", "/zh/nowhere", 302],
  ["a missing file", "/nothing.png", 404],
  ["a locale file", "/locales/en/common.json", 200],
  ["an unknown locale file", "/locales/fr/common.json", 404],
  ["an answer", "/api/v1/config", 200],
  ["an unknown call", "/api/v1/nothing", 404],
  ["a refusal", "/api/v1/members/me", 401],
])("%s carries the shop's security headers (R1, R4, R5, R67)", async (_what, path, status) => {
  const response = await shop.fetch(path, { headers: { "X-Request-Id": "forged" } });
  expect(response.status).toBe(status);
  expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  expectShared(response);
});

test("answers of the API are kept by nobody (R76)", async () => {
  for (const path of ["/api/v1/config", "/api/v1/members/me", "/api/v1/nothing", "/api/health"])
    expect((await shop.fetch(path)).headers.get("cache-control"), path).toBe("no-store");
});

test("a page learns before sign-in what it needs to know", async () => {
  const response = await shop.fetch("/api/v1/config/");
  expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(shopConfig.parse(await response.json())).toMatchObject({
    survey_id: "scent-discovery",
    description_question_id: "ideal-scent",
    label_category_id: "label",
    concentration_items: { "concentration-rich-oil": "RICH" },
    bottle_items: { "capacity-roller-10": { millilitres: 10, closure: "roller" } },
    pay_types: ["ecpay"],
    set_price: 100,
    payable_twd: { min: 5, max: 199_999 },
    delivery: { preparing: { min: 3, max: 5 }, transit: null },
  });
});

/** The build writes the rules of the static layer. */
const build = process.env.SHOP_BUILD;
const client = resolve(root, build ?? "", "client");

test.runIf(build)("a built file carries the same headers, and is kept for good (R5)", async () => {
  const page = readFileSync(resolve(client, "index.html"), "utf8");
  const [, path = ""] = /src="(\/assets\/[\w.-]+\.js)"/.exec(page) ?? [];
  const response = await shop.fetch(path);
  expect(response.status).toBe(200);
  expect(response.headers.get("x-request-id"), "no call of the Worker").toBeNull();
  expect(response.headers.get("content-security-policy")).toBe(nothingAllowed);
  expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expectShared(response);
});

test.runIf(build)("only a file that exists is ever kept for good (R5)", async () => {
  const rules = readFileSync(resolve(client, "_headers"), "utf8").split(/\n(?=\/)/);
  const kept = rules
    .filter((rule) => rule.includes("immutable"))
    .map((rule) => rule.split("\n")[0]);
  const files = readdirSync(resolve(client, "assets")).map((name) => `/assets/${name}`);
  expect(kept.length).toBeGreaterThan(0);
  expect(rules.length, "Cloudflare takes a hundred").toBeLessThanOrEqual(100);
  expect(kept.filter((path) => !files.includes(path ?? ""))).toEqual([]);
});

test.runIf(build)("an asset of an older version is missing, never a page (R5)", async () => {
  const [name = ""] = readdirSync(resolve(client, "assets"));
  for (const path of ["index-00000000.js", `${name}.map`, `${name}/`, name.toUpperCase()]) {
    const dest = { "Sec-Fetch-Dest": "script" };
    const { status, headers } = await shop.fetch(`/assets/${path}`, { headers: dest });
    expect.soft(status, path).toBe(404);
    expect.soft(headers.get("content-type") ?? "").not.toContain("text/html");
    expect.soft(headers.get("cache-control") ?? "").not.toMatch(/immutable|max-age=[1-9]/);
  }
});

test.runIf(build)("the service worker reaches the shop alone, pictures anybody (R5)", async () => {
  const { headers: worker } = await shop.fetch("/service-worker.js");
  expect(worker.get("content-security-policy")).toBe("default-src 'none'; connect-src 'self'");
  expect(worker.get("cache-control")).toBe("no-cache");
  for (const path of ["/og/home.png", "/icons/icon-192.png"]) {
    const { headers } = await shop.fetch(path);
    expect.soft(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    expect.soft(headers.get("cache-control")).toBe("public, max-age=86400");
    expect.soft(headers.get("content-security-policy")).toBe(nothingAllowed);
  }
});

test("what the static layer is told equals what the Worker sends (R5)", async () => {
  const rules = readFileSync(resolve(root, "web/public/_headers"), "utf8").split(/\n(?=\/)/);
  const everywhere = rules.find((rule) => rule.startsWith("/*\n")) ?? "";
  const told = [...everywhere.matchAll(/^ {2}([\w-]+): (.+)$/gm)];
  const answer = await shop.fetch("/api/v1/config");
  expect(told.length).toBeGreaterThan(7);
  for (const [, name = "", value] of told) expect.soft(answer.headers.get(name), name).toBe(value);
});

test("a page runs only the shop's own scripts and posts forms only to itself and its cashier (R2)", async () => {
  const policy = (await shop.fetch("/zh/home")).headers.get("content-security-policy") ?? "";
  const other = new URL(shop.url);
  other.hostname = shop.url.hostname === "localhost" ? "127.0.0.1" : "localhost";
  expect(policy.split("; ")).toEqual([
    "default-src 'none'",
    expect.stringMatching(/^script-src 'self' 'sha256-[\w+/=]+'$/),
    expect.stringMatching(/^style-src 'self'( 'sha256-[\w+/=]+')?$/),
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    `form-action 'self' ${other.origin}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "report-to csp",
    "report-uri /api/v1/csp-reports",
  ]);
});

test.each(["payment-result?data=abc&sig=def", "orders/some-order"])(
  "the page %s leaks its address to nobody (R53)",
  async (path) => {
    const { headers } = await shop.fetch(`/en/${path}`);
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("cache-control")).toBe("no-store");
  },
);
