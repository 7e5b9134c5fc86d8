/** Checkout and orders (shop 3 and 7). Other fields that are sent are ignored. */
import * as z from "zod/mini";
import { id, text, whole } from "./fields.ts";
import type { Note } from "./product.ts";

const documentedLine = {
  id: z.optional(z.string().check(z.maxLength(64))),
  productIds: z.array(id).check(z.maxLength(5)),
  /** The product numbers. */
  label: z.string().check(z.maxLength(500)),
  /** Of the whole line, NT$. */
  price: whole(0, 1_000_000_000),
  itemType: z.enum(["JAR", "SAMPLE_PAPER", "LARGE_JAR_KG"]),
  type: z.enum(["SAMPLE", "FINISHED_PRODUCT"]),
  amount: whole(1, 1_000_000),
  concentration: z.nullish(z.enum(["RICH", "MODERATE", "LIGHT"])),
  surveyResponseId: z.nullish(id),
  userAnswer: z.nullish(z.string().check(z.maxLength(4_000))),
  createdAt: z.nullish(z.string().check(z.maxLength(64))),
};
/** Beyond the documents: what was chosen on the purchase-options page, for finished products only. */
const lineAdditions = {
  addonItemIds: z.optional(z.array(id).check(z.maxLength(20))),
  labelText: z.nullish(text(20)),
};
const checkoutLine = z.object({ ...documentedLine, ...lineAdditions });
export type CheckoutLine = z.infer<typeof checkoutLine>;

const optionalText = (max: number) => z.nullish(text(max));

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

interface DocumentedPlacedOrder {
  order_id: string;
}
/** Beyond the documents. The documented `ecpay_form_data` and `payment_url` are missing, since the shop takes the payment. */
interface PlacedOrderAdditions {
  id: string;
  status: string;
  created_at: string;
  order_total_price: number;
}
export type PlacedOrder = DocumentedPlacedOrder & PlacedOrderAdditions;

interface DocumentedOrderItem {
  id: string;
  type: string;
  product_unit: string;
  product_number: string;
  amount: number;
  concentration: string | null;
}
/** Beyond the documents. */
interface OrderItemAdditions {
  /** Of the whole line. */
  price: number;
  product_ids: string[];
  label_text: string | null;
}

export interface Order {
  id: string;
  /** The number shown to people. */
  order_id: string;
  status: string;
  created_at: string;
  customer_name: string;
  customer_phone: string;
  customer_email: string;
  customer_address: string;
  order_total_price: number;
  currency: string;
  survey_response_id: string | null;
  personal_option: string | null;
  order_items: (DocumentedOrderItem & OrderItemAdditions)[];
}

interface DocumentedRecommendedProduct {
  id: string;
  product_number: string;
  product_name: string;
  top_notes: Note[];
  middle_notes: Note[];
  back_notes: Note[];
}
/** The document uses it instead of `id`; here it is the number. */
interface RecommendedProductAdditions {
  product_id: string;
}
export interface OrderRecommendations {
  response_id: string | null;
  products: (DocumentedRecommendedProduct & RecommendedProductAdditions)[];
}
