/** Three times what the shop can do: who pays and ECPay notice nothing, and the others are turned away in their order. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { add, cartOf } from "../support/carts.ts";
import { checkoutForm } from "../support/checkout-form.ts";
import { burst, longTest, quantile, report, sized } from "../support/experiment.ts";
import { expectInvariants } from "../support/invariants.ts";
import { newMember, type NewMember } from "../support/new-member.ts";
import {
  attemptOf,
  newPayableOrders,
  notify,
  outboxOf,
  signedNotice,
} from "../support/payments.ts";
import { startShop, type Shop } from "../support/shop.ts";
import { newShopper, type Answer, type Json, type Shopper } from "../support/shopper.ts";

const seconds = sized(6, 60);
const checkoutCount = sized(12, 120);
const noticeCount = sized(60, 1200);
/** A client that had more open would measure itself. */
const mostOpen = 1_200;

let shop: Shop;
let noor: NewMember;
beforeAll(async () => {
  shop = await startShop();
  noor = await newMember(shop);
});
afterAll(async () => {
  await expectInvariants(shop.db);
  await shop.close();
});

interface Crowd {
  kind: string;
  ask: () => Promise<number>;
}
const status = async (answer: Promise<Response | Answer>): Promise<number> => {
  const got = await answer;
  if ("text" in got) await got.text();
  if (got.status === 503) expect(got.headers.get("Retry-After")).toBe("10");
  return got.status;
};
const guest = (): Shopper => newShopper(shop);
const crowd: Crowd[] = [
  {
    kind: "recommendations",
    ask: () =>
      status(
        noor.shopper.send("POST", "/raw-materials/chat", { content: "rain on cedar", top_k: 3 }),
      ),
  },
  {
    kind: "content",
    ask: () => status(shop.fetch("/en/home", { headers: { Accept: "text/html" } })),
  },
  { kind: "browse", ask: () => status(guest().get("/products/hinoki-rain")) },
  { kind: "cart", ask: () => status(noor.shopper.get("/cart/")) },
  { kind: "login", ask: () => status(noor.shopper.get("/members/me")) },
];
const asker = (index: number): Crowd => crowd[index % crowd.length] ?? expect.unreachable();

/** Answers a second when as many ask as the shop can serve side by side. */
async function capacity(): Promise<number> {
  const count = sized(200, 1500);
  const begun = performance.now();
  await burst(count, 16, (index) => asker(index).ask());
  return count / ((performance.now() - begun) / 1000);
}

interface Tally {
  served: number;
  shed: number;
  other: number;
}

async function flood(perSecond: number, tallies: Map<string, Tally>): Promise<number> {
  const begun = performance.now();
  const open = new Set<Promise<void>>();
  let sent = 0;
  const one = async ({ kind, ask }: Crowd) => {
    const answered = await ask().catch(() => 0);
    const tally = tallies.get(kind) ?? { served: 0, shed: 0, other: 0 };
    tally[answered === 200 ? "served" : answered === 503 ? "shed" : "other"] += 1;
    tallies.set(kind, tally);
  };
  while (performance.now() - begun < seconds * 1000) {
    const due = Math.floor(((performance.now() - begun) / 1000) * perSecond);
    for (; sent < due && open.size < mostOpen; sent += 1) {
      const asked: Promise<void> = one(asker(sent)).finally(() => open.delete(asked));
      open.add(asked);
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await Promise.all(open);
  return sent / seconds;
}

async function steadily<T>(count: number, act: (index: number) => Promise<T>): Promise<T[]> {
  const begun = performance.now();
  const acts: Promise<T>[] = [];
  for (let index = 0; index < count; index += 1) {
    const waitMs = begun + (index * seconds * 1000) / count - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    acts.push(act(index));
  }
  return Promise.all(acts);
}

test(
  "at three times its capacity the shop acknowledges every callback, takes every order and turns away the others in their order (R82, E23)",
  longTest,
  async () => {
    const orders = await newPayableOrders(shop, noticeCount);
    const buyers: { shopper: Shopper; cart: Json }[] = [];
    for (let count = 0; count < checkoutCount; count += 1) {
      const { shopper } = await newMember(shop);
      await add(shopper);
      buyers.push({ shopper, cart: await cartOf(shopper) });
    }
    const calm = await capacity();

    const tallies = new Map<string, Tally>();
    const took: number[] = [];
    const [offered, notices, checkouts] = await Promise.all([
      flood(3 * calm, tallies),
      steadily(noticeCount, async (index) => {
        const begun = performance.now();
        const told = await notify(shop, await signedNotice(orders[index] ?? expect.unreachable()));
        took.push(performance.now() - begun);
        return `${told.status} ${told.text}`;
      }),
      steadily(checkoutCount, async (index) => {
        const { shopper, cart } = buyers[index] ?? expect.unreachable();
        const key = { "Idempotency-Key": randomBytes(12).toString("base64url") };
        return (await shopper.send("POST", "/cart/checkout", checkoutForm(cart), key)).status;
      }),
    ]);
    const overAt = performance.now();
    for (const { ask } of crowd) await expect.poll(ask, { timeout: 10_000 }).toBe(200);
    const recoveredMs = Math.round(performance.now() - overAt);

    const acknowledged = notices.filter((told) => told === "200 1|OK").length;
    const taken = checkouts.filter((code) => code === 200).length;
    report("E23 three times capacity", [
      ...crowd.map(({ kind }) => ({ kind, ...tallies.get(kind) })),
      { kind: "checkout", served: taken, other: checkoutCount - taken },
      { kind: "callback", served: acknowledged, other: noticeCount - acknowledged },
    ]);
    report("E23 rates", [
      {
        "capacity a second": Math.round(calm),
        "offered a second": Math.round(offered),
        "callback p95 ms": quantile(took, 0.95),
        "recovered ms": recoveredMs,
      },
    ]);
    expect(acknowledged / noticeCount).toBeGreaterThanOrEqual(0.999);
    expect(taken / checkoutCount).toBeGreaterThanOrEqual(0.999);
    const shares = crowd.map(({ kind }) => {
      const { served, shed, other } = tallies.get(kind) ?? expect.unreachable();
      return shed / (served + shed + other);
    });
    expect(shares[0], "there was overload").toBeGreaterThan(0);
    for (const [index, share] of shares.slice(1).entries())
      expect(share, crowd[index + 1]?.kind).toBeLessThanOrEqual((shares[index] ?? 0) + 0.02);

    await shop.runSchedule();
    for (const [index, { merchantTradeNo, orderId }] of orders.entries()) {
      if (notices[index] !== "200 1|OK") continue;
      expect((await attemptOf(shop, merchantTradeNo)).state).toBe("paid");
      expect(await outboxOf(shop, orderId)).toHaveLength(1);
    }
  },
);
