/** A checkout as the shop sends it to the upstream, spelled out. */
export function sampleLine(change: Record<string, unknown> = {}) {
  return {
    product_ids: ["hinoki-rain", "cedar-library", "yuzu-morning"],
    product_number: "SL-001, SL-002, SL-008",
    type: "SAMPLE",
    product_unit: "JAR",
    amount: 1,
    concentration: null,
    price: 100,
    survey_response_id: null,
    addon_item_ids: [],
    label_text: null,
    ...change,
  };
}

export function finishedLine(change: Record<string, unknown> = {}) {
  const finished = {
    product_ids: ["hinoki-rain"],
    product_number: "SL-001",
    type: "FINISHED_PRODUCT",
    product_unit: "BOTTLE",
    amount: 100,
    concentration: "RICH",
  };
  return sampleLine({ ...finished, price: 38_000, addon_item_ids: ["bottle-30"], label_text: "雨後", ...change });
}

export function checkoutOf(lines: { price: number }[], change: Record<string, unknown> = {}) {
  return {
    customer_name: "Noor Haddad",
    customer_address: "1 Test Road, Taipei",
    customer_phone: "0912345678",
    customer_email: "noor@example.test",
    customer_note: "Ring twice",
    pay_type: "ecpay",
    country: "TW",
    currency: "TWD",
    invoice_type: "B2C",
    tax_id: "",
    carrier_type: "",
    carrier_num: "",
    love_code: "",
    order_total_price: lines.reduce((total, { price }) => total + price, 0),
    cart_items: lines,
    ...change,
  };
}
