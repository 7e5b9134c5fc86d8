import useSWR from "swr";
import { checkoutAnswer, type CheckoutAnswer, type CheckoutBody } from "#contract/checkout";
import { orderCheckPageSize, ordersPageSize } from "#contract/limits";
import { isActiveSampleOrder, isPayable, orderList, type Order } from "#contract/order";
import { api } from "./client.ts";

export interface OrdersQuery {
  page: number;
  start?: string | undefined;
  end?: string | undefined;
}

export function listOrders({ page, start, end }: OrdersQuery, limit = ordersPageSize) {
  const query = { skip: (page - 1) * limit, limit, start_date: start, end_date: end };
  return api.get("/orders/my-orders", orderList, { query });
}

export function useOrders(query: OrdersQuery) {
  return useSWR(["orders", query], () => listOrders(query), { keepPreviousData: false, shouldRetryOnError: false });
}

/** The member's order of this number, among the first hundred. */
export async function findOrder(number: string): Promise<Order | null> {
  const { data } = await listOrders({ page: 1 }, orderCheckPageSize);
  return data.find((order) => order.order_id === number) ?? null;
}

/**
 * An order that still blocks a new sample set: paid for or not, but not yet delivered. The order that this very checkout is
 * still paying for (`unpaid`) is none, so that the cashier's back button leads back to the form.
 */
export async function hasActiveSampleOrder(unpaid: string | null = null): Promise<boolean> {
  const { data } = await listOrders({ page: 1 }, orderCheckPageSize);
  const isOwn = (order: Order) => order.id === unpaid && isPayable(order);
  return data.some((order) => isActiveSampleOrder(order) && !isOwn(order));
}

export function placeOrder(body: CheckoutBody, idempotencyKey: string): Promise<CheckoutAnswer> {
  return api.send("POST", "/cart/checkout", {
    json: body,
    schema: checkoutAnswer,
    headers: { "Idempotency-Key": idempotencyKey },
  });
}

export function payOrder(id: string, idempotencyKey: string): Promise<CheckoutAnswer> {
  return api.send("POST", `/orders/${id}/pay`, {
    json: {},
    schema: checkoutAnswer,
    headers: { "Idempotency-Key": idempotencyKey },
  });
}
