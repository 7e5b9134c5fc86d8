// The lists of `npm run payments`. Changes nothing.
import { loadEnvFile } from "node:process";
import { openNotice } from "../worker/shop/payments/quarantine.ts";
import {
  allRefunds,
  attemptsOf,
  type KeptNotice,
  type ListedRefund,
  type Payment,
  noticesOf,
  owedPayments,
  type UnreportedPayment,
  unreportedPayments,
  type Waiting,
  waitingFor,
} from "../worker/store/operators.ts";
import type { AskDatabase } from "./local-state.ts";

export interface Desk {
  /** The deployed shop, not this machine's. */
  isRemote: boolean;
  ask: AskDatabase;
  print(line: string): void;
}

/** Ends the command. 2: it was called wrongly. 1: it cannot be done. */
export class Refusal extends Error {
  readonly code: 1 | 2;

  constructor(code: 1 | 2, message: string) {
    super(message);
    this.code = code;
  }
}

export function refuse(code: 1 | 2, message: string): never {
  throw new Refusal(code, message);
}

/** Words of others must not steer the terminal. */
export const shown = (text: unknown) => String(text).replaceAll(/\p{Cc}/gu, "\uFFFD");

const timeOf = (epochMs: number) => new Date(epochMs).toISOString();
const line = (desk: Desk, ...parts: unknown[]) => desk.print(parts.map(shown).join("  "));

const next: Record<Waiting["what"], (row: Waiting) => string> = {
  message: ({ id }) => `resolve ${id} REASON`,
  owed: ({ id }) => `refund ${id} REASON`,
  event: () => "the upstream's health, its service token; or unreported",
  refund: ({ id }) => `resolve ${id} made|not-made REASON`,
};

export async function listWaiting(desk: Desk): Promise<void> {
  const [found = []] = await desk.ask<Waiting>([waitingFor(Date.now())]);
  for (const row of found) {
    line(desk, timeOf(row.at), row.what, row.trade ?? "no trade", row.text.trim());
    line(desk, "   ", next[row.what](row));
  }
  desk.print(`${found.length} things wait for a person.`);
}

export async function listRefunds(desk: Desk): Promise<void> {
  const [owed = [], refunds = []] = await desk.ask<Payment & ListedRefund>([
    owedPayments,
    allRefunds,
  ]);
  for (const { paidAt, trade, tradeNo, number, left } of owed)
    line(desk, timeOf(paidAt ?? 0), "owed", trade, tradeNo, `NT$ ${left}`, `order ${number}`);
  for (const refund of refunds) line(desk, ...describeRefund(refund));
  desk.print(`${owed.length} payments are owed back; there are ${refunds.length} refunds.`);
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

export async function printAttempts(order: string, desk: Desk): Promise<void> {
  const parts = attemptsOf(order);
  const found = await desk.ask<Record<string, string | number | null>>(Object.values(parts));
  for (const [index, title] of Object.keys(parts).entries()) {
    const rows = found[index] ?? [];
    if (rows.length === 0) continue;
    desk.print(`\n${title}`);
    for (const row of rows)
      desk.print(
        `  ${Object.entries(row)
          .filter(([, value]) => value !== null)
          .map(([name, value]) => `${name}=${shown(isTime(name) ? timeOf(Number(value)) : value)}`)
          .join("  ")}`,
      );
  }
  if ((found[0] ?? []).length === 0) desk.print(`Nobody has tried to pay ${order}.`);
}

const isTime = (column: string) => column === "at" || /(_at|At)$/.test(column);

export async function listUnreported(desk: Desk): Promise<void> {
  const [found = []] = await desk.ask<UnreportedPayment>([unreportedPayments]);
  for (const { number, trade: paid, amount, paidAt, kind, attempts } of found) {
    const owed = kind === "order.paid" ? "" : ", to be refunded";
    desk.print(`${timeOf(paidAt)}  ${number}  NT$ ${amount}  ${paid}  ${attempts} calls${owed}`);
  }
  desk.print(`${found.length} settled payments are not known to the upstream.`);
}

export async function printNotices(tradeNo: string, desk: Desk): Promise<void> {
  const statement = noticesOf(tradeNo);
  if (process.env.UPSTREAM_TOKEN_KEY === undefined && !desk.isRemote) loadEnvFile(".dev.vars");
  const keys = process.env.UPSTREAM_TOKEN_KEY ?? refuse(2, "UPSTREAM_TOKEN_KEY is missing");
  const [found = []] = await desk.ask<KeptNotice>([statement]);
  for (const { sealed, receivedAt } of found) {
    const body = await openNotice(keys, sealed, tradeNo);
    const [keyName] = sealed.split(".");
    desk.print(`${timeOf(receivedAt)}  ${body ?? `sealed with key ${keyName}, which is not here`}`);
  }
  desk.print(`${found.length} messages about ${tradeNo}.`);
}
