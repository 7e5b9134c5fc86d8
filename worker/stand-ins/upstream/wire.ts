/**
 * What this system hears under `/api/v1`, written from the two documents: "account" is
 * `account-and-quiz.md`, "shop" is `shop.md`, the number is the section. What it says is shaped by
 * `routes/`; `http/documented-only.ts` lists what of that the documents show.
 */
import * as z from "zod/mini";

/** The three languages of the specification (account 9), and how a request asks for one. */
export const locales = ["zh", "en", "ja"] as const;
export type Locale = (typeof locales)[number];

export function isLocale(value: unknown): value is Locale {
  return locales.some((locale) => locale === value);
}

export function localeOfAcceptLanguage(header: string): Locale | null {
  const ranked = header
    .split(",", 32)
    .flatMap((part) => {
      const [tag = "", quality] = part.split(";q=", 2);
      const primary = tag.trim().toLowerCase().split(/[-_]/)[0];
      return isLocale(primary)
        ? [{ locale: primary, quality: quality === undefined ? 1 : Number(quality) || 0 }]
        : [];
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  return ranked[0]?.locale ?? null;
}

/** Ours: no document names the families. */
export const noteFamilies = [
  ...(["citrus", "fruity", "green", "aquatic", "herbal", "floral"] as const),
  ...(["spicy", "tea", "woody", "resinous", "gourmand", "musky"] as const),
];
export type NoteFamily = (typeof noteFamilies)[number];

/* Values. Lengths count code points; control characters and lone surrogates are refused. */

// oxlint-disable-next-line no-control-regex -- refusing control characters is the point
const controlCharacters = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/;
const isCleanText = (value: string) => value.isWellFormed() && !controlCharacters.test(value);
const short = (most: number) => z.string().check(z.maxLength(most));

/** Free text of `min` to `max` code points, stored as NFC. */
function text(max: number, min = 0) {
  return z.pipe(
    short(max * 2).check(z.refine(isCleanText)),
    z.pipe(
      z.transform((value: string) => value.normalize("NFC")),
      z.string().check(
        z.refine((value) => [...value].length <= max, { abort: true }),
        z.refine((value) => value.trim().length >= min),
      ),
    ),
  );
}
const optionalText = (max: number) => z.nullish(text(max));

/** Full-width digits and letters become plain ones. */
const folded = (maxSent: number) =>
  z.pipe(
    short(maxSent),
    z.transform((value: string) => value.normalize("NFKC").trim()),
  );

export const idPattern = /^[A-Za-z0-9_-]{1,64}$/;
const id = z.string().check(z.regex(idPattern));
const ids = (most: number) => z.array(id).check(z.maxLength(most));
const whole = (min: number, max: number) => z.int().check(z.gte(min), z.lte(max));

const emailPattern =
  /^[^\s@<>()[\],;:\\"]{1,64}@[^\s@<>()[\],;:\\"]{1,189}\.[^\s@<>()[\],;:\\".]{2,63}$/u;
const email = z.pipe(folded(254), z.string().check(z.regex(emailPattern), z.refine(isCleanText)));
/** Five digits or more after leading zeros. */
const phone = z.pipe(
  folded(40),
  z.string().check(z.regex(/^(?=[\D0]*[1-9](?:\D*\d){4})[\d\-+() ]{1,20}$/)),
);
const dialCode = z.string().check(z.regex(/^\+\d{1,4}$/));
/** Shop 5: eight digits in Taiwan; other countries' formats are not checked. */
export const taiwanTaxIdPattern = /^\d{8}$/;
const taxId = z.pipe(folded(100), text(50));
const name = text(50, 1);
const address = text(200, 1);
const companyName = text(128);

/* Signing in (account 3, 4 and 7). */

const longestPassword = 1024;
/** The user name is the e-mail. */
export const signInForm = z.strictObject({
  username: email,
  password: short(longestPassword).check(z.minLength(1)),
});
export const requestOtpBody = z.strictObject({ language_code: z.enum(locales) });
export const verifyOtpBody = z.strictObject({ code: z.string().check(z.regex(/^\d{6}$/)) });

const password = short(longestPassword).check(
  z.minLength(1),
  z.refine((value) => value.isWellFormed()),
);
export const changePasswordBody = z.strictObject({
  old_password: password,
  new_password: password,
  confirm_password: password,
});
export type ChangePassword = z.infer<typeof changePasswordBody>;
export const forgotPasswordBody = z.strictObject({ email, language: z.enum(locales) });

/* Members and their addresses (account 3, 5 and 7). */

const countries = "TW JP CN HK MO SG KR MY TH ID PH VN US CA GB FR DE IT ES AU NZ IN".split(" ");

export const registration = z
  .strictObject({
    first_name: name,
    last_name: name,
    email,
    country: z.enum(countries),
    country_code: dialCode,
    phone,
    address,
    is_business: z.boolean(),
    company_name: z.nullish(companyName),
    tax_id: z.nullish(taxId),
    language_code: z.enum(locales),
  })
  .check(
    z.refine(
      ({ is_business, country, tax_id }) =>
        !is_business || country !== "TW" || !tax_id || taiwanTaxIdPattern.test(tax_id),
      { path: ["tax_id"] },
    ),
  );
export type Registration = z.infer<typeof registration>;

/** The country is read-only on the profile. */
export const memberChange = z.strictObject({
  first_name: z.optional(name),
  last_name: z.optional(name),
  phone: z.optional(phone),
  country_code: z.optional(dialCode),
  address: z.optional(text(200)),
  company_name: z.nullish(companyName),
  tax_id: z.nullish(taxId),
  avatar_url: z.nullish(short(500).check(z.regex(/^(https:\/\/\S+)?$/))),
  language_code: z.optional(z.enum(locales)),
  time_zone: z.optional(short(50).check(z.regex(/^[A-Za-z0-9_+\-/]*$/))),
});
export type MemberChange = z.infer<typeof memberChange>;
export const shippingAddressBody = z.strictObject({ address });

/* The questionnaire, its answers and the recommender (account 3 and 7). */

const origin = {
  member_id: z.nullish(short(64)),
  session_id: z.nullish(short(64)),
  ip_address: z.nullish(short(64)),
  user_agent: z.nullish(short(512)),
};
export const surveyStartBody = z.strictObject(origin);

const surveyAnswer = z.strictObject({
  question_id: id,
  option_ids: ids(40),
  answer_text: optionalText(1_000),
});
export type SurveyAnswer = z.infer<typeof surveyAnswer>;
export const surveySubmitBody = z.strictObject({
  ...origin,
  form_id: id,
  personal_option: z.nullish(z.enum(["JAR", "SAMPLE_PAPER"])),
  answers: z.array(surveyAnswer).check(z.maxLength(60)),
});
export const chatBody = z.strictObject({ content: text(4_000, 1), top_k: whole(1, 10) });
export const recommendationBody = z.strictObject({
  response_id: id,
  product_id: id,
  recommendation_reason: text(500),
  recommendation_order: whole(1, 10),
  ai_response: text(4_000),
});

/* Checkout (shop 3 and 7). Other fields that are sent are ignored. */

const checkoutLine = z.object({
  id: z.optional(short(64)),
  productIds: ids(5),
  /** The product numbers. */
  label: short(500),
  /** Of the whole line, NT$. */
  price: whole(0, 1_000_000_000),
  itemType: z.enum(["JAR", "SAMPLE_PAPER", "LARGE_JAR_KG"]),
  type: z.enum(["SAMPLE", "FINISHED_PRODUCT"]),
  amount: whole(1, 1_000_000),
  concentration: z.nullish(z.enum(["RICH", "MODERATE", "LIGHT"])),
  surveyResponseId: z.nullish(id),
  userAnswer: z.nullish(short(4_000)),
  createdAt: z.nullish(short(64)),
  // Beyond the documents: what was chosen on the purchase-options page, for finished products only.
  addonItemIds: z.optional(ids(20)),
  labelText: optionalText(20),
});
export type CheckoutLine = z.infer<typeof checkoutLine>;

export const checkoutBody = z.object({
  customer_name: text(100, 1),
  customer_address: text(200, 1),
  customer_phone: text(40, 1),
  customer_email: text(254, 1),
  customer_note: optionalText(500),
  pay_type: z.literal("ecpay"),
  country: z.literal("TW"),
  currency: z.literal("TWD"),
  tax_id: optionalText(50),
  invoice_type: z.enum(["B2C", "B2B", "DONATE"]),
  carrier_type: optionalText(50),
  carrier_num: optionalText(64),
  love_code: optionalText(16),
  cart_items: z.array(checkoutLine).check(z.maxLength(100)),
});
export type Checkout = z.infer<typeof checkoutBody>;

/* Calls of the shop itself, which no document knows. The order is named by key or number. */

/** What issuing the e-invoice needs, as entered at checkout. */
const invoice = z.strictObject({
  invoice_type: z.enum(["B2C", "B2B", "DONATE"]),
  tax_id: z.string(),
  carrier_type: z.string(),
  carrier_num: z.string(),
  love_code: z.string(),
  customer_name: z.string(),
  customer_email: z.string(),
  customer_phone: z.string(),
  customer_address: z.string(),
  items: z.array(
    z.object({
      product_number: z.string(),
      product_unit: z.string(),
      amount: z.int(),
      price: z.int(),
    }),
  ),
});

export const paymentEvent = z.strictObject({
  kind: z.enum(["order.paid", "order.needs_refund"]),
  order_id: z.string(),
  merchant_trade_no: z.string(),
  trade_no: z.string(),
  amount: z.int(),
  payment_type: z.string(),
  paid_at: z.string(),
  invoice: z.nullish(invoice),
});
export type PaymentEvent = z.infer<typeof paymentEvent>;
export const orderCancellation = z.strictObject({
  order_id: z.string(),
  cancelled_at: z.string(),
});
