/**
 * The first filter before real routes. The numbers are a fifth of the deployed ones, which `tests/workerd/rates.test.ts` counts;
 * whom each counts stands in `tests/unit/first-filter.test.ts`.
 */
import { randomInt } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newMember, type NewMember } from "../support/new-member.ts";
import { startShop, type Shop } from "../support/shop.ts";
import { newShopper, type Answer } from "../support/shopper.ts";

let shop: Shop;
let noor: NewMember;
beforeAll(async () => {
  shop = await startShop({ ratesTimes: 1 / 5 });
  noor = await newMember(shop);
});
afterAll(() => shop.close());

const someAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;

test.each([
  ["health:address", 12, "GET", "/health", "stranger"],
  ["chat:member", 2, "POST", "/raw-materials/chat", "member"],
  ["survey-start:member", 2, "POST", "/surveys/s/start", "member"],
  ["survey-submit:address", 2, "POST", "/surveys/s/submit", "stranger"],
  ["refresh:address", 24, "POST", "/auth/refresh", "stranger"],
  ["cart-write:member", 24, "PUT", "/cart/items/x", "member"],
  ["checkout:member", 12, "POST", "/orders/x/pay", "member"],
])("%s is met at its number (R25)", async (rate, few, method, path, who) => {
  const address = someAddress();
  const ask = async (): Promise<Answer> => {
    // A member is counted wherever they come from.
    const from = { "CF-Connecting-IP": who === "member" ? someAddress() : address };
    const shopper = who === "member" ? noor.shopper : newShopper(shop);
    if (path !== "/health") return shopper.send(method, path, {}, from);
    const { status, headers } = await shop.fetch("/api/health", { headers: from });
    return { status, headers, body: { code: status === 429 ? "too_many_requests" : null } };
  };
  let passed = 0;
  let answer = await ask();
  for (; answer.status !== 429 && passed <= 2 * few; passed += 1) answer = await ask();
  // Counters begin anew with each minute of the clock, which may pass meanwhile.
  expect(passed).toBeGreaterThanOrEqual(few);
  expect(passed).toBeLessThanOrEqual(2 * few);
  expect([answer.status, answer.body.code]).toEqual([429, "too_many_requests"]);
  expect(answer.headers.get("Retry-After")).toBe("60");
  await expect.poll(() => shop.logs().join("\n")).toContain(`"reason":"${rate}"`);
});
