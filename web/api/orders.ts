import useSWR from "swr";
import type * as z from "zod/mini";
import { orderCheckPageSize, ordersPageSize } from "#contract/limits";
import * as contract from "#contract/order";
import { api, noRetry } from "./client.ts";

type OrdersQuery = { page: number; start?: string | undefined; end?: string | undefined };

function listOrders({ page, start, end }: OrdersQuery, limit = ordersPageSize) {
  const query = { skip: (page - 1) * limit, limit, start_date: start, end_date: end };
  return api.get("/orders/my-orders", contract.orderList, { query });
}

export const isOrdersKey = (key: unknown) =>
  Array.isArray(key) && (key[0] === "orders" || key[0] === "order");

export function useOrder(id: string) {
  const load = () => api.get(`/orders/${encodeURIComponent(id)}`, contract.order);
  return useSWR(["order", id], load, noRetry);
}

export const useOrders = (query: OrdersQuery) =>
  useSWR(["orders", query], () => listOrders(query), noRetry);

export async function latestOrders(): Promise<readonly contract.Order[]> {
  return (await listOrders({ page: 1 }, orderCheckPageSize)).data;
}

/** Among the latest. The documents leave open whether it is the `order_id` or the `id`. */
export async function findOrder(number: string): Promise<contract.Order | null> {
  const orders = await latestOrders();
  const byNumber = orders.find(({ order_id }) => order_id === number);
  return byNumber ?? orders.find(({ id }) => id === number) ?? null;
}

export type SampleBlock =
  | { kind: "sample" | "unreadable" }
  | { kind: "unpaid"; order: contract.Order };

/**
 * What the member can do nothing about comes first, so that one dialog does not lead to the next.
 * @param unpaid - of this checkout; it does not count: the cashier's back button leads to the form.
 */
export function sampleBlockAmong(
  orders: readonly contract.Order[],
  unpaid: string | null = null,
): SampleBlock | null {
  const isOwn = (order: contract.Order) =>
    unpaid !== null && [order.id, order.order_id].includes(unpaid) && contract.isPayable(order);
  const open = orders.filter((order) => !isOwn(order) && contract.sampleBlockOf(order) !== null);
  const underWay = open.filter((order) => !contract.isPayable(order)).map(contract.sampleBlockOf);
  if (underWay.includes("sample")) return { kind: "sample" };
  if (underWay.includes("unreadable")) return { kind: "unreadable" };
  const waiting = open.find(contract.isPayable);
  return waiting === undefined ? null : { kind: "unpaid", order: waiting };
}

export async function findSampleBlock(unpaid: string | null = null): Promise<SampleBlock | null> {
  return sampleBlockAmong(await latestOrders(), unpaid);
}

/** Whether the set of this quiz result was paid for; one that lapsed can be ordered again. */
export function wasOrdered(orders: readonly contract.Order[], surveyResponseId: string): boolean {
  return orders.some(
    (order) =>
      order.survey_response_id === surveyResponseId &&
      !contract.isUnpaid(order) &&
      !contract.isCancelled(order),
  );
}

export type OrderRecommendations = z.infer<typeof contract.orderRecommendations>;
export type RecommendedProduct = OrderRecommendations["products"][number];

export function loadOrderRecommendations(orderId: string): Promise<OrderRecommendations> {
  const id = encodeURIComponent(orderId);
  return api.get(`/orders/${id}/survey-recommendations`, contract.orderRecommendations);
}

export const productNotesOf = (product: RecommendedProduct) => ({
  top: product.top_notes,
  middle: product.middle_notes,
  back: product.back_notes,
});
