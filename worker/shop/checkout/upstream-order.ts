import type { CheckoutBody } from "#contract/checkout-body";
import { itemKinds, kindOfCartItem } from "#contract/item-kind";
import { currency } from "#contract/money";
import type { CartItemRow } from "../../store/carts.ts";
import type { OrderedLine } from "../../store/schema.ts";
import { linePrice } from "../carts/get-cart.ts";
import type { OrderForm, OrderLine } from "../../upstream/orders.ts";
import type { Invoice } from "../../upstream/payment-events.ts";

export function orderFormOf(body: CheckoutBody, items: readonly CartItemRow[]): OrderForm {
  return {
    customer_name: body.customer_name,
    customer_address: body.customer_address,
    customer_phone: body.customer_phone,
    customer_email: body.customer_email,
    customer_note: body.customer_note ?? "",
    pay_type: body.pay_type,
    country: body.country,
    currency,
    ...invoiceFieldsOf(body),
    cart_items: items.map(lineOf),
  };
}

/** Sends only the fields of the chosen kind of invoice, not those left over from another. */
function invoiceFieldsOf({
  invoice_type,
  tax_id,
  carrier_type,
  carrier_num,
  love_code,
}: CheckoutBody) {
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

function lineOf(item: CartItemRow): OrderLine {
  return {
    id: item.id,
    productIds: item.productIds,
    label: item.label,
    price: linePrice(item),
    itemType: item.itemType,
    type: item.saleType,
    amount: item.amount,
    concentration: item.concentration,
    surveyResponseId: item.surveyResponseId,
    userAnswer: item.userAnswer,
    createdAt: new Date(item.createdAt).toISOString(),
    ...(item.addonItemIds.length === 0 ? {} : { addonItemIds: item.addonItemIds }),
    ...(item.labelText ? { labelText: item.labelText } : {}),
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
export function invoiceOf({ cart_items, ...form }: OrderForm): Invoice {
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
    items: cart_items.map((line) => ({
      product_number: line.label,
      product_unit: itemKinds[kindOfCartItem(line)].orderUnits[0],
      amount: line.amount,
      price: line.price,
    })),
  };
}
