import { statusName } from "#contract/order";

export const stops = ["payment_pending", "pending", "processing", "shipped", "delivered"] as const;
const offPath = ["payment_failed", "cancelled", "refunded", "partially_refunded"] as const;
type Stop = (typeof stops)[number];
type OffPath = (typeof offPath)[number];

export type StatusView =
  | { kind: "progress"; stop: Stop; position: number }
  | { kind: "off_path"; status: OffPath }
  | { kind: "unknown" };

export function viewOfStatus(status: string | null | undefined): StatusView {
  const name = statusName(status);
  const position = stops.findIndex((stop) => stop === name);
  const stop = stops[position];
  if (stop !== undefined) return { kind: "progress", stop, position };
  const away = offPath.find((entry) => entry === name);
  return away === undefined ? { kind: "unknown" } : { kind: "off_path", status: away };
}

export function canReorder(order: {
  status: string;
  survey_response_id?: string | null | undefined;
}): boolean {
  return statusName(order.status) === "delivered" && Boolean(order.survey_response_id);
}
