import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../deps.ts";
import { insertWhere } from "./insert-select.ts";
import { paymentAttempts, paymentNotices } from "./schema.ts";

export interface NoticeToKeep {
  id: string;
  sealed: string;
}

interface About {
  provider: string;
  merchantTradeNo: string;
  amountTwd: number;
}

/** A statement: keeps the message if it is about an attempt of ours and its sum; without a message it does nothing. */
export function insertNotice(
  db: Database,
  notice: NoticeToKeep | null,
  { provider, merchantTradeNo, amountTwd }: About,
  now: number,
) {
  const row = { id: "", sealed: "", ...notice, merchantTradeNo, receivedAt: now };
  const isOurs = and(
    sql`${notice === null ? 0 : 1} = 1`,
    sql`${paymentAttempts.provider} = ${provider}`,
    eq(paymentAttempts.merchantTradeNo, merchantTradeNo),
    eq(paymentAttempts.amountTwd, amountTwd),
  );
  return insertWhere(db, paymentNotices, row, isOurs, paymentAttempts).onConflictDoNothing();
}
