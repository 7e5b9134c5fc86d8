/**
 * What the two documents show of every call under `/api/v1`: "account" is `account-and-quiz.md`, "shop" is `shop.md`. With
 * DOCUMENTED_ONLY answers contain these fields only, and calls that are not listed do not exist.
 */

/** A field shown as it is, an object of fields, or a list of such objects. */
export type Shown = true | { readonly [field: string]: Shown } | readonly [Shown];

export interface DocumentedCall {
  /** The method, and the path below `/api/v1`. */
  call: string;
  section: string;
  /** Null when the documents say "not shown" or "none"; then the answer is empty. */
  answer: Shown | null;
}

const fields = (names: string): Record<string, true> =>
  Object.fromEntries(names.split(" ").map((name) => [name, true]));

const signedIn = fields("access_token must_change_password temp_token requires_2fa");
const member = fields(
  "id email first_name last_name phone country country_code address is_business company_name tax_id language_code time_zone avatar_url",
);
const noteNames: Shown = [{ raw_material: fields("name") }];
const questions: Shown = [
  {
    ...fields("id question_name question_type is_required is_reference"),
    options: [fields("id option_text display_text option_order")],
  },
];
const order: Shown = {
  ...fields(
    "id order_id status created_at customer_name customer_phone customer_email customer_address",
  ),
  ...fields("order_total_price currency survey_response_id personal_option"),
  order_items: [fields("id type product_unit product_number amount concentration")],
};
const addonItem = fields(
  "id name price image scale focal_point_x focal_point_y category_display_order",
);
const dependencyRule = fields(
  "trigger_category_id trigger_item_id target_category_id target_item_id is_visible",
);
const recommendedProduct: Shown = {
  ...fields("id product_number product_name"),
  top_notes: noteNames,
  middle_notes: noteNames,
  back_notes: noteNames,
};

export const documentedCalls: readonly DocumentedCall[] = [
  {
    call: "GET /auth/password-policy",
    section: "account 3",
    answer: fields(
      "min_length max_length requires_uppercase requires_lowercase requires_digit requires_special special_characters",
    ),
  },
  { call: "POST /auth/register", section: "account 7", answer: null },
  { call: "POST /auth/login/access-token", section: "account 7", answer: signedIn },
  { call: "POST /auth/login/password-verify", section: "account 7", answer: signedIn },
  { call: "POST /auth/login/request-otp", section: "account 7", answer: fields("expires_at") },
  {
    call: "POST /auth/login/verify-otp",
    section: "account 7",
    answer: fields("access_token must_change_password"),
  },
  { call: "POST /auth/change-password", section: "account 7", answer: null },
  { call: "POST /auth/forgot-password", section: "account 7", answer: null },
  { call: "POST /auth/refresh", section: "account 7", answer: fields("access_token") },
  { call: "POST /members/login/access-token", section: "account 7, older store", answer: signedIn },
  { call: "POST /members/login/test-token", section: "account 7, older store", answer: null },
  { call: "POST /members/register", section: "account 7, older store", answer: null },
  { call: "GET /members/me", section: "account 3", answer: member },
  { call: "PATCH /members/me", section: "account 7", answer: null },
  {
    call: "GET /shipping-addresses",
    section: "account 7",
    answer: { data: [fields("id address")] },
  },
  { call: "POST /shipping-addresses", section: "shop 7", answer: fields("address") },
  { call: "PUT /shipping-addresses/{id}", section: "account 7", answer: null },
  { call: "DELETE /shipping-addresses/{id}", section: "account 7", answer: null },
  { call: "GET /surveys/{id}/full", section: "account 3", answer: { id: true, questions } },
  { call: "POST /surveys/{id}/start", section: "account 7", answer: null },
  { call: "POST /surveys/{id}/submit", section: "account 7", answer: fields("id") },
  { call: "POST /surveys/responses/{id}/recommendations", section: "account 7", answer: null },
  {
    call: "GET /surveys/responses/{id}/full",
    section: "account 3",
    answer: { id: true, answers: [fields("question_id option_ids answer_text")] },
  },
  {
    call: "POST /raw-materials/chat",
    section: "account 7",
    answer: fields("products_id response"),
  },
  { call: "GET /products/{id}", section: "account 7", answer: fields("product_id product_name") },
  {
    call: "GET /perfume-note/by_product/{id}",
    section: "account 3",
    answer: { top: noteNames, middle: noteNames, back: noteNames },
  },
  {
    call: "GET /orders/my-orders",
    section: "shop 3 and 7",
    answer: { data: [order], total: true },
  },
  {
    call: "GET /orders/{id}/survey-recommendations",
    section: "shop 3",
    answer: { response_id: true, products: [recommendedProduct] },
  },
  {
    call: "GET /product-addons/all",
    section: "shop 3",
    answer: { data: [{ ...fields("id name display_order"), items: [addonItem] }] },
  },
  {
    call: "GET /product-addons/dependency-rules/all",
    section: "shop 3",
    answer: { data: [dependencyRule] },
  },
  {
    call: "GET /reorder-settings",
    section: "shop 3",
    answer: { data: [fields("id user_type use_purchase_options_page")] },
  },
  {
    call: "GET /product-pricing/{id}",
    section: "shop 3",
    answer: { data: [fields("mini_buy_amount unit_price")] },
  },
  { call: "GET /custom-texts", section: "shop 3 and 7", answer: { data: [fields("type text")] } },
  {
    call: "POST /cart/checkout",
    section: "shop 7",
    answer: fields("order_id ecpay_form_data payment_url"),
  },
];

/** Calls for operators and tests; no shop makes them. */
export const operatorsPaths: readonly string[] = [
  "/service/orders/",
  "/service/fault",
  "/service/reorder-settings",
];
