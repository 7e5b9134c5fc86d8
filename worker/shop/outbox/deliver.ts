/** Tells the upstream what happened to an order's money: with the shop's own credential, at least once, in order per order, for ever. */
import * as z from "zod/mini";
import type { Deps } from "../../deps.ts";
import { reportPayment, type Invoice, type PaymentEvent } from "../../upstream/payment-events.ts";
import { countAgainst } from "../../store/limits.ts";
import { lateRows, leaseRows, markSent, putOff, type OutboxRow } from "../../store/outbox.ts";

const leaseMs = 30_000;
const rowsAtOnce = 5;
/** A run of the schedule ends within its minute. */
const maxRunMs = 40_000;
const firstPauseMs = 2_000;
const longestPauseMs = 120_000;
const lateMs = 15 * 60_000;

/** Whether the upstream is configured to take payment events. Where it is not, rows wait for an operator and nothing is sent. */
const isOn = ({ config }: Deps) => config.UPSTREAM_PAYMENT_EVENTS_PATH !== null;

/** All due rows, or those of one order. */
export async function deliverOutbox(deps: Deps, orderId?: string): Promise<void> {
  if (!isOn(deps)) return;
  const until = deps.now() + maxRunMs;
  do {
    const rows = await leaseRows(deps.db, {
      now: deps.now(),
      leaseMs,
      most: rowsAtOnce,
      ...(orderId === undefined ? {} : { orderId }),
    });
    if (rows.length === 0) return;
    await Promise.all(rows.map((row) => deliverRow(deps, row)));
  } while (deps.now() < until);
}

async function deliverRow(deps: Deps, row: OutboxRow): Promise<void> {
  try {
    const event = storedEvent.parse(JSON.parse(row.payload));
    const { needsRefund } = await send(deps, event, row.idempotencyKey);
    await markSent(deps.db, row, event.merchant_trade_no, needsRefund, deps.now());
    if (needsRefund)
      deps.log.error("a payment must be refunded", { orderId: row.orderId, merchantTradeNo: event.merchant_trade_no });
  } catch (error) {
    deps.log.warn("the upstream has not taken a payment event", { orderId: row.orderId, count: row.attempts, error });
    await putOff(deps.db, row, deps.now() + pauseMs(row.attempts));
  }
}

/** The shop's own row, as `settleAttempt` wrote it. */
const storedEvent = z.object({
  kind: z.enum(["order.paid", "order.needs_refund"]),
  order_id: z.string(),
  merchant_trade_no: z.string(),
  trade_no: z.string(),
  amount: z.int(),
  payment_type: z.string(),
  paid_at: z.string(),
  invoice: z._default(z.nullable(z.custom<Invoice>((value) => typeof value === "object" && value !== null)), null),
});

async function send(deps: Deps, body: PaymentEvent, idempotencyKey: string) {
  const bearer = deps.config.UPSTREAM_SERVICE_TOKEN ?? "";
  return (await reportPayment(deps.upstream, { body, bearer, idempotencyKey })).body;
}

/** Doubles up to two minutes; half of it is chance, so that rows that failed together do not come back together. */
function pauseMs(attempts: number): number {
  const longest = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(attempts, 10));
  return longest / 2 + (Math.random() * longest) / 2;
}

const turn = { key: "unreported-payments", max: 1, windowMs: 3_600_000 };

/** Where the upstream takes no events, once an hour how many payments wait for an operator to report them. */
export async function warnOfLateRows(deps: Deps): Promise<void> {
  if (!isOn(deps) && (await countAgainst(deps.db, turn, deps.now())) !== null) return;
  const now = deps.now();
  const { count, oldestAt } = await lateRows(deps.db, now - lateMs);
  if (count > 0 && !isOn(deps)) deps.log.warn("settled payments are not known to the upstream", { count });
  else if (count > 0) deps.log.error("payment events are late", { count, ageSeconds: Math.floor((now - oldestAt) / 1000) });
}
