/** A gateway that sends the shopper away and takes money only when the shop confirms it. */
import { expect, test } from "vitest";
import type { Report } from "../../worker/payments/method.ts";
import { startAttempt } from "../../worker/shop/checkout/claim-request.ts";
import { buildResult } from "../../worker/shop/payments/build-result.ts";
import { reconcile } from "../../worker/shop/payments/reconcile.ts";
import { readResult } from "../../worker/shop/payments/result-token.ts";
import { cancelOrder } from "../../worker/store/cancelled-orders.ts";
import {
  attempts,
  claimed,
  db,
  minuteMs,
  noon,
  openAttempt,
  reportOf,
  snapshot,
} from "./database.ts";
import { portsWith } from "./ports.ts";

const order = { orderId: "order", orderNumber: "SL261121ABCDE", memberId: "mei" };

/** It answers one confirmation after the other so, and for the rest says that the shopper agreed. */
function agreed(...answers: (Report | "no_answer")[]) {
  const confirmed: string[] = [];
  let now = noon;
  const { deps, finished } = portsWith({
    now: () => now,
    gateway: {
      start: () => Promise.resolve({ merchantTradeNo: "TRY1", redirect: "https://wallet.test/1" }),
      returned: (merchantTradeNo) =>
        Promise.resolve({ merchantTradeNo, status: "authorised", amountTwd: null }),
      ask: () => Promise.resolve(reportOf({ status: "authorised" })),
      confirm: (trade, amountTwd) => {
        confirmed.push(`${trade} ${amountTwd}`);
        return Promise.resolve(answers[confirmed.length - 1] ?? "no_answer");
      },
    },
  });
  const comeBack = async () => {
    const { token } = await buildResult(deps, "ecpay", "TRY1");
    await finished();
    return token && (await readResult(deps.config, token, now))?.value.status;
  };
  const runAt = (at: number) => {
    now = at;
    return reconcile(deps);
  };
  return { deps, confirmed, comeBack, runAt };
}

test("the shopper is sent to its address, with no form to post", async () => {
  const claim = await claimed("checkout:mei", "press", noon);
  const payable = {
    ...order,
    provider: "ecpay",
    amountTwd: 1200,
    lines: null,
    sums: null,
  } as const;
  const wanted = { ...payable, cartItemIds: [], snapshot };
  expect(await startAttempt(agreed().deps, wanted, claim)).toMatchObject({
    ecpay_form_data: {},
    payment_url: "",
    payment_redirect_url: "https://wallet.test/1",
  });
});

test("what the shopper agreed to is confirmed once, however often they return at once, and then is paid", async () => {
  await openAttempt({ snapshot });
  const { comeBack, confirmed } = agreed(reportOf());
  const shown = await Promise.all([comeBack(), comeBack()]);
  expect(shown.sort()).toEqual(["checking", "success"]);
  expect(await comeBack()).toBe("success");
  expect(confirmed).toEqual(["TRY1 1200"]);
  expect(await attempts()).toMatchObject([{ state: "paid", needsRefund: false }]);
});

test("where the answer to a confirmation is lost, the schedule asks, and confirms what still waits for it", async () => {
  await openAttempt({ snapshot, nextQueryAt: noon, queryCount: 1 });
  const { comeBack, runAt, confirmed } = agreed("no_answer", reportOf());
  expect(await comeBack()).toBe("checking");
  await runAt(noon + minuteMs);
  expect(confirmed, "the first may still be on its way").toHaveLength(1);
  await runAt(noon + 11 * minuteMs);
  expect(confirmed).toHaveLength(2);
  expect(await attempts()).toMatchObject([{ state: "paid" }]);
});

test("a confirmation that is refused takes no money", async () => {
  await openAttempt({ snapshot });
  const { comeBack } = agreed(reportOf({ status: "failed", code: "1169" }));
  expect(await comeBack()).toBe("failed");
  expect(await attempts()).toMatchObject([{ state: "failed", lastRtnCode: "1169" }]);
});

test.each([
  ["cancelled", () => cancelOrder(db, { ...order, now: noon, isReported: false })],
  ["paid", () => openAttempt({ id: "other", merchantTradeNo: "TRY2", state: "paid" })],
])("nothing is confirmed for an order that its member has %s meanwhile", async (_what, happen) => {
  await openAttempt({ snapshot });
  const { comeBack, confirmed } = agreed(reportOf());
  await happen();
  expect(await comeBack()).toBe("checking");
  expect(confirmed).toEqual([]);
});
