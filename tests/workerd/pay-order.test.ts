/** `worker/shop/orders/pay-order.ts`: when an order gets another payable form. */
import { expect, test } from "vitest";
import { payOrder } from "../../worker/shop/orders/pay-order.ts";
import { attempts, openAttempt } from "./database.ts";
import { letMeiIn, mei, portsWith, sampleOrder } from "./ports.ts";

const unpaidUpstream = () => ({ data: [sampleOrder], total: 1 });

test("an unpaid order gets a second form", async () => {
  await letMeiIn();
  await openAttempt();
  const { deps } = portsWith({ answers: unpaidUpstream });
  expect(await payOrder(deps, mei, "order", "press-1")).toMatchObject({ id: "order" });
  expect(await attempts()).toHaveLength(2);
});

test.each([
  ["money that the shop keeps", false],
  // Then the shop's own books no longer call the order paid.
  ["money that is owed back", true],
])(
  "an order that was paid here by %s gets none, though the upstream calls it unpaid",
  async (_what, needsRefund) => {
    await letMeiIn();
    await openAttempt({ state: "paid", needsRefund });
    const { deps } = portsWith({ answers: unpaidUpstream });
    await expect(payOrder(deps, mei, "order", "press-1")).rejects.toMatchObject({
      code: "order_not_payable",
    });
    expect(await attempts()).toHaveLength(1);
  },
);
