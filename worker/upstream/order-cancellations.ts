/**
 * Beyond the documents and off without a configured path: reports that a member cancelled an unpaid order here. Sent with the
 * shop's service credential and an Idempotency-Key, at least once.
 */
import { command, json } from "./endpoint.ts";

/** `cancelled_at` is an ISO instant. */
export interface OrderCancellation {
  order_id: string;
  cancelled_at: string;
}

export const reportCancellation = command({
  group: "service",
  method: "POST",
  path: (paths) => {
    if (paths.cancellations === null)
      throw new Error("No path for order cancellations is configured");
    return paths.cancellations;
  },
  sends: json<OrderCancellation>(),
});
