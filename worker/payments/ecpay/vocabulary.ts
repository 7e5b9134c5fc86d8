/** ECPay's All-in-One constants; page numbers are those of its developer site. */

export interface Keys {
  hashKey: string;
  hashIv: string;
}

export interface Account {
  merchantId: string;
  keys: Keys;
  /** The keys before a change: they verify, and sign only what ECPay refuses from the new. */
  previousKeys: Keys | null;
}

/** Page 2509. */
export const hosts = {
  stage: "https://payment-stage.ecpay.com.tw",
  production: "https://payment.ecpay.com.tw",
} as const;
export const checkoutPath = "/Cashier/AioCheckOut/V5";
export const queryPath = "/Cashier/QueryTradeInfo/V5";
/** Page 2885; not in stage. */
export const actionPath = "/CreditDetail/DoAction";

/** Page 2878: without it ECPay repeats the notice. */
export const acknowledgement = "1|OK";

/** Page 5740. */
export const codes = {
  paid: "1",
  atmNumberIssued: "2",
  storeNumberIssued: "10100073",
  declined: "10100058",
} as const;

/** Page 2890, `TradeStatus` of a query. */
export const tradeStatuses = {
  unpaid: "0",
  paid: "1",
  failed: "10200095",
  unknownTrade: "10200047",
} as const;
/** Page 2890: query 10 minutes after payment and 10 later; too many block for half an hour. */
export const asking = {
  mostPerMinute: 30,
  pauseMs: 30 * 60_000,
  everyMs: 10 * 60_000,
  closelyMs: 60 * 60_000,
  closelyWhenShortMs: 25 * 60_000,
} as const;

/** Page 2885: a batch from 20:15 to 20:30 in Taipei, in ms from midnight UTC with a margin. */
export const quiet = { fromMs: (12 * 60 + 10) * 60_000, untilMs: (12 * 60 + 45) * 60_000 } as const;
/** Page 2878: paid by instalments, which can be given back whole only. */
export const instalmentType = "Flexible_Installment";

/** ECPay's overview of fees: one card order of a member without a contract of its own. */
export const cardOrderTwd = { min: 5, max: 199_999 } as const;

/** Pages 2862 and 2902. */
export const merchantTradeNoPattern = /^[A-Z0-9]{1,20}$/;
/** A signed value with one of these could be read as two fields. */
export const unsafeInSignedValue = /[&=<>%\p{Cc}]/u;
/** Page 2862: maximum length. No query string, which would contain `&` and `=`. */
export const signedUrlPattern = /^https?:\/\/[^\s?#]{1,190}$/;

const text = (max: number) => new RegExp(`^[^&=<>%\\p{Cc}]{0,${max}}$`, "u");
export const amount = /^[1-9]\d{0,9}$/;
const moment = /^(\d{4}\/\d{2}\/\d{2} \d{2}:\d{2}:\d{2})?$/;

/** Page 2878. */
const noticeFields: Record<string, RegExp> = {
  MerchantID: /^\d{1,10}$/,
  MerchantTradeNo: merchantTradeNoPattern,
  StoreID: /^[0-9A-Za-z]{0,20}$/,
  RtnCode: /^\d{1,10}$/,
  RtnMsg: text(200),
  TradeNo: /^[0-9A-Za-z]{1,20}$/,
  TradeAmt: amount,
  PaymentDate: moment,
  PaymentType: /^[0-9A-Za-z_]{0,50}$/,
  PaymentTypeChargeFee: /^(\d{1,10}(\.\d{1,4})?)?$/,
  PlatformID: /^\d{0,10}$/,
  TradeDate: moment,
  SimulatePaid: /^[01]$/,
  CustomField1: text(50),
  CustomField2: text(50),
  CustomField3: text(50),
  CustomField4: text(50),
  CheckMacValue: /^[0-9A-Fa-f]{64}$/,
};

/** Page 5675: added by NeedExtraPaidInfo=Y, which the merchant's settings may turn on. */
const extraFields: Record<string, RegExp> = Object.fromEntries(
  (
    "WebATMAccBank WebATMAccNo WebATMBankName ATMAccBank ATMAccNo PaymentNo PayFrom gwsr " +
    "process_date auth_code amount stage stast staed eci card4no card6no red_dan red_de_amt " +
    "red_ok_amt red_yet PeriodType Frequency ExecTimes PeriodAmount TotalSuccessTimes " +
    "TotalSuccessAmount AlipayID AlipayTradeNo TenpayTradeNo TWQRTradeNo"
  )
    .split(" ")
    .map((name) => [name, text(100)]),
);

/** Never kept (security checklist R56). */
export const cardFields: ReadonlySet<string> = new Set(["card4no", "card6no", "auth_code"]);

export const documentedNoticeFields: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({ ...noticeFields, ...extraFields }),
);
export const requiredNoticeFields = [
  "MerchantID",
  "MerchantTradeNo",
  "RtnCode",
  "TradeNo",
  "TradeAmt",
  "CheckMacValue",
] as const;

/** Page 2890. A trade that ECPay does not know has no number, date or amount. */
export const queryAnswerFields: Record<string, RegExp> = {
  MerchantTradeNo: /^[0-9A-Za-z]{0,20}$/,
  TradeNo: /^[0-9A-Za-z]{0,20}$/,
  TradeAmt: /^(0|[1-9]\d{0,9})?$/,
  TradeStatus: /^\d{1,10}$/,
  PaymentType: /^[0-9A-Za-z_]{0,50}$/,
  PaymentDate: moment,
};

/** `url` is before ECPay's paths. The other loopback name: the return is cross-site, as with it. */
export function cashierOf(environment: keyof typeof hosts | "stand-in", publicOrigin: string) {
  const own = otherLoopbackOrigin(publicOrigin);
  const cashiers = {
    "stand-in": { origin: own, url: `${own}/local/ecpay` },
    stage: { origin: hosts.stage, url: hosts.stage },
    production: { origin: hosts.production, url: hosts.production },
  };
  return cashiers[environment];
}

function otherLoopbackOrigin(origin: string): string {
  const url = new URL(origin);
  if (url.hostname === "localhost") url.hostname = "127.0.0.1";
  else if (url.hostname === "127.0.0.1") url.hostname = "localhost";
  return url.origin;
}

/** `yyyy/MM/dd HH:mm:ss` in UTC+8, without summer time. */
export function taipeiTime(epochMs: number): string {
  return new Date(epochMs + 8 * 3_600_000)
    .toISOString()
    .slice(0, 19)
    .replaceAll("-", "/")
    .replace("T", " ");
}

/** Null when it cannot be read; ECPay may leave it empty. */
export function epochOfTaipei(written: string): number | null {
  const time = Date.parse(`${written.replaceAll("/", "-").replace(" ", "T")}+08:00`);
  return Number.isNaN(time) ? null : time;
}
