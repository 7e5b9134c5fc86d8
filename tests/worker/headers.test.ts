import { readFileSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startShop, type Shop } from "../support/shop.ts";
import { staging } from "../support/staging.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());

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

async function expectShared(response: Response) {
  for (const [name, value] of Object.entries(shared))
    expect.soft(response.headers.get(name), name).toBe(value);
  expect
    .soft(response.headers.get("referrer-policy"))
    .toMatch(/^(no-referrer|strict-origin-when-cross-origin)$/);
  const type = response.headers.get("content-type");
  if (type !== null && /^(text|application\/json)/.test(type))
    expect.soft(type).toMatch(/charset=utf-8$/i);
  await response.arrayBuffer();
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
])("%s carries the shop's security headers (R1, R4, R5)", async (_what, path, status) => {
  const response = await shop.fetch(path);
  expect(response.status).toBe(status);
  expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  await expectShared(response);
});

test("a refused body carries the shop's security headers (R5)", async () => {
  const headers = {
    Origin: shop.url.origin,
    "X-Requested-With": "fetch",
    "Content-Type": "application/x-www-form-urlencoded",
  };
  const response = await shop.fetch("/api/v1/auth/login/password-verify", {
    method: "POST",
    headers,
    body: "a".repeat(20_000),
  });
  expect(response.status).toBe(413);
  await expectShared(response);
});

test("a failure of our own carries the shop's security headers and says nothing about itself (R5, R67)", async () => {
  const broken = await startShop({ vars: { ECPAY_MERCHANT_ID: "not a number" } });
  try {
    const response = await broken.fetch("/api/v1/config");
    expect(response.status).toBe(500);
    const copy = response.clone();
    expect(Object.keys(await copy.json()).sort()).toEqual(["code", "requestId"]);
    await expectShared(response);
    const page = await broken.fetch("/ja/home", { headers: { Accept: "text/html" } });
    expect(page.status).toBe(500);
    expect(await page.clone().text()).toMatch(/しばらく.*[0-9a-f-]{36}/s);
    await expectShared(page);
  } finally {
    await broken.close();
  }
});

/** The build writes the rules of the static layer. */
const build = process.env.SHOP_BUILD;
const client = resolve(root, build ?? "", "client");

test.runIf(build)(
  "a built file carries the same headers past the Worker, and what a screen needs first is kept for good (R5)",
  async () => {
    const page = readFileSync(resolve(client, "index.html"), "utf8");
    const [, path = ""] = /src="(\/assets\/[\w.-]+\.js)"/.exec(page) ?? [];
    const response = await shop.fetch(path);
    expect(response.status).toBe(200);
    expect(response.headers.get("x-request-id"), "no call of the Worker").toBeNull();
    expect(response.headers.get("content-security-policy")).toBe(nothingAllowed);
    expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    await expectShared(response);
  },
);

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

test.runIf(build)(
  "an asset of an older version is missing, never a page, and nobody remembers that it is missing (R5)",
  async () => {
    const [name = ""] = readdirSync(resolve(client, "assets"));
    for (const path of [
      "index-00000000.js",
      `${name}.map`,
      `${name}/`,
      name.toUpperCase(),
      `x${name}`,
    ]) {
      const response = await shop.fetch(`/assets/${path}`, {
        headers: { "Sec-Fetch-Dest": "script" },
      });
      expect.soft(response.status, path).toBe(404);
      expect.soft(response.headers.get("content-type") ?? "").not.toContain("text/html");
      expect
        .soft(response.headers.get("cache-control") ?? "")
        .not.toMatch(/immutable|max-age=[1-9]/);
      await response.arrayBuffer();
    }
  },
);

test.runIf(build)(
  "the service worker may reach the shop alone and is asked for anew; pictures may be shown by others (R5)",
  async () => {
    const worker = await shop.fetch("/service-worker.js");
    expect(worker.headers.get("content-security-policy")).toBe(
      "default-src 'none'; connect-src 'self'",
    );
    expect(worker.headers.get("cache-control")).toBe("no-cache");
    for (const path of ["/og/home.png", "/icons/icon-192.png"]) {
      const { headers } = await shop.fetch(path);
      expect.soft(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
      expect.soft(headers.get("cache-control")).toBe("public, max-age=86400");
      expect.soft(headers.get("content-security-policy")).toBe(nothingAllowed);
    }
  },
);

test("what the static layer is told equals what the Worker sends (R5)", async () => {
  const rules = readFileSync(resolve(root, "web/public/_headers"), "utf8").split(/\n(?=\/)/);
  const everywhere = rules.find((rule) => rule.startsWith("/*\n")) ?? "";
  const told = new Map(
    [...everywhere.matchAll(/^ {2}([\w-]+): (.+)$/gm)].map(([, name = "", value = ""]) => [
      name.toLowerCase(),
      value,
    ]),
  );
  const answer = await shop.fetch("/api/v1/config");
  expect(told.size).toBeGreaterThan(7);
  for (const [name, value] of told) expect.soft(answer.headers.get(name), name).toBe(value);
});

test("pictures come from the shop and from the origins that its operator names, so that no picture carries data out (R2)", async () => {
  const elsewhere = await startShop({
    vars: { PICTURE_ORIGINS: "https://pictures.test https://cdn.test:8443" },
  });
  try {
    const policy = (await elsewhere.fetch("/zh/home")).headers.get("content-security-policy");
    expect(policy).toContain(
      "; img-src 'self' data: https://pictures.test https://cdn.test:8443; ",
    );
  } finally {
    await elsewhere.close();
  }
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

test("in ECPay's staging environment a page posts forms to that one host of ECPay (R2)", async () => {
  const atStaging = await startShop({
    vars: staging,
  });
  try {
    const policy = (await atStaging.fetch("/zh/home")).headers.get("content-security-policy");
    expect(policy).toContain("form-action 'self' https://payment-stage.ecpay.com.tw; ");
    expect(
      (await atStaging.fetch("/local/mail.json")).status,
      "nobody knows the stand-ins here",
    ).toBe(404);
    expect((await atStaging.fetch("/local/ecpay/")).status).toBe(302);
  } finally {
    await atStaging.close();
  }
});

test("the page of a payment's result leaks its address to nobody (R53)", async () => {
  const response = await shop.fetch("/en/payment-result?data=abc&sig=def");
  expect(response.headers.get("referrer-policy")).toBe("no-referrer");
  expect(response.headers.get("cache-control")).toBe("no-store");
});

test("answers of the API are kept by nobody (R76)", async () => {
  for (const path of ["/api/v1/config", "/api/v1/members/me", "/api/v1/nothing", "/api/health"]) {
    expect((await shop.fetch(path)).headers.get("cache-control"), path).toBe("no-store");
  }
});

test("a request id that a client sends is ignored (R67)", async () => {
  const response = await shop.fetch("/api/v1/nothing", { headers: { "X-Request-Id": "forged" } });
  const { requestId } = await response.json();
  expect(requestId).not.toBe("forged");
  expect(response.headers.get("x-request-id")).toBe(requestId);
});
