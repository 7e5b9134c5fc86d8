/** Finds the payments whose callback never came, by asking the gateway, and settles them as the callback would have. */
import { paymentProviders, type PaymentProvider } from "#contract/payment";
import type { Deps } from "../../deps.ts";
import type { Report } from "../../payments/method.ts";
import { countAgainst } from "../../store/limits.ts";
import * as store from "../../store/payments.ts";
import { expire } from "./expire.ts";
import { quarantine } from "./quarantine.ts";
import { nextQueryAt } from "./query-times.ts";
import { settle } from "./settle.ts";

const queriesPerRun = 20;
const queriesAtOnce = 4;
const leaseMs = 5 * 60_000;
const retryMs = 10 * 60_000;
/** After its end an attempt is asked about for this long when the gateway cannot be reached. */
const graceMs = 24 * 3600_000;

export async function reconcile(deps: Deps): Promise<void> {
  await Promise.all(paymentProviders.map((provider) => reconcileWith(deps, provider)));
}

async function reconcileWith(deps: Deps, provider: PaymentProvider): Promise<void> {
  const now = deps.now();
  if ((await store.queriesPausedUntil(deps.db, provider)) > now) return;
  const due = await store.claimDueQueries(deps.db, provider, { now, leaseMs, most: queriesPerRun });
  for (let at = 0; at < due.length; at += queriesAtOnce) {
    const outcomes = await Promise.all(
      due.slice(at, at + queriesAtOnce).map((attempt) => ask(deps, attempt)),
    );
    if (!outcomes.every((outcome) => outcome === "asked")) return;
  }
}

/** What a shopper's return may start; an attempt that was asked about before waits for the schedule. */
export async function askOnce(deps: Deps, attempt: store.Attempt): Promise<void> {
  if ((await store.queriesPausedUntil(deps.db, attempt.provider)) > deps.now()) return;
  if (await store.claimFirstQuery(deps.db, attempt.id)) await ask(deps, attempt);
}

async function ask(deps: Deps, attempt: store.Attempt): Promise<"asked" | "too_fast" | "not_now"> {
  const { provider } = attempt;
  const method = deps.payments[provider];
  // Shoppers' returns and the schedule share it. An attempt that finds nothing left is asked about when its lease or plan is due.
  const budget = { key: `${provider}-query`, max: method.asking.mostPerMinute, windowMs: 60_000 };
  if ((await countAgainst(deps.db, budget, deps.now())) !== null) return "not_now";
  const answer = await method.ask(attempt.merchantTradeNo);
  deps.counters.count(typeof answer === "string" ? "question.unanswered" : "question.answered");
  const now = deps.now();
  if (answer === "too_fast") {
    deps.log.error("the gateway refuses queries", { reason: provider });
    await store.pauseQueries(deps.db, provider, now + method.asking.pauseMs);
    return answer;
  }
  if (answer !== "no_answer" && (await apply(deps, attempt, answer)) === "settled") return "asked";
  const isOver = now >= attempt.expiresAt + (answer === "no_answer" ? graceMs : 0);
  if (isOver) await expire(deps, attempt, answer);
  else {
    const planned = nextQueryAt(attempt, method.asking.firstMinutes, now);
    await store.scheduleQuery(
      deps.db,
      attempt.id,
      answer === "no_answer" ? now + retryMs : planned,
    );
  }
  return "asked";
}

async function apply(
  deps: Deps,
  attempt: store.Attempt,
  { payment, record }: Report,
): Promise<"settled" | "open"> {
  if (payment.status === "failed") await store.failAttempt(deps.db, attempt, payment.code);
  if (payment.status !== "paid") return "open";
  const settled = await settle(deps, attempt.provider, payment);
  if (settled === "settled" || settled === "known") return "settled";
  await quarantine(deps, attempt.provider, `query_${settled}`, record);
  return "open";
}
