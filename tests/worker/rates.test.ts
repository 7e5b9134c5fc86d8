/** Which route meets which rate of the first filter. The numbers are a fifth of the deployed ones, which `tests/workerd/rates.test.ts` counts. */
import { randomInt } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { namedRates } from "../../worker/middleware/named-rates.ts";
import { apiRoutes } from "../support/api-routes.ts";
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

const from = (address: string) => ({ "CF-Connecting-IP": address });
const someAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;

type Ask = (headers: Record<string, string>) => Promise<Answer>;
const asGuest =
  (method: string, path: string, json?: unknown): Ask =>
  (headers) =>
    newShopper(shop).send(method, path, json, headers);
const asNoor =
  (method: string, path: string, json?: unknown): Ask =>
  (headers) =>
    noor.shopper.send(method, path, json, headers);

const health: Ask = async (headers) => {
  const response = await shop.fetch("/api/health", { headers });
  return { status: response.status, headers: response.headers, body: await response.json() };
};
const report: Ask = (headers) =>
  newShopper(shop).send(
    "POST",
    "/csp-reports",
    { "csp-report": { "effective-directive": "img-src" } },
    { ...headers, "Content-Type": "application/csp-report" },
  );
const signIn: Ask = (headers) =>
  newShopper(shop).form(
    "/auth/login/password-verify",
    { username: noor.email, password: noor.password },
    headers,
  );

const answers = { form_id: "scent-discovery", answers: [] };

interface Row {
  rate: string;
  /** A minute, as deployed. */
  allowance: number;
  ask: Ask;
  /** Each from another address. */
  fromMany?: true;
  /** Counted already, by the rows before. */
  counted?: number;
}
const rows: Row[] = [
  { rate: "api:address", allowance: 1200, ask: asGuest("GET", "/auth/sessions") },
  {
    rate: "api:member",
    allowance: 300,
    ask: asNoor("DELETE", "/auth/sessions/none"),
    fromMany: true,
  },
  { rate: "chat:address", allowance: 10, ask: asGuest("POST", "/raw-materials/chat", {}) },
  {
    rate: "chat:member",
    allowance: 10,
    ask: asNoor("POST", "/raw-materials/chat", {}),
    fromMany: true,
  },
  { rate: "survey-start:address", allowance: 10, ask: asGuest("POST", "/surveys/s/start", {}) },
  {
    rate: "survey-start:member",
    allowance: 10,
    ask: asNoor("POST", "/surveys/s/start", { a: 1 }),
    fromMany: true,
  },
  {
    rate: "survey-submit:address",
    allowance: 10,
    ask: asGuest("POST", "/surveys/s/submit", answers),
  },
  {
    rate: "survey-submit:member",
    allowance: 10,
    ask: asNoor("POST", "/surveys/s/submit", {}),
    fromMany: true,
  },
  { rate: "cart-read:address", allowance: 300, ask: asGuest("GET", "/cart/") },
  { rate: "cart-read:member", allowance: 300, ask: asNoor("GET", "/cart"), fromMany: true },
  { rate: "cart-write:address", allowance: 120, ask: asGuest("POST", "/cart/items", {}) },
  {
    rate: "cart-write:member",
    allowance: 120,
    ask: asNoor("PUT", "/cart/items/x", {}),
    fromMany: true,
  },
  { rate: "refresh:address", allowance: 120, ask: asGuest("POST", "/auth/refresh") },
  { rate: "sign-in:address", allowance: 60, ask: asGuest("POST", "/auth/login/access-token", {}) },
  { rate: "sign-in:member", allowance: 10, ask: signIn, fromMany: true, counted: 1 },
  {
    rate: "checkout:member",
    allowance: 60,
    ask: asNoor("POST", "/cart/checkout", {}),
    fromMany: true,
  },
  { rate: "health:address", allowance: 10, ask: health },
  { rate: "health:all", allowance: 60, ask: health, fromMany: true, counted: 2 },
  { rate: "csp-report:address", allowance: 10, ask: report },
  { rate: "csp-report:all", allowance: 60, ask: report, fromMany: true, counted: 2 },
];

test.each(rows)(
  "$rate is met at its number (R25)",
  async ({ rate, allowance, ask, fromMany, counted = 0 }) => {
    const few = allowance / 5;
    const address = someAddress();
    let passed = 0;
    let refused: Answer | null = null;
    while (refused === null && passed <= 2 * few) {
      const answer = await ask(from(fromMany === true ? someAddress() : address));
      if (answer.status === 429) refused = answer;
      else passed += 1;
    }
    // Counters begin anew with each minute of the clock, which may pass meanwhile.
    expect(passed).toBeGreaterThanOrEqual(few - counted);
    expect(passed).toBeLessThanOrEqual(2 * few);
    expect(refused?.body).toMatchObject({
      code: "too_many_requests",
      detail: { retry_after_seconds: 60 },
    });
    expect(refused?.headers.get("Retry-After")).toBe("60");
    expect(shop.logs().join("\n")).toContain(`"reason":"${rate}"`);
  },
);

test("every named rate belongs to a route that there is (R25)", () => {
  const routes = apiRoutes.map(
    ({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`,
  );
  expect(Object.keys(namedRates).filter((route) => !routes.includes(route))).toEqual([]);
});

test("where pages and API are apart, the API counts whom the other Worker serves (R25)", async () => {
  const apart = await startShop({ ratesTimes: 1 / 5, hasPlacedApi: true });
  try {
    const ask = async (address: string) =>
      (await apart.fetch("/api/health", { headers: from(address) })).status;
    const statuses = [];
    for (let count = 0; count < 5; count += 1) statuses.push(await ask("198.51.100.7"));
    expect(statuses).toContain(429);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(2);
    expect(await ask("198.51.100.8")).toBe(200);
    for (let count = 0; count < 300; count += 1)
      expect((await apart.fetch("/en/home", { headers: from("198.51.100.7") })).status).toBe(200);
  } finally {
    await apart.close();
  }
});
