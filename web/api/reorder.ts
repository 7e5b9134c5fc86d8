import type * as z from "zod/mini";
import { orderRecommendations } from "#contract/order";
import { api } from "./client.ts";

export type OrderRecommendations = z.infer<typeof orderRecommendations>;
export type RecommendedProduct = OrderRecommendations["products"][number];

export function loadOrderRecommendations(orderId: string): Promise<OrderRecommendations> {
  return api.get(
    `/orders/${encodeURIComponent(orderId)}/survey-recommendations`,
    orderRecommendations,
  );
}

export const productNotesOf = ({
  top_notes: top,
  middle_notes: middle,
  back_notes: back,
}: RecommendedProduct) => ({
  top,
  middle,
  back,
});
