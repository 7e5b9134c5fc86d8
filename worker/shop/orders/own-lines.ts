/** Fills an order's lines from what the shop sent at checkout: the upstream's orders are documented to hold less. */
import { kindOfCartItem, kindOfOrderItem } from "#contract/item-kind";
import type { Order, OrderItem } from "#contract/order";
import type { OrderedLine } from "../../store/schema.ts";

export function withOwnLines(order: Order, lines: readonly OrderedLine[]): Order {
  const left = [...lines];
  const order_items = order.order_items.map((item) => {
    const at = left.findIndex((line) => isSameLine(item, line));
    const [line] = at === -1 ? [] : left.splice(at, 1);
    return line === undefined ? item : filled(item, line);
  });
  return { ...order, order_items };
}

/** What the upstream does not say of a line contradicts nothing. */
function isSameLine(item: OrderItem, line: OrderedLine): boolean {
  const agrees = <Value>(said: Value | null | undefined | "", ours: Value) =>
    said === null || said === undefined || said === "" || said === ours;
  return (
    kindOfOrderItem(item) === kindOfCartItem({ type: line.saleType, itemType: line.itemType }) &&
    item.amount === line.amount &&
    agrees(item.product_number, line.label) &&
    agrees(item.price, line.price) &&
    agrees(item.concentration, line.concentration) &&
    agrees(item.label_text, line.labelText)
  );
}

function filled(item: OrderItem, line: OrderedLine): OrderItem {
  return {
    ...item,
    product_number: item.product_number || line.label,
    product_ids: item.product_ids.length > 0 ? item.product_ids : line.productIds,
    price: item.price ?? line.price,
    concentration: item.concentration || line.concentration,
    label_text: item.label_text || line.labelText,
    addon_item_ids: item.addon_item_ids.length > 0 ? item.addon_item_ids : line.addonItemIds,
  };
}
