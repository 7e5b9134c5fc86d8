/**
 * What the shop needs of a payment gateway. A gateway is a folder beside this file and a row in `methods.ts`; nothing else
 * of the Worker knows which one takes the money. Giving money back is no part of it yet: people do that in the gateway's
 * own console, and a call for it belongs here.
 */
import type { Locale } from "#contract/locales";
import type { Config } from "../env.ts";
import type { Log } from "../platform/log.ts";

/** What is to be paid. */
interface Trade {
  amountTwd: number;
  itemCount: number;
  /** Epoch milliseconds. */
  createdAt: number;
  locale: Locale;
}

/** What the shopper's browser does to get to the cashier: it posts these fields itself. */
interface CashierForm {
  /** The shop's number of this trade, in the gateway's format. No two attempts share one. */
  merchantTradeNo: string;
  url: string;
  method: "POST";
  fields: Record<string, string>;
}

/** What the gateway says of one attempt's money, whether it tells or is asked. */
export interface Payment {
  merchantTradeNo: string;
  /** The gateway's own number; empty while it has none. */
  tradeNo: string;
  amountTwd: number;
  /** `unknown`: the gateway does not know the trade, or says what it never says. */
  status: "paid" | "failed" | "unpaid" | "unknown";
  /** The gateway's code for it, kept for people to look up. */
  code: string;
  paymentType: string;
  /** Epoch milliseconds; null where the gateway does not say. */
  paidAt: number | null;
}

/** A message as it is kept for people when nothing may be settled from it: without signature and card data. */
export interface MessageRecord {
  /** Null where the message names none that could be ours. */
  merchantTradeNo: string | null;
  fields: Record<string, string>;
}

export interface Report {
  payment: Payment;
  record: MessageRecord;
}

/** `unverified` is the gateway's own message with content it never sends; `refused` is nobody's, and nothing of it is kept. */
export type Notice =
  | ({ kind: "report" } & Report)
  | { kind: "unverified"; reason: string; record: MessageRecord }
  | { kind: "refused"; reason: string };

export interface PaymentMethod {
  /** Where a page's form may go to. */
  formOrigin: string;
  /** What the gateway's server reads in answer to its message. */
  acknowledgement: string;
  refusal: string;
  asking: {
    mostPerMinute: number;
    /** How long to keep still after it found us too fast. */
    pauseMs: number;
    /** When to ask in an attempt's first hour. */
    firstMinutes: readonly number[];
  };
  begin(trade: Trade): Promise<CashierForm>;
  /** Reads a message that the gateway's server or the shopper's browser brought. It settles nothing. */
  readNotice(body: string): Promise<Notice>;
  /** Never throws for what the gateway does: it is asked again. */
  ask(merchantTradeNo: string): Promise<Report | "too_fast" | "no_answer">;
}

export interface Surroundings {
  config: Config;
  /** The stand-in cashier, in local mode only. */
  cashier: Fetcher | undefined;
  /** Where the shopper and the gateway reach the shop. */
  publicOrigin: string;
  log: Log;
  now: () => number;
}

/** Messages of all gateways arrive below it. */
export const messagesPath = "/api/v1/payments";

export interface PaymentAdapter {
  /** Addresses below `messagesPath` that its server and the shopper's browser bring messages to. */
  messages: { notice: `/${string}`; shopperReturn: `/${string}` };
  open(surroundings: Surroundings): PaymentMethod;
}
