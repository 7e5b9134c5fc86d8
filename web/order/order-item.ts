import { statusName } from "#contract/order";

export function canReorder(order: {
  status: string;
  survey_response_id?: string | null | undefined;
}): boolean {
  return statusName(order.status) === "delivered" && Boolean(order.survey_response_id);
}
