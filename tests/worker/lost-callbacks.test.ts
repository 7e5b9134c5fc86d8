/** Shoppers who pay at a cashier whose notices get lost, and who do not come back, among others who leave without paying. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { orderForm } from "#ecpay/order-form";
import { sized } from "../support/experiment.ts";
import { expectCashierAgrees, expectInvariants } from "../support/invariants.ts";
import {
  attemptOf,
  freshMinute,
  merchantId,
  newPayableOrder,
  stageKeys,
  upstreamEvents,
} from "../support/payments.ts";
import { startShop, type Shop } from "../support/shop.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(async () => {
  await expectInvariants(shop.db);
  await shop.close();
});

const minuteMs = 60_000;

interface Visit {
  merchantTradeNo: string;
  orderId: string;
  /** At the cashier. */
  key: string;
  beganAt: number;
  /** In minutes, as all of these; null for somebody who leaves. */
  paysAt: number | null;
  foundAt: number | null;
}

const post = (path: string, fields: Record<string, string>) =>
  shop.fetch(`/local/ecpay${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
  });

async function visit(beganAt: number, paysAt: number | null): Promise<Visit> {
  const order = await newPayableOrder(shop);
  const { origin } = shop.url;
  const form = await orderForm(
    {
      merchantId,
      merchantTradeNo: order.merchantTradeNo,
      amountTwd: order.amountTwd,
      createdAt: Date.now(),
      itemCount: 1,
      language: "JPN",
      returnUrl: `${origin}/api/v1/payments/ecpay/notify`,
      orderResultUrl: `${origin}/api/v1/payments/ecpay/return`,
      clientBackUrl: `${origin}/ja/orders`,
    },
    stageKeys,
  );
  const opened = await post("/Cashier/AioCheckOut/V5", form);
  const page = await (await shop.fetch(opened.headers.get("Location") ?? "")).text();
  const key = /name="key" value="([^"]+)"/.exec(page)?.[1] ?? expect.unreachable();
  return { ...order, key, beganAt, paysAt, foundAt: null };
}

/** A minute passes for every attempt, and for those who count questions. */
async function minutePasses(): Promise<void> {
  await freshMinute(shop);
  await shop.db
    .prepare(
      "UPDATE payment_attempts SET created_at = created_at - ?1, next_query_at = next_query_at - ?1, expires_at = expires_at - ?1 WHERE state <> 'paid'",
    )
    .bind(minuteMs)
    .run();
}

test("each payment whose notice the cashier loses is found within 20 minutes, early and late payers alike (R52)", async () => {
  const visits: Visit[] = [];
  /** Minutes that a shopper takes at the cashier; null leaves. */
  const takes = sized([2, null, 14], [2, null, 9, 14, 21]);
  const isUnderWay = ({ paysAt, foundAt }: Visit) => paysAt !== null && foundAt === null;
  for (let minute = 0; minute < takes.length || visits.some(isUnderWay); minute += 1) {
    expect(minute).toBeLessThan(50);
    const taken = takes[minute];
    if (taken !== undefined) visits.push(await visit(minute, taken && minute + taken));
    for (const { key } of visits.filter(({ paysAt }) => paysAt === minute))
      expect((await post("/act", { key, outcome: "pay_lost" })).status).toBe(200);
    await minutePasses();
    await shop.runSchedule();
    for (const one of visits.filter(isUnderWay))
      if ((await attemptOf(shop, one.merchantTradeNo)).state === "paid") one.foundAt = minute + 1;
  }
  const paid = visits.filter(({ paysAt }) => paysAt !== null);
  expect(paid).toHaveLength(takes.length - 1);
  for (const { paysAt, foundAt, beganAt } of paid) {
    const what = `paid ${(paysAt ?? 0) - beganAt} minutes after it began`;
    expect((foundAt ?? Infinity) - (paysAt ?? 0), what).toBeLessThanOrEqual(20);
  }
  for (const { merchantTradeNo, orderId, paysAt } of visits) {
    const heard = paysAt === null ? [] : [{ kind: "order.paid", outcome: "accepted" }];
    await expect.poll(() => upstreamEvents(shop, orderId)).toEqual(heard);
    if (paysAt === null)
      expect(await attemptOf(shop, merchantTradeNo)).toMatchObject({ state: "open" });
  }
  await expectCashierAgrees(shop);
});
