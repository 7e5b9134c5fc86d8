import type { PaymentProvider } from "#contract/payment";
import type { Deps } from "../../deps.ts";
import type { MessageRecord } from "../../payments/method.ts";
import { sha256Hex } from "../../platform/crypto.ts";
import { insertUnverifiedNotice } from "../../store/payments.ts";

/** An authentic notice from which nothing may be settled: it is kept and logged as an error, and the gateway is asked instead. */
export async function quarantine(
  deps: Deps,
  provider: PaymentProvider,
  reason: string,
  record: MessageRecord,
): Promise<void> {
  if (!(await keep(deps, provider, reason, record))) return;
  const { merchantTradeNo } = record;
  deps.counters.count("callback.quarantined", reason);
  deps.log.error("payment message quarantined", {
    reason,
    ...(merchantTradeNo === null ? {} : { merchantTradeNo }),
  });
}

/** @returns whether it is new. */
export async function keep(
  deps: Deps,
  provider: PaymentProvider,
  reason: string,
  { merchantTradeNo, fields }: MessageRecord,
): Promise<boolean> {
  const text = JSON.stringify(fields, Object.keys(fields).sort());
  return insertUnverifiedNotice(
    deps.db,
    { provider, id: await sha256Hex(`${reason}\n${text}`), merchantTradeNo, reason, fields: text },
    deps.now(),
  );
}
