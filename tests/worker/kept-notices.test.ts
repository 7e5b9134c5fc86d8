import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openNotice } from "../../worker/shop/payments/seal-notice.ts";
import { newPayableOrder, notify, signedNotice } from "../support/payments.ts";
import { startShop, type Shop } from "../support/shop.ts";

const key = "Zk4pW_7dHs1QnVeRt9YxBuMc2JfLg6AoKi8TqNbXwE0";

let shop: Shop;
beforeAll(async () => {
  shop = await startShop({ secrets: { UPSTREAM_TOKEN_KEY: key } });
});
afterAll(() => shop.close());

const keptOf = async (trade: string) =>
  (
    await shop.db
      .prepare("SELECT * FROM payment_notices WHERE merchant_trade_no = ?")
      .bind(trade)
      .all<{ id: string; merchant_trade_no: string; sealed: string; received_at: number }>()
  ).results;

test("a flawless notice is kept word for word, once, sealed with a key that is named, for its own trade alone (R50)", async () => {
  const order = await newPayableOrder(shop);
  const notice = await signedNotice(order, { RtnMsg: "交易成功", card4no: "2222" });
  for (let times = 0; times < 3; times += 1) expect((await notify(shop, notice)).text).toBe("1|OK");

  const [kept, ...more] = await keptOf(order.merchantTradeNo);
  expect(more).toEqual([]);
  expect(kept?.sealed).not.toContain("2222");
  const opened = await openNotice(key, kept?.sealed ?? "", order.merchantTradeNo);
  expect(opened).toBe(notice);
  expect(await openNotice(key, kept?.sealed ?? "", "ANOTHERTRADE")).toBeNull();
  const retired = `${"q3vN8xKf-2TzLw9RbYhJ7mUcEoA5sDgP1iVnXtQkZrM"} ${key}`;
  expect(await openNotice(retired, kept?.sealed ?? "", order.merchantTradeNo)).toBe(opened);
});

test("a failure is kept as well, and each other message beside it; one that settles nothing is not", async () => {
  const order = await newPayableOrder(shop);
  const failed = await signedNotice(order, { RtnCode: "10100058" });
  expect((await notify(shop, failed)).text).toBe("1|OK");
  expect((await notify(shop, await signedNotice(order))).text).toBe("1|OK");
  expect(await keptOf(order.merchantTradeNo)).toHaveLength(2);

  const other = await newPayableOrder(shop);
  await notify(shop, await signedNotice(other, { TradeAmt: "1" }));
  const forged = (await signedNotice(other)).replace(/CheckMacValue=\w+/, "CheckMacValue=0");
  await notify(shop, forged);
  expect(await keptOf(other.merchantTradeNo)).toEqual([]);
});

test("the command refuses what is no trade number", async () => {
  const run = promisify(execFile)("node", [".scripts/payments.ts", "notices", "x' OR 1=1"]);
  await expect(run).rejects.toMatchObject({ code: 2 });
});
