/** An attempt's end without a payment. */
import type { Deps } from "../../deps.ts";
import type { Report } from "../../payments/method.ts";
import { expireAttempt, type Attempt } from "../../store/payments.ts";

/** Whose money nobody could ask about is for people: the gateway was silent until the very end. */
export async function expire(
  deps: Deps,
  { id, merchantTradeNo, orderId }: Attempt,
  answer: Report | "no_answer",
): Promise<void> {
  await expireAttempt(deps.db, id);
  if (answer !== "no_answer") return;
  deps.counters.count("attempt.expired_unanswered");
  deps.log.error("an attempt ran out without an answer", { merchantTradeNo, orderId });
}
