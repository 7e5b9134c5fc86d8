// The commands of `npm run payments` by their names.
import {
  listRefunds,
  listUnreported,
  listWaiting,
  printAttempts,
  printNotices,
  refuse,
  Refusal,
  shown,
  type Desk,
} from "./payment-lists.ts";
import { createHash, randomBytes } from "node:crypto";
import {
  messagePattern,
  paymentOf,
  quotedMessage,
  quotedRefund,
  refundEndings,
  refundOf,
  requestRefund,
  resolveMessage,
  resolveRefund,
  type ListedRefund,
  type Operation,
  type Payment,
  type RefundEnding,
} from "../worker/store/operators.ts";

type Run = (words: string[], desk: Desk, by: By) => Promise<void>;

const commands: Record<string, { least: number; most: number; run: Run }> = {
  waiting: { least: 0, most: 0, run: (_, desk) => listWaiting(desk) },
  refunds: { least: 0, most: 0, run: (_, desk) => listRefunds(desk) },
  unreported: { least: 0, most: 0, run: (_, desk) => listUnreported(desk) },
  attempt: { least: 1, most: 1, run: ([order = ""], desk) => printAttempts(order, desk) },
  notices: { least: 1, most: 1, run: ([trade = ""], desk) => printNotices(trade, desk) },
  refund: { least: 2, most: Infinity, run: requestRefundOf },
  resolve: { least: 2, most: Infinity, run: resolveEntry },
};

/** @throws Refusal */
export async function runPaymentCommand(
  [name = "", ...words]: string[],
  { desk, by, help }: { desk: Desk; by: By; help: string },
): Promise<void> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined || words.length < command.least || words.length > command.most)
    refuse(2, help);
  try {
    await command.run(words, desk, by);
  } catch (error) {
    // Numbers and sums that are none; they are refused before anything is asked.
    throw error instanceof RangeError ? new Refusal(2, error.message) : error;
  }
}

// Changes are printed first, and made by a second run that repeats the first one's code.
export interface By {
  operator: string;
  /** The code of the first run. */
  confirmed: string | null;
}

interface Change {
  /** What would happen, in sentences. */
  plan: string[];
  /** What the operator was shown; the code is of these, so that it fits nothing else. */
  seen: unknown[];
  statements: (operation: Operation) => readonly string[];
}

const longest = { operator: 60, reason: 500 };

/** TRADE [AMOUNT] REASON */
async function requestRefundOf(words: string[], desk: Desk, by: By): Promise<void> {
  const [trade = "", ...rest] = words;
  const named = /^\d{1,9}$/.test(rest[0] ?? "") ? Number(rest.shift()) : null;
  const reason = rest.join(" ");
  const [found = []] = await desk.ask<Payment>([paymentOf(trade)]);
  const [payment] = found;
  if (payment === undefined) refuse(1, `There is no payment ${trade}.`);
  if (payment.state !== "paid") refuse(1, `${trade} is not paid: it is ${payment.state}.`);
  const { number, tradeNo, amount: paid, left, refunds } = payment;
  const amount = named ?? left;
  if (amount < 1 || amount > left) refuse(1, `Of NT$ ${paid}, NT$ ${left} are left to give back.`);
  const id = `RF${randomBytes(8).toString("hex").toUpperCase()}`;
  await carryOut(reason, by, desk, {
    plan: [
      `Gives back NT$ ${amount} of NT$ ${paid} for order ${number}, the gateway's trade ${tradeNo}.`,
      `NT$ ${left - amount} are left then. The Worker asks the gateway once the payment is closed; it cannot be called off after that.`,
    ],
    seen: ["refund", trade, amount, refunds, left],
    statements: (operation) =>
      requestRefund({ id, trade, amount, knownRefunds: refunds }, operation),
  });
}

const endings: Readonly<Record<string, RefundEnding>> = { made: "made", "not-made": "not_made" };

/** ID REASON of a message, REFUND made|not-made REASON of a refund. */
async function resolveEntry(words: string[], desk: Desk, by: By): Promise<void> {
  const [id = "", ...rest] = words;
  if (messagePattern.test(id)) return resolveInbox(id, rest.join(" "), by, desk);
  const [named = "", ...reason] = rest;
  const ending = Object.hasOwn(endings, named) ? endings[named] : undefined;
  const [found = []] = await desk.ask<ListedRefund>([refundOf(quotedRefund(id))]);
  const [refund] = found;
  if (refund === undefined) refuse(1, `There is no refund ${id}.`);
  if (ending === undefined) refuse(2, "Say made or not-made, then why.");
  const { trade, amount, state } = refund;
  const allowed: readonly string[] = refundEndings[ending];
  if (!allowed.includes(state)) refuse(1, `A refund that is ${state} cannot become ${named}.`);
  await carryOut(reason.join(" "), by, desk, {
    plan: [
      `Writes that the refund of NT$ ${amount} of ${trade}, which is ${state}, was ${ending === "made" ? "made" : "not made"}.`,
      "Look at the trade in the gateway's console first; nothing here asks the gateway.",
    ],
    seen: ["resolve", id, ending, state],
    statements: (operation) => resolveRefund(id, ending, operation),
  });
}

interface Message {
  reason: string;
  trade: string | null;
  fields: string;
  resolvedAt: number | null;
}

async function resolveInbox(id: string, reason: string, by: By, desk: Desk): Promise<void> {
  const statement = `SELECT reason, merchant_trade_no AS trade, fields, resolved_at AS resolvedAt
    FROM payment_inbox WHERE id = ${quotedMessage(id)}`;
  const [found = []] = await desk.ask<Message>([statement]);
  const [message] = found;
  if (message === undefined) refuse(1, `There is no message ${id}.`);
  if (message.resolvedAt !== null) refuse(1, "This message was looked at before.");
  await carryOut(reason, by, desk, {
    plan: [
      `Marks the message about ${message.trade ?? "no trade"} (${message.reason}) as looked at. It settles nothing.`,
      message.fields,
    ],
    seen: ["resolve", id],
    statements: (operation) => resolveMessage(id, operation),
  });
}

/** Shows the plan, and carries it out where the code of the first run is given. */
async function carryOut(
  why: string,
  { operator: named, confirmed }: By,
  { ask, print, isRemote }: Desk,
  { plan, seen, statements }: Change,
): Promise<void> {
  const [operator, reason] = [named.trim(), why.trim()];
  if (!isWords(operator, longest.operator)) refuse(2, "Say who you are: --as NAME");
  if (!isWords(reason, longest.reason)) refuse(2, "Say why.");
  const code = createHash("sha256")
    .update(JSON.stringify([...seen, operator, reason, isRemote]))
    .digest("hex")
    .slice(0, 8);
  for (const sentence of plan) print(shown(sentence));
  if (confirmed === null)
    return print(`\nNothing was changed. To do it, run the same again with --confirm ${code}`);
  if (confirmed !== code)
    refuse(1, "\nThe code is another: what it was for is not what you see here.");
  const id = randomBytes(16).toString("hex");
  const made = await ask<{ id: string }>(statements({ id, operator, reason, now: Date.now() }));
  const [row] = made.at(-1) ?? [];
  if (row === undefined) refuse(1, "\nNothing was changed: the books are others by now.");
  print(`\nDone: ${row.id}`);
}

function isWords(text: string, most: number): boolean {
  return text !== "" && text.length <= most && !/\p{Cc}/u.test(text);
}
