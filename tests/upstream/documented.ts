/**
 * The answers that the two documents show, and the freedom they leave: ids are numbers or texts, money may be a text, a flag
 * may be 0 or 1, a list may come in `data`. Other fields may stand beside these. "Account" and "shop" are the documents.
 */
import { expect } from "vitest";
import * as z from "zod/mini";
import type { UpstreamAnswer } from "../support/upstream-member.ts";
import type { ContractAnswer } from "./contract.ts";

const id = z.union([z.string().check(z.minLength(1)), z.number()]);
const word = z.string().check(z.minLength(1));
const amount = z.union([z.number(), z.string().check(z.regex(/^\d+(\.\d+)?$/))]);
const flag = z.union([z.boolean(), z.literal([0, 1])]);
const text = z.nullish(z.string());

/** Account 3. */
export const policy = z.object({
  min_length: amount,
  max_length: amount,
  requires_uppercase: flag,
  requires_lowercase: flag,
  requires_digit: flag,
  requires_special: flag,
  special_characters: z.string(),
});
/** Account 7. */
export const access = z.object({ access_token: word, must_change_password: flag });
export const refreshed = z.object({ access_token: word });

/** Account 3. */
export const member = z.object({
  id,
  email: word,
  first_name: z.string(),
  last_name: z.string(),
  phone: text,
  country: text,
  country_code: text,
  address: text,
  is_business: flag,
  company_name: text,
  tax_id: text,
  language_code: text,
  time_zone: text,
  avatar_url: text,
});
export const address = z.object({ id, address: z.string() });

const questionType = z
  .string()
  .check(
    z.refine((type) =>
      /^(SINGLE_CHOICE|MULTIPLE_CHOICE|TEXT|TEXTAREA)$/.test(
        type.toUpperCase().replaceAll(" ", "_"),
      ),
    ),
  );
const option = z.object({
  id,
  option_text: z.string(),
  display_text: text,
  option_order: z.nullish(amount),
});
const question = z.object({
  id,
  question_name: word,
  question_type: questionType,
  is_required: flag,
  is_reference: z.nullish(flag),
  options: z.nullish(z.array(option)),
});
export const survey = z.object({ id, questions: z.array(question).check(z.minLength(1)) });
export const submitted = z.object({ id });
export const chat = z.object({
  products_id: z.array(id).check(z.minLength(1)),
  response: z.string(),
});

const note = z.object({ raw_material: z.object({ name: word }) });
export const notes = z.object({ top: z.array(note), middle: z.array(note), back: z.array(note) });
/** Account 7; `product_id` "falls back to the id" (shop 7). */
export const product = z.object({ product_id: z.nullish(id), product_name: word });

/** Shop 3. */
const orderItem = z.object({
  id,
  type: z.enum(["SAMPLE", "FINISHED_PRODUCT"]),
  product_unit: z.enum([
    "JAR",
    "SAMPLE_PAPER",
    "BOTTLE",
    "LARGE_JAR_KG",
    "FINISHED_PRODUCT_KG",
    "FINISHED_PRODUCT_BOTTLE",
  ]),
  product_number: z.string(),
  amount,
  concentration: text,
});
const order = z.object({
  id,
  order_id: id,
  status: z.string(),
  created_at: z.string().check(z.refine((time) => !Number.isNaN(Date.parse(time)))),
  customer_name: z.string(),
  customer_phone: z.string(),
  customer_email: z.string(),
  customer_address: z.string(),
  order_total_price: amount,
  currency: z.string(),
  survey_response_id: z.nullish(id),
  personal_option: text,
  order_items: z.array(orderItem),
});
export type Order = z.infer<typeof order>;
export const orders = z.object({ data: z.array(order), total: amount });

/** Shop 7: the form and its address are used where both are there. */
export const placed = z.object({
  order_id: id,
  ecpay_form_data: z.nullish(z.record(z.string(), z.unknown())),
  payment_url: text,
});

/** Shop 3: "id or product_id". How a note is written there is not shown. */
const recommended = z
  .object({
    id: z.nullish(id),
    product_id: z.nullish(id),
    product_number: id,
    product_name: word,
    top_notes: z.array(z.unknown()),
    middle_notes: z.array(z.unknown()),
    back_notes: z.array(z.unknown()),
  })
  .check(z.refine(({ id: key, product_id }) => (key ?? product_id) != null));
export const recommendations = z.object({
  response_id: id,
  products: z.array(recommended).check(z.minLength(1)),
});

const addon = z.object({
  id,
  name: word,
  price: amount,
  image: text,
  scale: z.nullish(amount),
  focal_point_x: z.nullish(amount),
  focal_point_y: z.nullish(amount),
  category_display_order: z.nullish(amount),
});
export const addonCategory = z.object({
  id,
  name: word,
  display_order: z.nullish(amount),
  items: z.array(addon),
});
export const dependencyRule = z.object({
  trigger_category_id: id,
  trigger_item_id: z.nullish(id),
  target_category_id: id,
  target_item_id: z.nullish(id),
  is_visible: flag,
});
export const reorderSetting = z.object({
  id,
  user_type: z.enum(["ENTERPRISE", "PERSONAL_JAR", "PERSONAL_PAPER"]),
  use_purchase_options_page: flag,
});
export const pricingTier = z.object({ mini_buy_amount: amount, unit_price: amount });
export const customText = z.object({ type: word, text: z.string() });

/** A list, in `data` or plain. */
export const listOf = <Entry extends z.ZodMiniType>(entry: Entry) => {
  const list = z.array(entry);
  return z.union([
    list,
    z.pipe(
      z.object({ data: list }),
      z.transform(({ data }) => data),
    ),
  ]);
};

/** The answer as the documents show it; the test fails where it differs, or where a bare one has more. */
export function shown<Schema extends z.ZodMiniType>(
  schema: Schema,
  { status, body, isBare }: ContractAnswer,
): z.infer<Schema> {
  expect([200, 201], JSON.stringify(body)).toContain(status);
  const parsed = schema.safeParse(body);
  expect(parsed.error?.issues ?? [], JSON.stringify(body)).toEqual([]);
  const read = z.parse(schema, body);
  if (isBare) expect([body, body.data], "fields of no document").toContainEqual(read);
  return read;
}

/** Whatever is answered, if anything: the documents show nothing. */
export function isDone({ status }: UpstreamAnswer): boolean {
  return status >= 200 && status < 300;
}

/** A list is what many frameworks say of a field of the wrong kind. */
const detail = z.object({
  detail: z.union([word, z.object({ message: word }), z.array(z.unknown()).check(z.minLength(1))]),
});

/** A 4xx that says why (account 8). @returns its status. */
export function refusalOf({ status, body }: UpstreamAnswer): number {
  expect(Math.floor(status / 100), JSON.stringify(body)).toBe(4);
  expect(detail.safeParse(body).success, JSON.stringify(body)).toBe(true);
  return status;
}
