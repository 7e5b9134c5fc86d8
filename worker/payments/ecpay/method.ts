import { brand } from "../../brand/brand.ts";
import { ecpayLanguages, type Locale } from "#contract/locales";
import { environments } from "#contract/payment";
import type { Config } from "../../env.ts";
import { randomBytes } from "../../platform/crypto.ts";
import { messagesPath, returnedBy, type Notice, type PaymentAdapter } from "../method.ts";
import { askEcpay } from "./ask.ts";
import { cashierOf, acknowledgement, asking, cardOrderTwd, checkoutPath } from "./vocabulary.ts";
import { taipeiTime, type Account } from "./vocabulary.ts";
import { parseForm, readNotice, recordOf } from "./notification.ts";
import { newMerchantTradeNo, orderForm } from "./order-form.ts";
import { closedBefore, refundAtEcpay } from "./refund.ts";
import { probeAnswer, probeNotice, probeTradeNo } from "./probe.ts";

const messages = {
  notice: "/ecpay/notify",
  shopperReturn: "/ecpay/return",
  returnsBy: "POST",
} as const;

export const ecpay: PaymentAdapter = {
  messages,
  formOrigin: (config, publicOrigin) => cashierOf(config.ECPAY_ENVIRONMENT, publicOrigin).origin,
  open: (surroundings) => {
    const { config, publicOrigin } = surroundings;
    const account = accountOf(config);
    const cashier = cashierOf(config.ECPAY_ENVIRONMENT, publicOrigin);
    return {
      isOffered: true,
      payableTwd: config.ECPAY_CARD_ORDER_TWD ?? cardOrderTwd,
      asking,
      notices: {
        acknowledgement,
        refusal: "0|invalid",
        // The keys of the staging account are in ECPay's documentation.
        isBelieved: !environments[config.ECPAY_ENVIRONMENT].isPublished,
        probe: {
          path: `${messagesPath}${messages.notice}`,
          merchantTradeNo: probeTradeNo,
          answer: probeAnswer,
          sign: () => probeNotice(account),
        },
        read: (body) => read(body, account),
      },
      start: async ({ amountTwd, createdAt, locale, orderNumber }) => {
        const merchantTradeNo = newMerchantTradeNo(randomBytes(19));
        const own = {
          MerchantID: account.merchantId,
          MerchantTradeNo: merchantTradeNo,
          MerchantTradeDate: taipeiTime(createdAt),
          TotalAmount: String(amountTwd),
          TradeDesc: brand.cashier_trade,
          ItemName: itemNameOf(locale, orderNumber),
          ReturnURL: `${publicOrigin}${messagesPath}${messages.notice}`,
          OrderResultURL: `${publicOrigin}${messagesPath}${messages.shopperReturn}`,
          ...ecpayLanguages[locale],
        };
        const fields = await orderForm(own, account.keys);
        return { merchantTradeNo, form: { url: `${cashier.url}${checkoutPath}`, fields } };
      },
      returned: async (body) => returnedBy(await read(body, account)),
      ask: (merchantTradeNo) => askEcpay(surroundings, account, merchantTradeNo),
      refundableBefore: closedBefore,
      refund: (trade, amountTwd) => refundAtEcpay(surroundings, account, trade, amountTwd),
    };
  },
};

/** The upstream makes the number: one that could not be signed is left out. */
function itemNameOf(locale: Locale, orderNumber: string): string {
  const isSafe = /^[A-Za-z0-9-]{1,40}$/.test(orderNumber);
  const item = brand[`cashier_item_${locale}`];
  return item.replace("{number}", isSafe ? orderNumber : "").trim();
}

function accountOf(config: Config): Account {
  const { ECPAY_HASH_KEY_PREVIOUS: hashKey, ECPAY_HASH_IV_PREVIOUS: hashIv } = config;
  return {
    merchantId: config.ECPAY_MERCHANT_ID,
    keys: { hashKey: config.ECPAY_HASH_KEY, hashIv: config.ECPAY_HASH_IV },
    previousKeys: hashKey === null || hashIv === null ? null : { hashKey, hashIv },
  };
}

async function read(body: string, { merchantId, keys, previousKeys }: Account): Promise<Notice> {
  const form = parseForm(body);
  if (typeof form === "string") return { kind: "refused", reason: form };
  const record = recordOf(form);
  let notice = await readNotice(form, keys, merchantId);
  if (notice === "bad_mac" && previousKeys !== null)
    notice = await readNotice(form, previousKeys, merchantId);
  if (typeof notice !== "string") return { kind: "report", payment: notice, record };
  if (notice !== "bad_mac") return { kind: "unverified", reason: notice, record };
  const names = form["MerchantID"] === merchantId && record.merchantTradeNo;
  return { kind: "refused", reason: notice, ...(names && { names }) };
}
