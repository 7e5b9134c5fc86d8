/** Reports payments to the upstream with the shop's own credential: at least once, in order for each order, without giving up. */
import * as z from "zod/mini";
import type { Deps } from "../../deps.ts";
import { reportPayment, type Invoice, type PaymentEvent } from "../../upstream/payment-events.ts";
import { countAgainst } from "../../store/limits.ts";
import { lateRows, leaseRows, markSent, putOff, type OutboxRow } from "../../store/outbox.ts";

const leaseMs = 30_000;
const rowsAtOnce = 5;
/** A run must end within its minute. */
const maxRunMs = 40_000;
const firstPauseMs = 2_000;
const longestPauseMs = 120_000;
const lateMs = 15 * 60_000;

/** Without a configured path nothing is sent, and the rows wait for an operator. */
const isOn = ({ config }: Deps) => config.UPSTREAM_PAYMENT_EVENTS_PATH !== null;

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
      deps.log.error("a payment must be refunded", {
        orderId: row.orderId,
        merchantTradeNo: event.merchant_trade_no,
      });
  } catch (error) {
    deps.log.warn("the upstream has not taken a payment event", {
      orderId: row.orderId,
      count: row.attempts,
      error,
    });
    await putOff(deps.db, row, deps.now() + pauseMs(row.attempts));
  }
}

const storedEvent = z.object({
  kind: z.enum(["order.paid", "order.needs_refund"]),
  order_id: z.string(),
  merchant_trade_no: z.string(),
  trade_no: z.string(),
  amount: z.int(),
  payment_type: z.string(),
  paid_at: z.string(),
  invoice: z._default(
    z.nullable(z.custom<Invoice>((value) => typeof value === "object" && value !== null)),
    null,
  ),
});

async function send(deps: Deps, body: PaymentEvent, idempotencyKey: string) {
  const bearer = deps.config.UPSTREAM_SERVICE_TOKEN ?? "";
  return (await reportPayment(deps.upstream, { body, bearer, idempotencyKey })).body;
}

/** Doubles up to two minutes. Half of it is random, so that rows which failed together are not retried together. */
function pauseMs(attempts: number): number {
  const longest = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(attempts, 10));
  return longest / 2 + (Math.random() * longest) / 2;
}

const turn = { key: "unreported-payments", max: 1, windowMs: 3_600_000 };

/** Warns of late rows; without a configured path, counts once an hour the payments that an operator has to report. */
export async function warnOfLateRows(deps: Deps): Promise<void> {
  if (!isOn(deps) && (await countAgainst(deps.db, turn, deps.now())) !== null) return;
  const now = deps.now();
  const { count, oldestAt } = await lateRows(deps.db, now - lateMs);
  if (count > 0 && !isOn(deps))
    deps.log.warn("settled payments are not known to the upstream", { count });
  else if (count > 0)
    deps.log.error("payment events are late", {
      count,
      ageSeconds: Math.floor((now - oldestAt) / 1000),
    });
}
