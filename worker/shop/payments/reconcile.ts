/** Finds payments whose callback never came, by asking the gateway, and settles them. */
import * as queries from "../../store/due-queries.ts";
import * as store from "../../store/payments.ts";
import { paymentProviders, type PaymentProvider } from "#contract/payment";
import type { Deps } from "../../deps.ts";
import type { PaymentMethod, PaymentStatus, Report } from "../../payments/method.ts";
import { countAgainst, countUpTo, exhaust } from "../../store/counters.ts";
import { failuresInARow, failuresToReport } from "../../store/counters.ts";
import { failedWith, quarantine, settle } from "./settle.ts";

const queriesAtOnce = 4;
const retryMs = 10 * 60_000;
/** After its end an attempt is asked about for this long when the gateway cannot be reached. */
const graceMs = 24 * 3600_000;

/** Shared by returns and the schedule; under a minute, since no schedule is exact. */
const budgetOf = (provider: PaymentProvider, { mostPerMinute }: PaymentMethod["asking"]) => ({
  key: `${provider}-query`,
  max: mostPerMinute,
  windowMs: 55_000,
});

export async function reconcile(deps: Deps): Promise<void> {
  await Promise.all(paymentProviders.map((provider) => reconcileWith(deps, provider)));
}

async function reconcileWith(deps: Deps, provider: PaymentProvider): Promise<void> {
  const { asking } = deps.payments[provider];
  const now = deps.now();
  const most = asking.mostPerMinute;
  const due = await queries.countDueQueries(deps.db, provider, now, most);
  if (due === 0) return;
  const granted = await countUpTo(deps.db, budgetOf(provider, asking), due, now);
  if (granted === 0) return;
  const isShort = due === most;
  const claimed = await queries.claimDueQueries(deps.db, provider, now, granted);
  const outcomes: Asked[] = [];
  for (let at = 0; at < claimed.length && !outcomes.includes("too_fast"); at += queriesAtOnce) {
    const some = claimed.slice(at, at + queriesAtOnce);
    outcomes.push(...(await Promise.all(some.map((attempt) => ask(deps, attempt, isShort)))));
  }
  if (outcomes.length > 0) await reportSilence(deps, provider, !outcomes.includes("answered"));
}

async function reportSilence(deps: Deps, provider: PaymentProvider, isSilent: boolean) {
  const count = await failuresInARow(deps.db, `${provider}_unanswered`, isSilent);
  if (count >= failuresToReport)
    deps.log.error("the gateway gives no usable answer", { reason: provider, count });
}

/** For a shopper's return; all else waits for the schedule. */
export async function askOnce(deps: Deps, attempt: store.Attempt): Promise<void> {
  const { provider } = attempt;
  if (!(await store.claimFirstQuery(deps.db, attempt.id))) return;
  const budget = budgetOf(provider, deps.payments[provider].asking);
  if ((await countAgainst(deps.db, budget, deps.now())) === null) await ask(deps, attempt, false);
}

type Asked = "answered" | "no_answer" | "too_fast";

async function ask(deps: Deps, attempt: store.Attempt, isShort: boolean): Promise<Asked> {
  const { provider } = attempt;
  const method = deps.payments[provider];
  const answer = await method.ask(attempt.merchantTradeNo);
  const now = deps.now();
  if (answer === "too_fast") {
    deps.log.error("the gateway refuses queries", { reason: provider });
    await exhaust(deps.db, budgetOf(provider, method.asking), now + method.asking.pauseMs);
    return answer;
  }
  const outcome = answer === "no_answer" ? "no_answer" : "answered";
  if (answer !== "no_answer" && (await apply(deps, attempt, answer)) === "paid") return outcome;
  const isOver = now >= attempt.expiresAt + (answer === "no_answer" ? graceMs : 0);
  const next =
    answer === "no_answer"
      ? { nextQueryAt: now + retryMs, queryMayWait: attempt.queryMayWait }
      : nextQuestion(attempt, method.asking, now, isShort);
  if (isOver) await expire(deps, attempt, answer);
  else await store.changeUnsettled(deps.db, attempt.id, next);
  return outcome;
}

export async function warnOfLateQuestions(deps: Deps): Promise<void> {
  const now = deps.now();
  for (const provider of paymentProviders) {
    const { count, oldestAt } = await queries.lateQueries(deps.db, provider, now);
    const ageSeconds = Math.floor((now - oldestAt) / 1000);
    const about = { reason: provider, count, ageSeconds };
    if (count > 0) deps.log.error("questions to the gateway are late", about);
  }
}

async function apply(deps: Deps, attempt: store.Attempt, { payment, record }: Report) {
  switch (payment.status) {
    case "authorised":
      return confirmOnce(deps, attempt);
    case "failed":
      await store.changeUnsettled(deps.db, attempt.id, failedWith(payment));
      return "failed";
    case "unpaid":
    case "unknown":
      return payment.status;
    case "paid": {
      const from = { deps, provider: attempt.provider };
      const problem = await settle(from, payment);
      if (problem === null) return "paid";
      await quarantine(from, `query_${problem}`, record);
      return "unknown";
    }
  }
}

/** Two returns at once confirm once. Where the answer is lost, the next question decides. */
export async function confirmOnce(deps: Deps, attempt: store.Attempt): Promise<PaymentStatus> {
  const { confirm } = deps.payments[attempt.provider];
  const mayConfirm =
    confirm !== undefined && (await queries.claimConfirm(deps.db, attempt, deps.now()));
  if (!mayConfirm) return "authorised";
  const answer = await confirm(attempt.merchantTradeNo, attempt.amountTwd);
  if (answer === "no_answer" || answer.payment.status === "authorised") return "authorised";
  return apply(deps, attempt, answer);
}

/** Whose money nobody could ask about is for people: the gateway was silent until the very end. */
async function expire(deps: Deps, attempt: store.Attempt, answer: Report | "no_answer") {
  const { id, merchantTradeNo, orderId } = attempt;
  await store.changeUnsettled(deps.db, id, { state: "expired" });
  if (answer !== "no_answer") return;
  deps.log.error("an attempt ran out without an answer", { merchantTradeNo, orderId });
}

const dayMs = 24 * 3600_000;

/**
 * As often as the gateway wants at first, then daily and at the end; when short, at the end. What
 * may wait is asked only when no other is due.
 */
export function nextQuestion(
  { createdAt, expiresAt }: { createdAt: number; expiresAt: number },
  { everyMs, closelyMs, closelyWhenShortMs }: PaymentMethod["asking"],
  now: number,
  isShort: boolean,
) {
  const age = now - createdAt;
  if (age < (isShort ? closelyWhenShortMs : closelyMs))
    return { nextQueryAt: now + everyMs, queryMayWait: false };
  const daysBegun = Math.floor(age / dayMs) + 1;
  const tomorrow = Math.min(createdAt + daysBegun * dayMs, expiresAt);
  return { nextQueryAt: isShort ? expiresAt : tomorrow, queryMayWait: true };
}
