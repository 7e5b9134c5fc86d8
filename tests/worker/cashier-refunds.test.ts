/** The stand-in cashier's DoAction, against ECPay's table of states. */
import { beforeAll, expect, test } from "vitest";
import { checkMacValue, verifyCheckMacValue } from "#ecpay/check-mac-value";
import { borrowShop } from "../support/borrowed.ts";
import { merchantId, stageKeys as keys } from "../support/payments.ts";
import { atEcpay, newPaidOrders } from "../support/refunds.ts";
import type { Shop } from "../support/shop.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await borrowShop();
});

interface Trade {
  merchantTradeNo: string;
  tradeNo: string;
}

async function ask(
  { merchantTradeNo, tradeNo }: Trade,
  Action: string,
  sum: number,
  changes: Record<string, string> = {},
) {
  const fields = {
    MerchantID: merchantId,
    MerchantTradeNo: merchantTradeNo,
    TradeNo: tradeNo,
    Action,
    TotalAmount: String(sum),
  };
  const signed = { ...fields, CheckMacValue: await checkMacValue(fields, keys), ...changes };
  const answer = await shop.fetch("/local/ecpay/CreditDetail/DoAction", {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(signed).toString(),
  });
  const text = await answer.text();
  return Object.fromEntries(text.split("&").map((pair) => pair.split("=") as [string, string]));
}

const codeOf = async (trade: Trade, action: string, sum: number) =>
  (await ask(trade, action, sum))["RtnCode"];

const newPayment = async (ageMs?: number): Promise<Trade> => {
  const [order] = await newPaidOrders(shop, 1, ageMs === undefined ? {} : { ageMs });
  if (order === undefined) throw new Error("no order was made");
  return order;
};
/** Younger than any batch, at whatever time of the day this runs. */
const notYetClosed = -60_000;

test("a closed payment is given back in parts up to its sum, and not beyond", async () => {
  const trade = await newPayment();
  expect(await atEcpay(shop, trade.merchantTradeNo)).toMatchObject({ capture: "closed" });
  expect(await codeOf(trade, "R", 400)).toBe("1");
  expect(await codeOf(trade, "R", 601)).toBe("0");
  expect(await codeOf(trade, "R", 600)).toBe("1");
  expect(await codeOf(trade, "R", 1)).toBe("0");
  expect(await atEcpay(shop, trade.merchantTradeNo)).toMatchObject({
    refundedTwd: 1_000,
    actions: [{ code: "0" }, { code: "1" }, { code: "0" }, { code: "1" }],
  });
});

test("ten refunds of all at once give back the sum once", async () => {
  const trade = await newPayment();
  const codes = await Promise.all(Array.from({ length: 10 }, () => codeOf(trade, "R", 1_000)));
  expect(codes.filter((code) => code === "1")).toHaveLength(1);
});

test("what is authorised is given up, not given back, and only whole", async () => {
  const trade = await newPayment(notYetClosed);
  expect(await codeOf(trade, "R", 1_000)).toBe("0");
  expect(await codeOf(trade, "R", 400)).toBe("0");
  expect(await codeOf(trade, "N", 400)).toBe("0");
  expect(await codeOf(trade, "N", 1_000)).toBe("1");
  expect(await codeOf(trade, "N", 1_000)).toBe("0");
  expect(await atEcpay(shop, trade.merchantTradeNo)).toMatchObject({ capture: "abandoned" });
});

test("what is marked for closing is given back in part, and whole only after the mark is taken off", async () => {
  const trade = await newPayment(notYetClosed);
  expect(await codeOf(trade, "E", 1_000)).toBe("0");
  expect(await codeOf(trade, "C", 1_000)).toBe("1");
  expect(await atEcpay(shop, trade.merchantTradeNo)).toMatchObject({ capture: "to_close" });
  expect(await codeOf(trade, "R", 1_000)).toBe("0");
  expect(await codeOf(trade, "N", 1_000)).toBe("0");
  expect(await codeOf(trade, "E", 1_000)).toBe("1");
  expect(await codeOf(trade, "C", 1_000)).toBe("1");
  expect(await codeOf(trade, "R", 400)).toBe("1");
  expect(await codeOf(trade, "E", 1_000)).toBe("0");
});

test("an answer is signed, but not about a trade that is unknown; a forged call changes nothing", async () => {
  const trade = await newPayment();
  const unknown = await ask({ ...trade, tradeNo: "1" }, "R", 100);
  expect(unknown).toEqual({ RtnCode: "0", RtnMsg: "訂單不存在" });
  const forged = await ask(trade, "R", 100, { TotalAmount: "1000" });
  expect(forged["RtnCode"]).toBe("10200073");
  const answer = await ask(trade, "X", 100);
  expect(answer).toMatchObject({ MerchantTradeNo: trade.merchantTradeNo, RtnCode: "0" });
  expect(await verifyCheckMacValue(answer, keys)).toBe(true);
  expect(await atEcpay(shop, trade.merchantTradeNo)).toMatchObject({ refundedTwd: 0 });
});

test("the list of trades shows what was given back", async () => {
  const trade = await newPayment();
  await ask(trade, "R", 250);
  const page = await (await shop.fetch("/local/ecpay/")).text();
  expect(page).toContain("closed, NT$ 250 given back");
});
