/** Only a flawless message settles, and only a written one is acknowledged. */
import type { Deps } from "../../deps.ts";
import type { MessageRecord, Notice, Notices, Payment } from "../../payments/method.ts";
import { sha256Hex } from "../../platform/crypto.ts";
import { attemptStates } from "../../store/attempt-states.ts";
import { countAgainst, waitFor } from "../../store/counters.ts";
import * as store from "../../store/payments.ts";
import { failedWith, keep, quarantine, sealNotice, settle, type Gateway } from "./settle.ts";
import { askOnce } from "./reconcile.ts";

/** `refused`: not the gateway's, nothing is kept. `probed`: the shop's own probe. */
type Result = "acknowledged" | "refused" | "probed";

export async function recordNotice(from: Gateway, notices: Notices, body: string): Promise<Result> {
  const notice = await notices.read(body);
  if (notice.kind === "refused") {
    if (notice.names !== undefined) await reportWrongKeys(from, notice.names);
    return refuse(from.deps, notice.reason);
  }
  const isProbe = notice.record.merchantTradeNo === notices.probe.merchantTradeNo;
  if (!notices.isBelieved) return askFirst(from, notice, isProbe);
  const problem = notice.kind === "report" ? await act(from, notice.payment, body) : notice.reason;
  if (problem === "unknown_order" && isProbe) return "probed";
  if (problem !== null) await quarantine(from, problem, notice.record);
  if (notice.kind === "unverified") await askAbout(from, notice.record);
  return "acknowledged";
}

type Signed = Exclude<Notice, { kind: "refused" }>;

function attemptOf({ deps, provider }: Gateway, record: MessageRecord) {
  return store.findAttempt(deps.db, { provider, merchantTradeNo: record.merchantTradeNo ?? "" });
}

/** A new field is no reason to let a payer wait for the schedule. */
async function askAbout(from: Gateway, record: MessageRecord) {
  const attempt = await attemptOf(from, record);
  if (attempt !== null && !attemptStates[attempt.state].isPaid)
    from.deps.waitUntil(askOnce(from.deps, attempt));
}

/** Makes the shop ask the gateway; anybody could have signed this. */
async function askFirst(from: Gateway, notice: Signed, isProbe: boolean) {
  const { deps } = from;
  const attempt = await attemptOf(from, notice.record);
  if (attempt === null) return isProbe ? "probed" : refuse(deps, "unknown_order");
  if (attemptStates[attempt.state].isPaid) return "acknowledged";
  const reason = notice.kind === "report" ? "unconfirmed" : notice.reason;
  await keep(from, reason, notice.record);
  deps.waitUntil(askOnce(deps, attempt));
  return "acknowledged";
}

/** One member may play with the numbers of their own orders, as often as they like. */
const membersToReport = 3;
const hourMs = 3600_000;

/** Several members' refused notices mean wrong keys. */
async function reportWrongKeys({ deps, provider }: Gateway, merchantTradeNo: string) {
  if (!(await deps.allows("PER_MINUTE_10", "refused-notices"))) return;
  const attempt = await store.findAttempt(deps.db, { provider, merchantTradeNo });
  if (attempt === null) return;
  const member = (await sha256Hex(attempt.memberId)).slice(0, 2);
  const once = { key: `refused-notice:${member}`, max: 1, windowMs: hourMs };
  const members = { key: "refused-notices", max: membersToReport, windowMs: hourMs };
  const isAnother = (await countAgainst(deps.db, once, deps.now())) === null;
  if (isAnother) await countAgainst(deps.db, members, deps.now());
  if ((await waitFor(deps.db, members, deps.now())) > 0)
    deps.log.error("notices about our trades are refused", { merchantTradeNo });
}

const sayEveryMs = 10_000;
let unsaid = 0;
let saidAt = 0;

/** Anybody may send these in any number: they are counted, and one in ten seconds is logged. */
function refuse(deps: Deps, reason: string): "refused" {
  unsaid += 1;
  if (deps.now() - saidAt < sayEveryMs) return "refused";
  deps.log.warn("payment message refused", { reason, count: unsaid });
  unsaid = 0;
  saidAt = deps.now();
  return "refused";
}

/** @returns why people must look at the message, or null. */
async function act(from: Gateway, payment: Payment, body: string) {
  const sealed = await sealNotice(from.deps, body, payment.merchantTradeNo);
  switch (payment.status) {
    case "paid":
      return settle(from, payment, sealed);
    case "failed":
      return noteFailure(from, payment, sealed);
    // The shop asks for no number to pay with later, and no server says that a shopper agreed.
    case "unpaid":
    case "authorised":
    case "unknown":
      return "odd_code";
  }
}

async function noteFailure(from: Gateway, payment: Payment, sealed: store.SealedNotice) {
  const { deps, provider } = from;
  const attempt = await store.findAttempt(deps.db, { provider, ...payment });
  if (attempt === null) return "unknown_order";
  if (attempt.amountTwd !== payment.amountTwd) return "wrong_amount";
  await deps.db.batch([
    store.changeUnsettled(deps.db, attempt.id, failedWith(payment)),
    store.insertNotice(deps.db, sealed, { provider, ...payment }, deps.now()),
  ]);
  return null;
}
