/** A checkout by the field names of the documents. */
export function sampleLine(change: Record<string, unknown> = {}) {
  return {
    id: "line-1",
    productIds: ["hinoki-rain", "cedar-library", "yuzu-morning"],
    label: "SL-001, SL-002, SL-008",
    price: 100,
    itemType: "JAR",
    type: "SAMPLE",
    amount: 1,
    concentration: null,
    surveyResponseId: null,
    userAnswer: null,
    createdAt: "2026-11-21T08:00:00.000Z",
    ...change,
  };
}

export function finishedLine(change: Record<string, unknown> = {}) {
  const finished = {
    productIds: ["hinoki-rain"],
    label: "SL-001",
    type: "FINISHED_PRODUCT",
    amount: 100,
    concentration: "RICH",
  };
  return sampleLine({ ...finished, price: 38_000, ...change });
}

export function checkoutOf(lines: object[], change: Record<string, unknown> = {}) {
  return {
    customer_name: "Noor Haddad",
    customer_address: "1 Test Road, Taipei",
    customer_phone: "0912345678",
    customer_email: "noor@example.test",
    customer_note: "Ring twice",
    pay_type: "ecpay",
    country: "TW",
    currency: "TWD",
    tax_id: "",
    invoice_type: "B2C",
    carrier_type: "",
    carrier_num: "",
    love_code: "",
    cart_items: lines,
    ...change,
  };
}
