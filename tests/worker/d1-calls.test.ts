/** How often each route asks the database before it answers, and how often one call waits for another: each waits for Tokyo. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { add, cartOf, finishedJars, guestCookie, sampleSet, withKey } from "../support/carts.ts";
import { checkoutForm } from "../support/checkout-form.ts";
import { d1CallsHeader, d1DepthHeader } from "../support/counted.ts";
import { newMember } from "../support/new-member.ts";
import { placeOrder } from "../support/quiz-visits.ts";
import { startShop, type Shop } from "../support/shop.ts";
import { newShopper, type Answer, type Json, type Shopper } from "../support/shopper.ts";
import { turnOnSecondStep } from "../support/upstream-state.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await startShop({ main: "tests/support/counted-shop.mjs" });
});
afterAll(() => shop.close());

const newKey = () => ({ "Idempotency-Key": randomBytes(12).toString("base64url") });

const sendIn = (shopper: Shopper) =>
  shopper.send("POST", "/surveys/scent-discovery/submit", {
    form_id: "scent-discovery",
    answers: [{ question_id: "ideal-scent", option_ids: [], answer_text: "rain" }],
  });

async function withCart(...lines: object[]): Promise<{ shopper: Shopper; cart: Json }> {
  const { shopper } = await newMember(shop);
  for (const line of lines) await add(shopper, line);
  return { shopper, cart: await cartOf(shopper) };
}

async function withOrder(): Promise<{ shopper: Shopper; order: string }> {
  const { shopper, cart } = await withCart(finishedJars());
  return { shopper, order: await placeOrder(shopper, cart) };
}

const requests: Record<string, { calls: number; depth?: number; ask: () => Promise<Answer> }> = {
  "the configuration": { calls: 0, ask: () => newShopper(shop).get("/config") },
  "a guest's cart": { calls: 1, ask: () => newShopper(shop).get("/cart/") },
  "a member's cart": {
    calls: 1,
    ask: async () => (await withCart(finishedJars())).shopper.get("/cart/"),
  },
  "a member's cart with a quiz behind it": {
    calls: 1,
    ask: async () => (await withCart(sampleSet())).shopper.get("/cart/"),
  },
  "a member": { calls: 1, ask: async () => (await newMember(shop)).shopper.get("/members/me") },
  "a member's refusals": {
    calls: 1,
    ask: async () => (await newMember(shop)).shopper.get("/members/me/refusals"),
  },
  "a member's sessions": {
    calls: 1,
    ask: async () => (await newMember(shop)).shopper.get("/auth/sessions"),
  },
  "no orders": {
    calls: 1,
    ask: async () => (await newMember(shop)).shopper.get("/orders/my-orders"),
  },
  orders: {
    calls: 2,
    ask: async () => (await withOrder()).shopper.get("/orders/my-orders"),
  },
  "a line into a member's cart": {
    calls: 2,
    ask: async () => add((await newMember(shop)).shopper, finishedJars()),
  },
  "a guest's first line": {
    calls: 2,
    ask: async () => add(newShopper(shop), finishedJars(), withKey("k".repeat(43))),
  },
  "a guest's next line": {
    calls: 2,
    ask: async () => {
      const guest = newShopper(shop);
      await add(guest, finishedJars());
      return add(guest, sampleSet());
    },
  },
  "a quiz sent in": { calls: 1, ask: async () => sendIn((await newMember(shop)).shopper) },
  "a quiz sent in by somebody with refusals and an order": {
    calls: 2,
    ask: async () => {
      const { shopper } = await withOrder();
      await shopper.send("PUT", "/members/me/refusals", { refusals: ["family:citrus"] });
      return sendIn(shopper);
    },
  },
  "a renewed token": {
    calls: 1,
    ask: async () => (await newMember(shop)).shopper.send("POST", "/auth/refresh"),
  },
  "a sign-in": {
    calls: 2,
    ask: async () => {
      const { email, password } = await newMember(shop);
      return newShopper(shop).signIn(email, password);
    },
  },
  "a sign-in with a guest's cart": {
    calls: 3,
    ask: async () => {
      const { email, password } = await newMember(shop);
      const guest = newShopper(shop);
      for (let line = 0; line < 3; line += 1) await add(guest, finishedJars());
      expect(guest.cookies.has(guestCookie)).toBe(true);
      return guest.signIn(email, password);
    },
  },
  "a password of two that a sign-in needs": {
    calls: 2,
    ask: async () => {
      const { email, password } = await newMember(shop);
      await turnOnSecondStep(shop, email);
      return newShopper(shop).signIn(email, password);
    },
  },
  "a checkout": {
    calls: 3,
    ask: async () => {
      const { shopper, cart } = await withCart(finishedJars());
      return shopper.send("POST", "/cart/checkout", checkoutForm(cart), newKey());
    },
  },
  "a checkout after another order": {
    calls: 3,
    ask: async () => {
      const { shopper } = await withOrder();
      const { body: cart } = await add(shopper, finishedJars({ amount: 200 }));
      const added = cart.items.at(-1);
      const form = checkoutForm({ items: [added], totalPrice: added.price });
      return shopper.send("POST", "/cart/checkout", form, newKey());
    },
  },
  "a second checkout of one key": {
    calls: 1,
    ask: async () => {
      const { shopper, cart } = await withCart(finishedJars());
      const key = newKey();
      await shopper.send("POST", "/cart/checkout", checkoutForm(cart), key);
      return shopper.send("POST", "/cart/checkout", checkoutForm(cart), key);
    },
  },
  "a payment tried again": {
    calls: 4,
    ask: async () => {
      const { shopper, order } = await withOrder();
      return shopper.send("POST", `/orders/${order}/pay`, {}, newKey());
    },
  },
};

test.each(Object.entries(requests))(
  "%s: no more calls of the database than it needs",
  async (_what, { calls, depth = calls, ask }) => {
    const answer = await ask();
    expect(answer.status).toBeLessThan(300);
    const counted = {
      calls: Number(answer.headers.get(d1CallsHeader) ?? Number.NaN),
      depth: Number(answer.headers.get(d1DepthHeader) ?? Number.NaN),
    };
    expect(counted).toEqual({ calls, depth });
  },
);
