import { freshClient } from "./asked-upstream.ts";
import { refusalOf } from "../../worker/upstream/catalogue.ts";
import { getMe } from "../../worker/upstream/members.ts";
import { reportCancellation, reportPayment } from "../../worker/upstream/payment-events.ts";
import { listDependencyRules } from "../../worker/upstream/products.ts";
import { askRecommender, getSurvey, getSurveyResponse } from "../../worker/upstream/surveys.ts";

test("a rule of options keeps its ids, and one that cannot be read widens none", () => {
  const rule = { trigger_category_id: 1, target_category_id: 2, is_visible: "0" };
  const rules = (changes: object) => listDependencyRules.read([{ ...rule, ...changes }], {}).data;
  const read = { trigger_category_id: "1", target_category_id: "2", is_visible: 0 };
  expect(rules({ trigger_item_id: 3, target_item_id: null })).toEqual([
    { ...read, trigger_item_id: "3", target_item_id: null },
  ]);
  expect(rules({ is_visible: true })).toMatchObject([{ is_visible: 1, target_item_id: null }]);
  expect(() => rules({ target_item_id: {} })).toThrow();
});

test("a question of no known kind is answered by choice where it has options, else in words", () => {
  const kinds = (question_type: unknown, count: number) => {
    const options = Array.from({ length: count }, (_, at) => ({ id: at }));
    return getSurvey.read({ questions: [{ id: "q", question_type, options }] }, {}).questions[0];
  };
  expect(kinds("multiple choice", 0)?.question_type).toBe("MULTIPLE_CHOICE");
  expect(kinds("slider", 1)?.question_type).toBe("SINGLE_CHOICE");
  expect(kinds(undefined, 0)?.question_type).toBe("TEXT");
  const option = (id: string, at: number) => {
    return { id, option_text: id, display_text: id, option_order: at };
  };
  expect(kinds("slider", 2)?.options).toEqual([option("0", 1), option("1", 2)]);
});

test("earlier answers are shown again in either form, the others not", () => {
  const worded = { question_id: 4, option_id: 5, answer_text: "rain" };
  const sent = [
    { question_id: 1, option_ids: [2, 3] },
    worded,
    { question_id: 6 },
    { option_id: 7 },
  ];
  const read = (answer: object) => getSurveyResponse.read(answer, { id: "response" });
  expect(read({ personal_option: " jar ", answers: sent })).toEqual({
    id: "response",
    personal_option: "JAR",
    answers: [
      { question_id: "1", option_ids: ["2", "3"], answer_text: null },
      { question_id: "4", option_ids: ["5"], answer_text: "rain" },
      { question_id: "6", option_ids: [], answer_text: null },
    ],
  });
  const odd = { id: "9", personal_option: null };
  expect(read({ id: 9, personal_option: "TUB" })).toMatchObject(odd);
});

test("a member's whole name is made in the order of its language where it is missing", () => {
  const name = (last_name: string, first_name: string, full_name?: string) =>
    getMe.read({ id: 1, last_name, first_name, full_name }, {}).full_name;
  for (const [last, first, full] of [
    ["林", "美", "林美"],
    ["さとう", "ケン", "さとうケン"],
    ["Lin", "Mei", "Lin Mei"],
    ["Lin", "美", "Lin 美"],
    ["林", "Mei", "林 Mei"],
    ["", "Mei", "Mei"],
  ] as const)
    expect(name(last, first)).toBe(full);
  expect(name("Lin", "Mei", "Mei-Mei Lin")).toBe("Mei-Mei Lin");
});

test("an answer may lie in an envelope, unless one of its own fields stands beside it", () => {
  expect(getMe.read({ data: { id: 1, email: "m@x.test" } }, {}).email).toBe("m@x.test");
  expect(getMe.read({ id: 2, data: { id: 1 } }, {}).id).toBe("2");
  expect(() => getMe.read({ data: [1] }, {})).toThrow();
  expect(() => getMe.read(null, {})).toThrow();
});

test("one product recommended twice is recommended once, and a call to the recommender may take longer", () => {
  const once = { products_id: ["1", "2"], response: "", matches: [] };
  expect(askRecommender.read({ products_id: [1, "1", 2] }, {})).toEqual(once);
  expect([askRecommender.timeoutMs, getMe.timeoutMs]).toEqual([20_000, undefined]);
});

test("events go where they are configured to go, and nowhere otherwise", async () => {
  const { create, sent } = await freshClient();
  const fetch = async (request: Request) => {
    sent.push(request);
    return Response.json({ outcome: "accepted" });
  };
  const report = (changes = {}) => {
    const upstream = create({ UPSTREAM: { fetch } }, changes);
    return [reportPayment, reportCancellation].map((endpoint) => upstream.call(endpoint, {}));
  };
  await Promise.all(report());
  const paths = sent.map(({ url }) => new URL(url).pathname);
  expect(paths).toEqual(["/api/v1/events", "/api/v1/cancellations"]);
  const off = { UPSTREAM_PAYMENT_EVENTS_PATH: null, UPSTREAM_CANCELLATIONS_PATH: null };
  for (const reported of report(off)) await expect(reported).rejects.toThrow("not configured");
  expect(reportPayment.read({ outcome: "needs_refund" }, {})).toEqual({ needsRefund: true });
  expect(() => reportPayment.read({ outcome: "fine" }, {})).toThrow();
});

test("a refusal passes on whole seconds to wait, its sentence and its status, and nothing odd (R67)", () => {
  const refused = (...facts: Parameters<typeof refusalOf>) => refusalOf(...facts).facts;
  for (const wait of ["30", "604800"])
    expect(refused(429, null, wait).headers).toEqual({ "Retry-After": wait });
  for (const odd of ["soon", "-1", null, "1234567"])
    expect(refused(429, null, odd).headers, String(odd)).toBeUndefined();
  expect(refused(404, { detail: "a sentence" })).toEqual({ status: 404, detail: "a sentence" });
  const detail = { message: "x", left: 2 };
  expect(refused(418, { detail })).toEqual({ status: 400, detail });
  for (const status of [400, 401, 403, 404, 409, 410, 413, 415, 422, 429])
    expect(refused(status, null)).toEqual({ status });
  for (const odd of [7, null, undefined, "x".repeat(4095)])
    expect(refused(404, { detail: odd }), String(odd)).toEqual({ status: 404 });
  expect(refused(404, { detail: "x".repeat(4094) }).detail).toHaveLength(4094);
  expect(refusalOf(400, { detail: { message: "舊密碼錯誤" } }).code).toBe("wrong_old_password");
  expect(refusalOf(400, { detail: "註冊失敗：x" }).code).toBe("registration_failed");
  expect(refusalOf(400, { detail: { message: 7 } }).code).toBe("upstream_refused");
});
