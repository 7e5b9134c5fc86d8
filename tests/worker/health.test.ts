import { afterEach, beforeEach, expect, test } from "vitest";
import { health, shopConfig } from "../../worker/contract/config.ts";
import { startShop, type Shop } from "../support/shop.ts";
import { stageFault } from "../support/faults.ts";

let shop: Shop;
beforeEach(async () => {
  shop = await startShop();
});
afterEach(() => shop.close());

test("an operator sees that the shop and everything behind it answers", async () => {
  const response = await shop.fetch("/api/health");
  const body = health.parse(await response.json());
  expect(body).toMatchObject({
    database: true,
    content: true,
    upstream: true,
    payment_events: "on",
  });
  expect(body.upstream_reads).toEqual({
    password_policy: true,
    survey: true,
    reorder_settings: true,
    service_credential: true,
  });
  expect(body.version).toMatch(/^\d+\.\d+\.\d+/);
  expect(response.status).toBe(200);
});

test("an operator sees which part is down, soon, and nothing more about it (R67, R78)", async () => {
  await stageFault(shop, { mode: "slow" });
  const startedAt = Date.now();
  const response = await shop.fetch("/api/health");
  expect(Date.now() - startedAt).toBeLessThan(4_000);
  expect(response.status).toBe(503);
  const body = await response.json();
  expect(body).toEqual({
    version: expect.any(String),
    deployment: null,
    database: true,
    content: true,
    upstream: false,
    upstream_reads: {
      password_policy: false,
      survey: false,
      reorder_settings: false,
      service_credential: false,
    },
    payment_events: "on",
  });
});

test("a page learns before sign-in what it needs to know", async () => {
  const response = await shop.fetch("/api/v1/config/");
  expect(shopConfig.parse(await response.json())).toMatchObject({
    set_price: 100,
    ecpay_environment: "stand-in",
    featured_scents: ["hinoki-rain", "yuzu-morning", "jasmine-pot", "salt-harbour"],
  });
});

test("an operator sees that the survey of the configuration is none of the upstream's, or that it refuses the shop's credential", async () => {
  const wrong = await startShop({
    vars: { SURVEY_ID: "no-such-survey" },
    secrets: { UPSTREAM_SERVICE_TOKEN: "a-credential-that-nobody-gave-out-0123456789" },
  });
  try {
    const response = await wrong.fetch("/api/health");
    expect(response.status).toBe(503);
    expect(health.parse(await response.json()).upstream_reads).toEqual({
      password_policy: true,
      survey: false,
      reorder_settings: true,
      service_credential: false,
    });
  } finally {
    await wrong.close();
  }
});
