/** `worker/store/payments.ts`: which of the gateway's messages are kept, sealed, for a dispute. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { noticesOf } from "../../worker/store/operators.ts";
import { insertNotice, type NoticeToKeep } from "../../worker/store/payments.ts";
import { paymentNotices } from "../../worker/store/schema.ts";
import { db, minuteMs, noon, openAttempt } from "./database.ts";

const about = { provider: "ecpay", merchantTradeNo: "TRY1", amountTwd: 1200 };
const notice = { id: "n", sealed: "sealed" };
const keep = async (message: NoticeToKeep | null, changes: object = {}, now = noon) => {
  await insertNotice(db, message, { ...about, ...changes }, now);
  return (await db.select().from(paymentNotices)).length;
};

test("a message about a try at paying is kept as it came, once", async () => {
  await openAttempt();
  expect(await keep(notice)).toBe(1);
  expect(await keep(notice, {}, noon + minuteMs), "the same again").toBe(1);
  expect(await keep({ id: "later", sealed: "another" }, {}, noon + minuteMs)).toBe(2);
  const { results } = await env.DB.prepare(noticesOf("TRY1")).all();
  expect(results).toEqual([
    { sealed: "sealed", receivedAt: noon },
    { sealed: "another", receivedAt: noon + minuteMs },
  ]);
  expect((await env.DB.prepare(noticesOf("TRY2")).all()).results).toEqual([]);
});

test("no message, or one about another sum, try or gateway, is not kept", async () => {
  await openAttempt();
  expect(await keep(null)).toBe(0);
  expect(await keep(notice, { amountTwd: 1201 })).toBe(0);
  expect(await keep(notice, { merchantTradeNo: "TRY2" })).toBe(0);
  expect(await keep(notice, { provider: "another" })).toBe(0);
});

test.each(["", "TRY1'", "x".repeat(21)])(
  "what is no trade number, %j, is asked for nowhere",
  (odd) => {
    expect(() => noticesOf(odd)).toThrow("no trade number");
  },
);
