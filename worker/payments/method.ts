/** The port to gateways: each is a folder here and a row in `methods.ts`; nothing else names one. */
import type { Locale } from "#contract/locales";
import type { PayableTwd } from "#contract/money";
import type { Config, PageConfig } from "../env.ts";
import type { Log } from "../platform/log.ts";

interface Trade {
  amountTwd: number;
  orderNumber: string;
  createdAt: number;
  locale: Locale;
}

type Start = {
  /** Names this attempt in every message: unique, not to be guessed, in the gateway's format. */
  merchantTradeNo: string;
} & ({ form: { url: string; fields: Record<string, string> } } | { redirect: string });

/**
 * `authorised`: money moves when the shop confirms it. `unknown`: the gateway does not know the
 * trade, or the report cannot be understood.
 */
export type PaymentStatus = "paid" | "authorised" | "failed" | "unpaid" | "unknown";

export interface Payment {
  merchantTradeNo: string;
  tradeNo: string;
  amountTwd: number;
  status: PaymentStatus;
  code: string;
  paymentType: string;
  paidAt: number | null;
}

/** Kept when a message settles nothing: without signature and card data. */
export interface MessageRecord {
  merchantTradeNo: string | null;
  fields: Record<string, string>;
}

export interface Report {
  payment: Payment;
  record: MessageRecord;
}

/**
 * `unverified`: signed, with unexpected content. `refused`: not signed; nothing of it is kept, and
 * the trade of this shop's own account that it names is not proven.
 */
export type Notice =
  | ({ kind: "report" } & Report)
  | { kind: "unverified"; reason: string; record: MessageRecord }
  | { kind: "refused"; reason: string; names?: string };

type Returned = Pick<Payment, "merchantTradeNo" | "status"> & { amountTwd: number | null };

/** Of a gateway whose shopper brings what its server says. */
export function returnedBy(notice: Notice): Returned | null {
  if (notice.kind === "report") return notice.payment;
  const merchantTradeNo = notice.kind === "unverified" ? notice.record.merchantTradeNo : null;
  return merchantTradeNo === null ? null : { merchantTradeNo, status: "unknown", amountTwd: null };
}

export type PaidTrade = Pick<Payment, "merchantTradeNo" | "tradeNo" | "amountTwd" | "paymentType">;

/** `unclear`: the money may be on its way back, so it must not be asked for again. */
export type RefundAnswer =
  | { kind: "made" | "refused"; code: string; message: string }
  | { kind: "unclear"; reason: string };

export interface Notices {
  acknowledgement: string;
  refusal: string;
  /** False where anybody could sign as the gateway: only its answer to a question settles there. */
  isBelieved: boolean;
  /** A notice that the shop sends to itself, about a trade that no order ever has. */
  probe: {
    path: string;
    merchantTradeNo: string;
    /** Where it was read, believed and looked for in the database. */
    answer: string;
    sign(): Promise<string>;
  };
  read(body: string): Promise<Notice>;
}

/** `ask`, `confirm` and `refund` never throw because of the gateway. */
export interface PaymentMethod {
  /** False where its settings are missing: what was begun with it ends, and nobody may choose it. */
  isOffered: boolean;
  payableTwd: PayableTwd;
  asking: {
    mostPerMinute: number;
    pauseMs: number;
    everyMs: number;
    /** Until the attempt is this old, or that old while more is due than may be asked. */
    closelyMs: number;
    closelyWhenShortMs: number;
  };
  /** Where the gateway sends none, the shop's questions settle. */
  notices?: Notices;
  start(trade: Trade): Promise<Start>;
  /** @returns null for what is not of the gateway. `message`: a query, or the body of a form. */
  returned(message: string): Promise<Returned | null>;
  ask(merchantTradeNo: string): Promise<Report | "too_fast" | "no_answer">;
  confirm?(merchantTradeNo: string, amountTwd: number): Promise<Report | "no_answer">;
  /** Payments from before this instant can be refunded now; null while none may be. */
  refundableBefore(now: number): number | null;
  refund(trade: PaidTrade, amountTwd: number): Promise<RefundAnswer>;
}

export interface Surroundings {
  config: Config;
  bindings: { CASHIER?: Fetcher };
  publicOrigin: string;
  log: Log;
  now: () => number;
}

export const messagesPath = "/api/v1/payments";

export interface PaymentAdapter {
  messages: { notice?: `/${string}`; shopperReturn: `/${string}`; returnsBy: "GET" | "POST" };
  formOrigin?(config: PageConfig, publicOrigin: string): string;
  open(surroundings: Surroundings): PaymentMethod;
}
