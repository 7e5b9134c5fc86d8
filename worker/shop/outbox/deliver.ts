/**
 * Reports payments and cancellations to the upstream with the shop's own credential: at least once,
 * in order for each order, without giving up. Whoever writes a row delivers it at once, behind the
 * answer; the schedule delivers what that did not.
 */
import type { Deps } from "../../deps.ts";
import { ShopError } from "../../errors/shop-error.ts";
import * as events from "../../upstream/payment-events.ts";
import { countAgainst } from "../../store/counters.ts";
import * as store from "../../store/outbox.ts";

const leaseMs = 30_000;
const rowsAtOnce = 4;
/** A run must end within its minute, and leave the database to shoppers for most of it. */
const maxRunMs = 40_000;
/** Four take two to four statements of D1's thousand a call (`.docs/platform.md`). */
const mostInARun = 320;
const firstPauseMs = 2_000;
const longestPauseMs = 120_000;
const lateMs = 15 * 60_000;

const payments: readonly store.EventKind[] = ["order.paid", "order.needs_refund"];

/** Without a configured path payments are not sent, and their rows wait for an operator. */
const takesPayments = ({ config }: Deps) => config.UPSTREAM_PAYMENT_EVENTS_PATH !== null;

function kindsTaken(deps: Deps): store.EventKind[] {
  const kinds = takesPayments(deps) ? payments : [];
  const takesCancellations = deps.config.UPSTREAM_CANCELLATIONS_PATH !== null;
  return takesCancellations ? [...kinds, "order.cancelled"] : [...kinds];
}

export async function deliverOutbox(deps: Deps, orderId?: string): Promise<void> {
  const kinds = kindsTaken(deps);
  if (kinds.length === 0) return;
  const until = deps.now() + maxRunMs;
  for (let begun = 0; begun < mostInARun && deps.now() < until; begun += rowsAtOnce)
    if ((await deliverSome(deps, kinds, orderId)) === 0) return;
}

async function deliverSome(deps: Deps, kinds: readonly store.EventKind[], orderId?: string) {
  const lease = { kinds, now: deps.now(), leaseMs, most: rowsAtOnce, orderId };
  const rows = await store.leaseRows(deps.db, lease);
  const outcomes = await Promise.all(rows.map((row) => deliverRow(deps, row)));
  const late = outcomes.filter((outcome) => "nextAt" in outcome);
  const sent = outcomes.filter((outcome) => "refundOf" in outcome);
  const taken = sent.map(({ row }) => row);
  const owed = sent.flatMap(({ refundOf }) => refundOf ?? []);
  if (sent.length > 0) await store.markSent(deps.db, taken, owed, deps.now());
  if (late.length > 0) await store.putOff(deps.db, late);
  return rows.length;
}

export function deliverLater(deps: Deps, orderId: string): void {
  const failed = (error: unknown) => deps.log.warn("a delivery failed", { orderId, error });
  deps.waitUntil(deliverOutbox(deps, orderId).catch(failed));
}

type Outcome =
  | { row: store.OutboxRow; refundOf: string | null }
  | { row: store.OutboxRow; nextAt: number };

async function deliverRow(deps: Deps, row: store.OutboxRow): Promise<Outcome> {
  try {
    const send = row.kind === "order.cancelled" ? sendCancellation : sendPayment;
    return { row, refundOf: await send(deps, row) };
  } catch (error) {
    const { orderId, attempts: count } = row;
    deps.log.warn("the upstream has not taken an event", { orderId, count, error });
    return { row, nextAt: deps.now() + pauseMs(count) };
  }
}

/** @returns the trade that must be refunded, or null. */
async function sendPayment(deps: Deps, { orderId, payload, idempotencyKey }: store.OutboxRow) {
  const body = events.paymentEvent.parse(JSON.parse(payload));
  const answer = await asService(deps, (bearer) =>
    events.reportPayment(deps.upstream, { body, bearer, idempotencyKey }),
  );
  if (!answer.body.needsRefund) return null;
  const { merchant_trade_no: merchantTradeNo } = body;
  deps.log.error("a payment must be refunded", { orderId, merchantTradeNo });
  return merchantTradeNo;
}

/** No such order, or past cancelling: repeating the call would change nothing. */
const finalRefusals = [404, 409, 410, 422];

async function sendCancellation(deps: Deps, { payload, idempotencyKey }: store.OutboxRow) {
  const body = events.cancellation.parse(JSON.parse(payload));
  try {
    await asService(deps, (bearer) =>
      events.reportCancellation(deps.upstream, { body, bearer, idempotencyKey }),
    );
  } catch (error) {
    if (!(error instanceof ShopError && finalRefusals.includes(error.status))) throw error;
    deps.log.error("the upstream refused a cancellation", { orderId: body.order_id, error });
  }
  return null;
}

/** Doubles up to two minutes. Half is random: what failed together is not retried together. */
function pauseMs(attempts: number): number {
  const longest = Math.min(longestPauseMs, firstPauseMs * 2 ** attempts);
  return longest / 2 + (Math.random() * longest) / 2;
}

const oncePerHour = { key: "unreported-payments", max: 1, windowMs: 3_600_000 };

export async function warnOfLateRows(deps: Deps): Promise<void> {
  const isOn = takesPayments(deps);
  if (!isOn && (await countAgainst(deps.db, oncePerHour, deps.now())) !== null) return;
  const now = deps.now();
  const kinds = isOn ? kindsTaken(deps) : payments;
  const { count, oldestAt } = await store.lateRows(deps.db, kinds, now - lateMs);
  if (count === 0) return;
  const ageSeconds = Math.floor((now - oldestAt) / 1000);
  if (isOn) deps.log.error("events for the upstream are late", { count, ageSeconds });
  else deps.log.warn("settled payments are not known to the upstream", { count });
}

/** With the shop's credential; during a change also with the one before it. */
export async function asService<T>({ config, log }: Deps, call: (bearer: string) => Promise<T>) {
  const { UPSTREAM_SERVICE_TOKEN: present, UPSTREAM_SERVICE_TOKEN_PREVIOUS: previous } = config;
  try {
    return await call(present ?? "");
  } catch (error) {
    const isRefused = error instanceof ShopError && [401, 403].includes(error.status);
    if (previous === null || !isRefused) throw error;
    log.info("the upstream refuses the new service token");
    return call(previous);
  }
}
