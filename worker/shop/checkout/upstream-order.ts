import { invoiceTakes, type CheckoutBody } from "#contract/checkout-body";
import { itemKinds, kindOfCartItem } from "#contract/item-kind";
import { currency } from "#contract/money";
import type { OrderSums } from "#contract/order-sums";
import type { CartItemRow } from "../../store/carts.ts";
import type { OrderedLine } from "../../store/schema.ts";
import { linePrice } from "../carts/get-cart.ts";
import type { Buyer, OrderForm, OrderLine } from "../../upstream/orders.ts";
import type { Invoice } from "../../upstream/payment-events.ts";

export function orderFormOf(body: CheckoutBody, items: readonly CartItemRow[]): OrderForm {
  return {
    ...buyerOf(body),
    customer_note: body.customer_note ?? "",
    pay_type: body.pay_type,
    country: body.country,
    currency,
    cart_items: items.map(lineOf),
  };
}

/** Sends only the fields of the chosen kind of invoice, not those left over from another. */
function buyerOf(body: CheckoutBody): Buyer {
  const { invoice_type, tax_id, carrier_type, carrier_num, love_code } = body;
  const hasCarrier = invoiceTakes(invoice_type, "carrier_type") && Boolean(carrier_type);
  return {
    customer_name: body.customer_name,
    customer_address: body.customer_address,
    customer_phone: body.customer_phone,
    customer_email: body.customer_email,
    invoice_type,
    tax_id: invoiceTakes(invoice_type, "tax_id") ? (tax_id ?? "") : "",
    carrier_type: hasCarrier ? (carrier_type ?? "") : "",
    carrier_num: hasCarrier ? (carrier_num ?? "") : "",
    love_code: invoiceTakes(invoice_type, "love_code") ? (love_code ?? "") : "",
  };
}

function lineOf(item: CartItemRow): OrderLine {
  const { saleType, addonItemIds, labelText, ...line } = orderedLineOf(item);
  return {
    ...line,
    id: item.id,
    type: saleType,
    surveyResponseId: item.surveyResponseId,
    userAnswer: item.userAnswer,
    createdAt: new Date(item.createdAt).toISOString(),
    ...(addonItemIds.length > 0 && { addonItemIds }),
    ...(labelText && { labelText }),
  };
}

/** What the shop itself remembers of a line, for the list of orders. */
export function orderedLineOf(item: CartItemRow): OrderedLine {
  return {
    itemType: item.itemType,
    saleType: item.saleType,
    amount: item.amount,
    productIds: item.productIds,
    label: item.label,
    price: linePrice(item),
    concentration: item.concentration,
    addonItemIds: item.addonItemIds,
    labelText: item.labelText,
  };
}

/** Part of the payment event, so that the upstream can issue the invoice without a call back. */
export function invoiceOf(
  body: CheckoutBody,
  items: readonly CartItemRow[],
  { adjustments }: OrderSums,
): Invoice {
  const lines = items.map((item) => ({
    product_number: item.label,
    product_unit: itemKinds[kindOfCartItem({ type: item.saleType, ...item })].orderUnits[0],
    amount: item.amount,
    price: linePrice(item),
  }));
  const others = adjustments.map(({ kind, amount: price }) => ({
    product_number: kind,
    product_unit: "",
    amount: 1,
    price,
  }));
  return { ...buyerOf(body), items: [...lines, ...others] };
}
