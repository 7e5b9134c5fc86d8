-- What must follow when the database was brought back to an earlier time (restore.md), once, by whoever did it. It knows nothing of
-- what happened since that time; members, the gateway and the upstream do.

-- Every session ends, and codes are void: also those that an app shows now and next.
INSERT INTO settings (name, value) VALUES ('session_epoch', 1) ON CONFLICT (name) DO UPDATE SET value = value + 1;
DELETE FROM sign_in_challenges;
UPDATE second_steps SET last_step = unixepoch() / 30 + 1 WHERE confirmed_at IS NOT NULL;

-- A refund that is still to be made may have been made: people look at it in the gateway's console.
UPDATE refunds SET state = 'unclear', asked_at = coalesce(asked_at, unixepoch() * 1000), message = 'restored'
  WHERE state IN ('requested', 'asking');

-- The gateway is asked about every attempt of these weeks that is not paid, those that were begun last first.
UPDATE payment_attempts SET state = CASE state WHEN 'expired' THEN 'open' ELSE state END,
  next_query_at = unixepoch() * 1000 - max(0, created_at - (unixepoch() - 38 * 86400) * 1000) / 1000
  WHERE state IN ('open', 'failed', 'expired') AND created_at > (unixepoch() - 38 * 86400) * 1000;

-- The upstream is told again; it knows each event by its key. A nightly copy is not of one moment: a payment may be in it
-- without its event.
UPDATE outbox SET next_at = unixepoch() * 1000, lease_until = 0 WHERE sent_at IS NULL;
WITH paid AS (
  SELECT *, CASE WHEN needs_refund = 1 AND (
      EXISTS (SELECT 1 FROM payment_attempts AS other WHERE other.order_id = payment_attempts.order_id AND other.state = 'paid' AND other.needs_refund = 0)
      OR EXISTS (SELECT 1 FROM cancelled_orders WHERE cancelled_orders.order_id = payment_attempts.order_id))
    THEN 'order.needs_refund' ELSE 'order.paid' END AS kind
  FROM payment_attempts WHERE state = 'paid' AND paid_at > (unixepoch() - 29 * 86400) * 1000
    AND NOT EXISTS (SELECT 1 FROM outbox WHERE idempotency_key = 'payment-' || merchant_trade_no)
)
INSERT INTO outbox (order_id, kind, idempotency_key, payload, created_at, next_at)
  SELECT order_id, kind, 'payment-' || merchant_trade_no,
    json_object('kind', kind, 'order_id', order_id, 'merchant_trade_no', merchant_trade_no, 'trade_no', trade_no, 'amount', amount_twd,
      'payment_type', payment_type, 'paid_at', strftime('%Y-%m-%dT%H:%M:%S', paid_at / 1000, 'unixepoch') || printf('.%03dZ', paid_at % 1000),
      'invoice', json_extract(snapshot, '$.invoice')),
    unixepoch() * 1000, unixepoch() * 1000
  FROM paid WHERE true ON CONFLICT DO NOTHING;
