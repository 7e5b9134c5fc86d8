/**
 * From a cart to an order that can be paid. Everything that can refuse comes before the order is made upstream; the
 * upstream's key is made of what is ordered, so that a reload or a second tab cannot order the same lines twice.
 */
import type * as z from "zod/mini";
import { checkoutAnswer, type CheckoutAnswer, type CheckoutBody } from "#contract/checkout";
import { currency } from "#contract/money";
import { isPayable } from "#contract/order";
import type { Deps, MemberActor } from "../../context.ts";
import { sha256Hex } from "../../http/crypto.ts";
import { ShopError } from "../../http/errors.ts";
import type { CartItemRow } from "../../store/carts.ts";
import { upstreamCheckoutAnswer, upstreamCheckoutBody, type Invoice } from "../../upstream/wire.ts";
import { enforceLimit } from "../limits/enforce-limit.ts";
import { asMember } from "../sessions/as-member.ts";
import { checkCart } from "./check-cart.ts";
import { refuseActiveSampleOrder } from "./refuse-active-sample-order.ts";
import { once } from "./once.ts";
import { startAttempt } from "./start-attempt.ts";

type UpstreamCheckout = z.infer<typeof upstreamCheckoutBody>;

/** @throws ShopError `cart_empty`, `price_changed`, `too_many_samples`, `active_sample_order`, `too_many_requests`, or what the upstream says. */
export function placeOrder(deps: Deps, actor: MemberActor, body: CheckoutBody, idempotencyKey: string): Promise<CheckoutAnswer> {
  const scope = `checkout:${actor.memberId}`;
  return once(deps, { scope, key: idempotencyKey, body }, checkoutAnswer, async ({ claim, begin }) => {
    const { items, total } = await checkCart(deps, actor.memberId, body);
    // The order that a resumed request finds may be its own; the upstream tells by the key.
    if (!claim.isResumed) await refuseActiveSampleOrder(deps, actor);
    await enforceLimit(deps, "payment-attempt:member", actor.memberId);
    begin();
    const checkout = upstreamCheckout(body, items, total);
    const order = await orderUpstream(deps, actor, checkout, { scope, lines: body.cart_items, key: idempotencyKey });
    if (order.order_total_price !== total || !isPayable(order)) throw new ShopError("upstream_garbled");
    return startAttempt(
      deps,
      {
        id: order.id,
        number: order.order_id,
        memberId: actor.memberId,
        amountTwd: total,
        itemCount: items.length,
        cartItemIds: items.map((item) => item.id),
        snapshot: {
          orderDate: order.created_at,
          customerName: body.customer_name,
          customerPhone: body.customer_phone,
          customerAddress: body.customer_address,
          invoice: invoiceFor(checkout),
        },
      },
      claim,
    );
  });
}

/** An order of the same content that was cancelled meanwhile stays cancelled: then this request orders anew, under its own key. */
async function orderUpstream(
  deps: Deps,
  actor: MemberActor,
  checkout: UpstreamCheckout,
  request: { scope: string; lines: unknown; key: string },
) {
  const content = JSON.stringify([request.scope, request.lines, checkout]);
  const first = await sendCheckout(deps, actor, checkout, await sha256Hex(content));
  if (isPayable(first)) return first;
  return sendCheckout(deps, actor, checkout, await sha256Hex(`${content}\n${request.key}`));
}

async function sendCheckout(deps: Deps, actor: MemberActor, json: UpstreamCheckout, idempotencyKey: string) {
  const call = {
    method: "POST",
    path: "/cart/checkout",
    json,
    answer: upstreamCheckoutAnswer,
    idempotencyKey,
    safeToRepeat: true,
  } as const;
  try {
    return (await asMember(deps, actor, (bearer) => deps.upstream.call({ ...call, locale: deps.locale, bearer }))).body;
  } catch (error) {
    // The upstream looks for a sample order under way too, at the very moment of making the new one.
    if (error instanceof ShopError && error.facts.status === 409)
      throw new ShopError("active_sample_order", { detail: error.facts.detail }, { cause: error });
    throw error;
  }
}

function upstreamCheckout(body: CheckoutBody, items: readonly CartItemRow[], total: number): UpstreamCheckout {
  return upstreamCheckoutBody.parse({
    customer_name: body.customer_name,
    customer_address: body.customer_address,
    customer_phone: body.customer_phone,
    customer_email: body.customer_email,
    customer_note: body.customer_note ?? "",
    pay_type: body.pay_type,
    country: body.country,
    currency,
    ...invoiceOf(body),
    order_total_price: total,
    cart_items: items.map(orderLine),
  });
}

/** Each kind of invoice has its own fields; what the form kept from another kind does not travel. */
function invoiceOf({ invoice_type, tax_id, carrier_type, carrier_num, love_code }: CheckoutBody) {
  const isCompany = invoice_type === "B2B";
  const hasCarrier = invoice_type === "B2C" && Boolean(carrier_type);
  return {
    invoice_type,
    tax_id: isCompany ? (tax_id ?? "") : "",
    carrier_type: hasCarrier ? (carrier_type ?? "") : "",
    carrier_num: hasCarrier ? (carrier_num ?? "") : "",
    love_code: invoice_type === "DONATE" ? (love_code ?? "") : "",
  };
}

/** Told with the payment, so that whoever issues the invoice need not ask for the order. */
function invoiceFor({ cart_items, ...form }: UpstreamCheckout): Invoice {
  return {
    invoice_type: form.invoice_type,
    tax_id: form.tax_id,
    carrier_type: form.carrier_type,
    carrier_num: form.carrier_num,
    love_code: form.love_code,
    customer_name: form.customer_name,
    customer_email: form.customer_email,
    customer_phone: form.customer_phone,
    customer_address: form.customer_address,
    items: cart_items.map(({ product_number, product_unit, amount, price }) => ({ product_number, product_unit, amount, price })),
  };
}

function orderLine(item: CartItemRow) {
  return {
    product_ids: item.productIds,
    product_number: item.label,
    type: item.saleType,
    product_unit: item.saleType === "FINISHED_PRODUCT" && item.itemType === "JAR" ? "BOTTLE" : item.itemType,
    amount: item.amount,
    concentration: item.concentration,
    price: item.unitPrice * item.amount,
    survey_response_id: item.surveyResponseId,
    addon_item_ids: item.addonItemIds,
    label_text: item.labelText,
  };
}
