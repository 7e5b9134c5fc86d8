/**
 * With DOCUMENTED_ONLY, reduces every answer under `/api/v1` to what the documents show, so that
 * the shop is tested against the least that a real upstream may send.
 */
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { type App, isDocumentedOnly } from "../app.ts";
import { answerNotFound } from "./refusal.ts";

/** A field shown as it is, an object of fields, or a list of such objects. */
type Shown = true | { readonly [field: string]: Shown } | readonly [Shown];

const fields = (names: string): Record<string, true> =>
  Object.fromEntries(names.split(" ").map((name) => [name, true]));
const data = (entry: Shown): Shown => ({ data: [entry] });

const policy =
  "min_length max_length requires_uppercase requires_lowercase requires_digit requires_special";
const signedIn = fields("access_token must_change_password temp_token requires_2fa");
const member = fields(
  "id email first_name last_name phone country country_code address " +
    "is_business company_name tax_id language_code time_zone avatar_url",
);
const noteNames: Shown = [{ raw_material: fields("name") }];
const question: Shown = {
  ...fields("id question_name question_type is_required is_reference"),
  options: [fields("id option_text display_text option_order")],
};
const order: Shown = {
  ...fields("id order_id status created_at order_total_price currency survey_response_id"),
  ...fields("customer_name customer_phone customer_email customer_address personal_option"),
  order_items: [fields("id type product_unit product_number amount concentration")],
};
const addon = fields(
  "id name price image scale focal_point_x focal_point_y category_display_order",
);
const dependencyRule = fields(
  "trigger_category_id trigger_item_id target_category_id target_item_id is_visible",
);
const recommended: Shown = {
  ...fields("id product_number product_name"),
  top_notes: noteNames,
  middle_notes: noteNames,
  back_notes: noteNames,
};

/**
 * Method and path below `/api/v1`; other calls do not exist. Null where the documents say "not
 * shown" or "none": the answer is empty.
 */
const calls: Record<string, Shown | null> = {
  // Account 3.
  "GET /auth/password-policy": fields(`${policy} special_characters`),
  "GET /members/me": member,
  "GET /surveys/{id}/full": { id: true, questions: [question] },
  "GET /surveys/responses/{id}/full": {
    id: true,
    answers: [fields("question_id option_ids answer_text")],
  },
  "GET /perfume-note/by_product/{id}": { top: noteNames, middle: noteNames, back: noteNames },
  // Account 7.
  "POST /auth/register": null,
  "POST /auth/login/access-token": signedIn,
  "POST /auth/login/password-verify": signedIn,
  "POST /auth/login/request-otp": fields("expires_at"),
  "POST /auth/login/verify-otp": fields("access_token must_change_password"),
  "POST /auth/change-password": null,
  "POST /auth/forgot-password": null,
  "POST /auth/refresh": fields("access_token"),
  "PATCH /members/me": null,
  "GET /shipping-addresses": data(fields("id address")),
  "PUT /shipping-addresses/{id}": null,
  "DELETE /shipping-addresses/{id}": null,
  "POST /surveys/{id}/start": null,
  "POST /surveys/{id}/submit": fields("id"),
  "POST /surveys/responses/{id}/recommendations": null,
  "POST /raw-materials/chat": fields("products_id response"),
  "GET /products/{id}": fields("product_id product_name"),
  // Account 7, older store.
  "POST /members/login/access-token": signedIn,
  "POST /members/login/test-token": null,
  "POST /members/register": null,
  // Shop 3 and 7.
  "POST /shipping-addresses": fields("address"),
  "GET /orders/my-orders": { data: [order], total: true },
  "GET /orders/{id}/survey-recommendations": { response_id: true, products: [recommended] },
  "GET /product-addons/all": data({ ...fields("id name display_order"), items: [addon] }),
  "GET /product-addons/dependency-rules/all": data(dependencyRule),
  "GET /reorder-settings": data(fields("id user_type use_purchase_options_page")),
  "GET /product-pricing/{id}": data(fields("mini_buy_amount unit_price")),
  "GET /custom-texts": data(fields("type text")),
  "POST /cart/checkout": fields("order_id ecpay_form_data payment_url"),
};
const patterns = Object.entries(calls).map(([call, answer]) => ({
  pattern: new RegExp(`^${call.replaceAll("{id}", "[^/]+")}/?$`),
  answer,
}));

const prefix = "/api/v1";
/** For operators and tests; no shop calls them. */
const operatorsPaths = ["/service/orders/", "/service/fault", "/service/reorder-settings"];

export const documentedOnly = createMiddleware<App>(async (c, next) => {
  const path = c.req.path.slice(prefix.length);
  if (!isDocumentedOnly(c.env) || operatorsPaths.some((start) => path.startsWith(start)))
    return next();
  const call = patterns.find(({ pattern }) => pattern.test(`${c.req.method} ${path}`));
  if (call === undefined) return answerNotFound(c);
  await next();
  if (c.res.ok) await show(c, call.answer);
});

async function show(c: Context<App>, answer: Shown | null): Promise<void> {
  const { status, headers } = c.res;
  const text = await c.res.text();
  const shown = answer === null ? null : reduced(text, answer);
  if (shown === null) headers.delete("Content-Type");
  const reduction = new Response(shown, { status, headers });
  // Or Hono would set the cookies of the earlier answer again.
  c.res = undefined;
  c.res = reduction;
}

/** A deliberately broken answer stays as it is. */
function reduced(text: string, answer: Shown): string {
  try {
    return JSON.stringify(only(JSON.parse(text), answer));
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}

function only(value: unknown, shown: Shown): unknown {
  if (shown === true || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value))
    return isList(shown) ? value.map((entry) => only(entry, shown[0])) : value;
  if (isList(shown)) return value;
  const shownFields = Object.entries(value).flatMap(([name, part]) => {
    const inner = Object.hasOwn(shown, name) ? shown[name] : undefined;
    return inner === undefined ? [] : [[name, only(part, inner)]];
  });
  return Object.fromEntries(shownFields);
}

const isList = (shown: Shown): shown is readonly [Shown] => Array.isArray(shown);
