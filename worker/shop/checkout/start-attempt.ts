/** One try at paying one order: a fresh trade number, the signed form, and the row that the callback will look for. */
import type { CheckoutAnswer } from "#contract/checkout";
import { localeTable } from "#contract/locales";
import { newMerchantTradeNo, orderForm } from "#ecpay/order-form";
import { checkoutPath, hosts } from "#ecpay/vocabulary";
import type { Deps } from "../../deps.ts";
import { randomBytes, randomId } from "../../platform/crypto.ts";
import { inProgress } from "./once.ts";
import { otherLoopbackOrigin } from "../../platform/loopback.ts";
import { keepAnswer, type Claim } from "../../store/idempotency.ts";
import { insertAttempt } from "../../store/payments.ts";
import type { PaymentSnapshot } from "../../store/schema.ts";
import { nextQueryAt } from "../payments/query-times.ts";

const lifetimeMs = 7 * 24 * 3600_000;

export interface PayableOrder {
  id: string;
  number: string;
  memberId: string;
  amountTwd: number;
  itemCount: number;
  cartItemIds: string[];
  snapshot: PaymentSnapshot;
}

/**
 * The attempt and the answer that names it are kept in one batch.
 * @throws ShopError `idempotency_in_progress` when somebody else has taken the key over meanwhile: one key never
 * gives two forms that can be paid.
 */
export async function startAttempt(deps: Deps, order: PayableOrder, claim: Claim): Promise<CheckoutAnswer> {
  const createdAt = deps.now();
  const merchantTradeNo = newMerchantTradeNo(randomBytes(18));
  const answer: CheckoutAnswer = {
    id: order.id,
    order_id: order.number,
    ecpay_form_data: await formOf(deps, order, merchantTradeNo, createdAt),
    payment_url: paymentUrl(deps),
  };
  const times = { createdAt, expiresAt: createdAt + lifetimeMs };
  const attempt = {
    id: randomId(16),
    merchantTradeNo,
    orderId: order.id,
    orderNumber: order.number,
    memberId: order.memberId,
    locale: deps.locale,
    amountTwd: order.amountTwd,
    snapshot: order.snapshot,
    cartItemIds: order.cartItemIds,
    ...times,
    nextQueryAt: nextQueryAt(times, createdAt),
  };
  const [, kept] = await deps.db.batch([insertAttempt(deps.db, attempt), keepAnswer(deps.db, claim, JSON.stringify(answer))]);
  if (kept.length === 0) throw inProgress();
  return answer;
}

function formOf({ config, publicOrigin, locale }: Deps, order: PayableOrder, merchantTradeNo: string, createdAt: number) {
  const input = {
    merchantId: config.ECPAY_MERCHANT_ID,
    merchantTradeNo,
    amountTwd: order.amountTwd,
    createdAt,
    itemCount: order.itemCount,
    language: localeTable[locale].ecpayLanguage,
    returnUrl: `${publicOrigin}/api/v1/payments/ecpay/notify`,
    orderResultUrl: `${publicOrigin}/api/v1/payments/ecpay/return`,
    clientBackUrl: `${publicOrigin}/${locale}/orders`,
  };
  return orderForm(input, { hashKey: config.ECPAY_HASH_KEY, hashIv: config.ECPAY_HASH_IV });
}

/** The stand-in answers under the other loopback name, so that the shopper's return is truly from another site. */
function paymentUrl({ config, publicOrigin }: Deps): string {
  if (config.ECPAY_ENVIRONMENT === "stand-in") return `${otherLoopbackOrigin(publicOrigin)}/local/ecpay${checkoutPath}`;
  return `${hosts[config.ECPAY_ENVIRONMENT]}${checkoutPath}`;
}
