/** Finds the payments whose callback never came, by asking ECPay, and settles them as the callback would have. */
import type { TradeAnswer } from "#ecpay/query";
import { codes } from "#ecpay/vocabulary";
import type { Deps } from "../../deps.ts";
import { countAgainst } from "../../store/limits.ts";
import * as store from "../../store/payments.ts";
import { askEcpay } from "./ask-ecpay.ts";
import { quarantine } from "./quarantine.ts";
import { nextQueryAt } from "./query-times.ts";
import { settle } from "./settle.ts";

/** ECPay names no number; who asks too fast is locked out for half an hour. Shoppers' returns and the schedule share it. */
const queryBudget = { key: "ecpay-query", max: 30, windowMs: 60_000 };
const queriesPerRun = 20;
const queriesAtOnce = 4;
const leaseMs = 5 * 60_000;
const retryMs = 10 * 60_000;
const banMs = 30 * 60_000;
/** After its end an attempt is asked about for this long when ECPay cannot be reached. */
const graceMs = 24 * 3600_000;

export async function reconcile(deps: Deps): Promise<void> {
  const now = deps.now();
  if ((await store.queriesPausedUntil(deps.db)) > now) return;
  const due = await store.claimDueQueries(deps.db, now, leaseMs, queriesPerRun);
  for (let at = 0; at < due.length; at += queriesAtOnce) {
    const outcomes = await Promise.all(due.slice(at, at + queriesAtOnce).map((attempt) => ask(deps, attempt)));
    if (!outcomes.every((outcome) => outcome === "asked")) return;
  }
}

/** What a shopper's return may start; an attempt that was asked about before waits for the schedule. */
export async function askOnce(deps: Deps, attempt: store.Attempt): Promise<void> {
  if ((await store.queriesPausedUntil(deps.db)) > deps.now()) return;
  if (await store.claimFirstQuery(deps.db, attempt.id)) await ask(deps, attempt);
}

async function ask(deps: Deps, attempt: store.Attempt): Promise<"asked" | "too_fast" | "not_now"> {
  // Whoever finds nothing left is asked about when the lease or the plan says so.
  if ((await countAgainst(deps.db, queryBudget, deps.now())) !== null) return "not_now";
  const answer = await askEcpay(deps, attempt.merchantTradeNo);
  const now = deps.now();
  if (answer === "too_fast") {
    deps.log.error("ECPay refuses queries for half an hour");
    await store.pauseQueries(deps.db, now + banMs);
    return answer;
  }
  if (answer !== "no_answer" && (await apply(deps, attempt, answer)) === "settled") return "asked";
  const isOver = now >= attempt.expiresAt + (answer === "no_answer" ? graceMs : 0);
  if (isOver) await store.expireAttempt(deps.db, attempt.id);
  else await store.scheduleQuery(deps.db, attempt.id, answer === "no_answer" ? now + retryMs : nextQueryAt(attempt, now));
  return "asked";
}

async function apply(deps: Deps, attempt: store.Attempt, answer: TradeAnswer): Promise<"settled" | "open"> {
  if (answer.status === "failed") await store.failAttempt(deps.db, attempt.merchantTradeNo, attempt.amountTwd, codes.declined);
  if (answer.status !== "paid") return "open";
  const settled = await settle(deps, answer);
  if (settled === "settled" || settled === "known") return "settled";
  const { merchantTradeNo, tradeNo, amountTwd } = answer;
  await quarantine(deps, `query_${settled}`, { MerchantTradeNo: merchantTradeNo, TradeNo: tradeNo, TradeAmt: String(amountTwd) });
  return "open";
}
