// The lists of `npm run payments`. Changes nothing.
import { loadEnvFile } from "node:process";
import { openNotice } from "../worker/shop/payments/seal-notice.ts";
import { noticesOf, type KeptNotice } from "../worker/store/kept-notices.ts";
import {
  allRefunds,
  attemptsOf,
  owedPayments,
  waitingFor,
  type ListedRefund,
  type Owed,
  type Waiting,
} from "../worker/store/operator-lists.ts";
import { unreportedPayments, type UnreportedPayment } from "../worker/store/unreported-payments.ts";
import { endCommand } from "./command-line.ts";
import { askShopDatabase, type Target } from "./shop-database.ts";

/** Words of others must not steer the terminal. */
export const shown = (text: unknown) => String(text).replaceAll(/\p{Cc}/gu, "\uFFFD");
const timeOf = (epochMs: number) => new Date(epochMs).toISOString();
const line = (...parts: unknown[]) => console.log(parts.map(shown).join("  "));

const next: Record<Waiting["what"], (row: Waiting) => string> = {
  message: ({ id }) => `resolve ${id} REASON`,
  owed: ({ id }) => `refund ${id} REASON`,
  event: () => "the upstream's health, its service token; or unreported",
  refund: ({ id }) => `resolve ${id} made|not-made REASON`,
};

export async function listWaiting(target: Target): Promise<void> {
  const [found = []] = await askShopDatabase<Waiting>([waitingFor(Date.now())], target);
  for (const row of found) {
    line(timeOf(row.at), row.what, row.trade ?? "no trade", row.text.trim());
    line("   ", next[row.what](row));
  }
  console.log(`${found.length} things wait for a person.`);
}

export async function listRefunds(target: Target): Promise<void> {
  const [owed = [], refunds = []] = await askShopDatabase<Owed & ListedRefund>(
    [owedPayments, allRefunds],
    target,
  );
  for (const { paidAt, trade, tradeNo, number, left } of owed)
    line(timeOf(paidAt), "owed", trade, tradeNo, `NT$ ${left}`, `order ${number}`);
  for (const refund of refunds) line(...describeRefund(refund));
  console.log(`${owed.length} payments are owed back; there are ${refunds.length} refunds.`);
}

function describeRefund(refund: ListedRefund): unknown[] {
  const { id, trade, amount, state, code, message, createdAt, operator, reason } = refund;
  const answer = [code, message].filter((part) => part !== null && part !== "").join(" ");
  return [
    timeOf(createdAt),
    id,
    trade,
    `NT$ ${amount}`,
    answer === "" ? state : `${state} (${answer})`,
    `by ${operator ?? "nobody known"}: ${reason ?? ""}`,
  ];
}

export async function printAttempts(order: string, target: Target): Promise<void> {
  const parts = attemptsOf(order);
  const found = await askShopDatabase<Record<string, string | number | null>>(
    Object.values(parts),
    target,
  );
  for (const [index, title] of Object.keys(parts).entries()) {
    const rows = found[index] ?? [];
    if (rows.length === 0) continue;
    console.log(`\n${title}`);
    for (const row of rows)
      console.log(
        `  ${Object.entries(row)
          .filter(([, value]) => value !== null)
          .map(([name, value]) => `${name}=${shown(isTime(name) ? timeOf(Number(value)) : value)}`)
          .join("  ")}`,
      );
  }
  if ((found[0] ?? []).length === 0) console.log(`Nobody has tried to pay ${order}.`);
}

const isTime = (column: string) => column === "at" || /(_at|At)$/.test(column);

export async function listUnreported(target: Target): Promise<void> {
  const statements = [unreportedPayments.replaceAll(/\s+/g, " ")];
  const [found = []] = await askShopDatabase<UnreportedPayment>(statements, target);
  for (const { number, trade: paid, amount, paidAt, kind, attempts } of found) {
    const owed = kind === "order.paid" ? "" : ", to be refunded";
    console.log(`${timeOf(paidAt)}  ${number}  NT$ ${amount}  ${paid}  ${attempts} calls${owed}`);
  }
  console.log(`${found.length} settled payments are not known to the upstream.`);
}

export async function printNotices(tradeNo: string, target: Target): Promise<void> {
  const statement = statementOf(tradeNo);
  if (process.env.UPSTREAM_TOKEN_KEY === undefined && !target.isRemote) loadEnvFile(".dev.vars");
  const keys = process.env.UPSTREAM_TOKEN_KEY ?? endCommand(2, "UPSTREAM_TOKEN_KEY is missing");
  const [found = []] = await askShopDatabase<KeptNotice>([statement], target);
  for (const { sealed, receivedAt } of found) {
    const body = await openNotice(keys, sealed, tradeNo);
    const [keyName] = sealed.split(".");
    console.log(
      `${timeOf(receivedAt)}  ${body ?? `sealed with key ${keyName}, which is not here`}`,
    );
  }
  console.log(`${found.length} messages about ${tradeNo}.`);
}

function statementOf(tradeNo: string): string {
  try {
    return noticesOf(tradeNo);
  } catch (error) {
    endCommand(2, error instanceof Error ? error.message : String(error));
  }
}
