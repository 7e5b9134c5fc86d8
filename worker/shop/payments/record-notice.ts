/** Only a flawless message settles, and only a written one is acknowledged. */
import type { PaymentProvider } from "#contract/payment";
import type { Deps } from "../../deps.ts";
import type { MessageRecord, Notice, Notices, Payment } from "../../payments/method.ts";
import { sha256Hex } from "../../platform/crypto.ts";
import { attemptStates } from "../../store/attempt-states.ts";
import { countDifferent } from "../../store/counters.ts";
import * as store from "../../store/payments.ts";
import { keep, quarantine, sealNotice, settle } from "./settle.ts";
import { askOnce } from "./reconcile.ts";

/** `refused`: not the gateway's, nothing is kept. `probed`: the shop's own probe. */
type Recorded = "acknowledged" | "refused" | "probed";

export async function recordNotice(
  deps: Deps,
  provider: PaymentProvider,
  notices: Notices,
  body: string,
): Promise<Recorded> {
  const notice = await notices.read(body);
  if (notice.kind === "refused") {
    if (notice.names !== undefined) await tellOfWrongKeys(deps, provider, notice.names);
    return refuse(deps, notice.reason);
  }
  const isProbe = notice.record.merchantTradeNo === notices.probe.merchantTradeNo;
  if (!notices.isBelieved) return askFirst(deps, provider, notice, isProbe);
  const problem =
    notice.kind === "unverified" ? notice.reason : await act(deps, provider, notice.payment, body);
  if (problem === "unknown_order" && isProbe) return "probed";
  if (problem !== null) await quarantine(deps, provider, problem, notice.record);
  if (notice.kind === "unverified") await askAbout(deps, provider, notice.record);
  return "acknowledged";
}

type Signed = Exclude<Notice, { kind: "refused" }>;

async function attemptOf(deps: Deps, provider: PaymentProvider, record: MessageRecord) {
  const { merchantTradeNo } = record;
  if (merchantTradeNo === null) return null;
  return store.findAttempt(deps.db, { provider, merchantTradeNo });
}

/** A new field is no reason to let a payer wait for the schedule. */
async function askAbout(deps: Deps, provider: PaymentProvider, record: MessageRecord) {
  const attempt = await attemptOf(deps, provider, record);
  if (attempt !== null && !attemptStates[attempt.state].isPaid)
    deps.waitUntil(askOnce(deps, attempt));
}

/** Makes the shop ask the gateway; anybody could have signed this. */
async function askFirst(deps: Deps, provider: PaymentProvider, notice: Signed, isProbe: boolean) {
  const attempt = await attemptOf(deps, provider, notice.record);
  if (attempt === null) return isProbe ? "probed" : refuse(deps, "unknown_order");
  if (attemptStates[attempt.state].isPaid) return "acknowledged";
  const reason = notice.kind === "report" ? "unconfirmed" : notice.reason;
  await keep(deps, provider, reason, notice.record);
  deps.waitUntil(askOnce(deps, attempt));
  return "acknowledged";
}

const mostLookedAt = 5;
let minute = 0;
const lookedAt = new Set<string>();
/** One member may play with the numbers of their own orders, as often as they like. */
const membersToTell = 3;
const withinMs = 60 * 60_000;

/** Several members' refused notices mean wrong keys. */
async function tellOfWrongKeys(deps: Deps, provider: PaymentProvider, merchantTradeNo: string) {
  const now = Math.floor(deps.now() / 60_000);
  if (now !== minute) lookedAt.clear();
  minute = now;
  if (lookedAt.size >= mostLookedAt || lookedAt.has(merchantTradeNo)) return;
  lookedAt.add(merchantTradeNo);
  const attempt = await store.findAttempt(deps.db, { provider, merchantTradeNo });
  if (attempt === null) return;
  const member = (await sha256Hex(attempt.memberId)).slice(0, 2);
  const seen = { kind: "refused-notice", what: member, withinMs };
  if ((await countDifferent(deps.db, seen, deps.now())) >= membersToTell)
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
async function act(deps: Deps, provider: PaymentProvider, payment: Payment, body: string) {
  const sealed = await sealNotice(deps.config.UPSTREAM_TOKEN_KEY, body, payment.merchantTradeNo);
  switch (payment.status) {
    case "paid": {
      const settled = await settle(deps, provider, payment, sealed);
      return settled === "settled" || settled === "known" ? null : settled;
    }
    case "failed":
      return noteFailure(deps, provider, payment, sealed);
    // The shop asks for no number to pay with later, and no server says that a shopper agreed.
    case "unpaid":
    case "authorised":
    case "unknown":
      return "odd_code";
  }
}

async function noteFailure(
  deps: Deps,
  provider: PaymentProvider,
  payment: Payment,
  sealed: store.SealedNotice,
) {
  const attempt = await store.findAttempt(deps.db, { provider, ...payment });
  if (attempt === null) return "unknown_order";
  if (attempt.amountTwd !== payment.amountTwd) return "wrong_amount";
  await deps.db.batch([
    store.failAttempt(deps.db, attempt, payment.code),
    store.insertNotice(deps.db, sealed, { provider, ...payment }, deps.now()),
  ]);
  return null;
}
