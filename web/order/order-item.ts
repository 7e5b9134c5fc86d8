import { statusName, type OrderItem } from "#contract/order";

export const orderItemKinds = [
  "sample_jar",
  "sample_paper",
  "finished_jar",
  "finished_paper",
  "finished_bottle",
  "finished_kg",
] as const;
export type OrderItemKind = (typeof orderItemKinds)[number];

/** What an item is called, or null when its data cannot be read (the page then says so). */
export function kindOfItem(item: Pick<OrderItem, "type" | "product_unit">): OrderItemKind | null {
  const unit = item.product_unit.trim().toUpperCase();
  if (item.type === "SAMPLE") {
    if (unit === "JAR") return "sample_jar";
    return unit === "SAMPLE_PAPER" ? "sample_paper" : null;
  }
  if (item.type !== "FINISHED_PRODUCT") return null;
  if (unit === "LARGE_JAR_KG" || unit === "FINISHED_PRODUCT_KG") return "finished_kg";
  if (unit === "BOTTLE" || unit === "FINISHED_PRODUCT_BOTTLE") return "finished_bottle";
  if (unit === "JAR") return "finished_jar";
  return unit === "SAMPLE_PAPER" ? "finished_paper" : null;
}

/** An order can be ordered again once it was delivered and came from a quiz. */
export function canReorder(order: { status: string; survey_response_id?: string | null | undefined }): boolean {
  return statusName(order.status) === "delivered" && Boolean(order.survey_response_id);
}
