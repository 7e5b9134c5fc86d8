import { statusName } from "#contract/order";

/** An order can be ordered again once it was delivered and came from a quiz. */
export function canReorder(order: { status: string; survey_response_id?: string | null | undefined }): boolean {
  return statusName(order.status) === "delivered" && Boolean(order.survey_response_id);
}
