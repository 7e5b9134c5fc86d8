import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { burst, countBy, longTest, report, seeded, sized } from "../support/experiment.ts";
import { beHostile, startHostileShop } from "../support/faults.ts";
import { expectInvariants, expectUpstreamHeard } from "../support/invariants.ts";
import { newMember } from "../support/new-member.ts";
import {
  genuineNotice,
  newPayableOrders,
  notify,
  signedNotice,
  upstreamStatus,
  type PayableOrder,
} from "../support/payments.ts";
import type { Shop } from "../support/shop.ts";
import type { Shopper } from "../support/shopper.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await startHostileShop();
});
afterAll(async () => {
  await expectInvariants(shop.db);
  await shop.close();
});

const acts = ["cancel", "cancel again", "notice", "notice again", "pay"] as const;
type Act = (typeof acts)[number];
/** Each with an order of its own and a member of its own for a few of them. */
const ordersEach = 6;

interface Ending {
  orderId: string;
  isCancelled: boolean;
  /** Money that was taken and is kept, and money that is owed back, in payments. */
  kept: number;
  owed: number;
  upstream: string | undefined;
}

async function membersWithOrders(count: number) {
  return burst(count, 4, async () => {
    const { shopper, email } = await newMember(shop);
    const member = await shop.upstreamDb
      .prepare("SELECT id FROM members WHERE email = ?")
      .bind(email)
      .first<{ id: string }>();
    return {
      shopper,
      orders: await newPayableOrders(shop, ordersEach, { memberId: member?.id ?? "" }),
    };
  });
}

async function perform(act: Act, order: PayableOrder, shopper: Shopper): Promise<string> {
  switch (act) {
    case "cancel":
    case "cancel again": {
      const { status, body } = await shopper.send("POST", `/orders/${order.orderId}/cancel`, {});
      return status === 204 ? "cancelled" : String(body.code);
    }
    case "notice":
    case "notice again": {
      const told = await notify(shop, await genuineNotice(order, { RtnMsg: act }));
      expect(told.text).toBe("1|OK");
      return "told";
    }
    case "pay": {
      const key = { "Idempotency-Key": randomBytes(12).toString("base64url") };
      const paid = await shopper.send("POST", `/orders/${order.orderId}/pay`, {}, key);
      if (paid.status !== 200) return String(paid.body.code);
      // The shopper does pay on that page.
      const { MerchantTradeNo: merchantTradeNo } = paid.body.ecpay_form_data;
      await notify(shop, await signedNotice({ merchantTradeNo, amountTwd: order.amountTwd }));
      return "paid again";
    }
  }
}

async function endingOf({ orderId }: PayableOrder): Promise<Ending> {
  const found = await shop.db
    .prepare(
      `SELECT (SELECT count(*) FROM cancelled_orders WHERE order_id = ?1) AS cancelled,
        coalesce(sum(state = 'paid' AND needs_refund = 0), 0) AS kept, coalesce(sum(state = 'paid' AND needs_refund = 1), 0) AS owed
       FROM payment_attempts WHERE order_id = ?1`,
    )
    .bind(orderId)
    .first<{ cancelled: number; kept: number; owed: number }>();
  if (found === null) throw new Error(`no attempt at ${orderId}`);
  return {
    orderId,
    isCancelled: found.cancelled === 1,
    kept: found.kept,
    owed: found.owed,
    upstream: await upstreamStatus(shop, orderId),
  };
}

test(
  "cancel × notice × pay in any order never leave an order both cancelled and shipped without a refund due (E1c)",
  longTest,
  async () => {
    const rows = [];
    for (let seed = 1; seed <= sized(1, 5); seed += 1) {
      const chance = seeded(seed);
      const members = await membersWithOrders(sized(5, 40));
      await beHostile(shop, { seed, delayMs: 20 });
      const rush = chance.shuffled(
        members.flatMap(({ shopper, orders }) =>
          orders.flatMap((order) =>
            chance
              .shuffled(acts)
              .slice(0, 2 + chance.below(acts.length - 1))
              .map((act) => ({ act, order, shopper })),
          ),
        ),
      );
      const said = await burst(rush.length, 40, async (index) => {
        const next = rush[index];
        if (next === undefined) throw new RangeError("no act");
        return perform(next.act, next.order, next.shopper);
      });
      await beHostile(shop, {});
      const unsent = async () =>
        (
          await shop.db
            .prepare("SELECT count(*) AS left FROM outbox WHERE sent_at IS NULL")
            .first<{ left: number }>()
        )?.left;
      await shop.runSchedule();
      await expect.poll(unsent, { timeout: 60_000, interval: 200 }).toBe(0);

      const endings = await Promise.all(members.flatMap(({ orders }) => orders.map(endingOf)));
      // Nothing would be shown by schedules in which one side always wins.
      expect(endings.some(({ isCancelled }) => isCancelled)).toBe(true);
      expect(endings.some(({ isCancelled, owed }) => isCancelled && owed > 0)).toBe(true);
      expect(endings.some(({ kept }) => kept === 1)).toBe(true);
      for (const ending of endings) {
        // The upstream ships what is pending there.
        if (ending.isCancelled) expect(ending).toMatchObject({ kept: 0, upstream: "cancelled" });
        else expect(ending.upstream).toBe(ending.kept === 1 ? "pending" : "payment_pending");
        expect(ending.kept).toBeLessThanOrEqual(1);
        if (ending.owed > 0) expect(ending.isCancelled || ending.kept === 1).toBe(true);
      }
      rows.push({
        seed,
        orders: endings.length,
        acts: rush.length,
        ...countBy(endings, ({ isCancelled, kept, owed }) =>
          [isCancelled ? "cancelled" : "open", kept ? "paid" : "", owed ? "refund due" : ""]
            .filter(Boolean)
            .join(", "),
        ),
        "5xx": said.filter((word) => word.startsWith("upstream") || word === "internal").length,
      });
      await expectInvariants(shop.db);
    }
    report("E1c cancel × notice × pay", rows);
    await expectUpstreamHeard(shop);
  },
);
