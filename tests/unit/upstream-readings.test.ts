import { requestOtp, verifyPassword } from "../../worker/upstream/auth.ts";
import { getMe, listAddresses } from "../../worker/upstream/members.ts";
import { getOrderRecommendations, listOrders, placeOrder } from "../../worker/upstream/orders.ts";
import * as products from "../../worker/upstream/products.ts";
import { askRecommender, getSurvey } from "../../worker/upstream/surveys.ts";
import { flag, money, number, timeOf } from "../../worker/upstream/tolerant.ts";
import * as fc from "fast-check";
import * as z from "zod/mini";
import { documentedAnswers, endpointsOfUpstream } from "../support/upstream-answers.ts";

const inUtc = { zone: "Z", guessed: () => {} };

test("a flag may be spelled in five ways", () => {
  for (const yes of [true, 1, "1", "true", "True"]) expect(flag.parse(yes), String(yes)).toBe(true);
  for (const no of [false, 0, "0", "false", "False"])
    expect(flag.parse(no), String(no)).toBe(false);
});

test("what is no flag, number or whole sum is refused", () => {
  for (const odd of ["yes", 2, "", null]) expect(flag.safeParse(odd).success, `${odd}`).toBe(false);
  expect([number.parse("100.50"), number.parse(" -3 ")]).toEqual([100.5, -3]);
  expect(money.parse("100.00")).toBe(100);
  for (const odd of ["1e3", "0x10", "", "1 2", "12345678901234567", {}])
    expect(number.safeParse(odd).success, String(odd)).toBe(false);
  for (const odd of ["100.50", 0.5]) expect(money.safeParse(odd).success).toBe(false);
});

test.each([
  ["2026-11-21T12:00:00Z", "2026-11-21T12:00:00.000Z"],
  ["2026-11-21T20:00:00+08:00", "2026-11-21T12:00:00.000Z"],
  ["2026-11-21 12:00:00", "2026-11-21T12:00:00.000Z"],
  ["2026-11-21", "2026-11-21T00:00:00.000Z"],
  ["2026-11-21 20:00:00+08", "2026-11-21T12:00:00.000Z"],
  ["2026/11/21 12:00:00", "2026-11-21T12:00:00.000Z"],
  [1_795_262_400, "2026-11-21T12:00:00.000Z"],
])("the time %s is %s", (spelled, time) => {
  expect(timeOf(spelled, inUtc)).toBe(Date.parse(time));
  expect(timeOf("soon", inUtc)).toBeNull();
});

test("a time without a zone is of the configured one, a day and a time with a zone are not", () => {
  const guesses: string[] = [];
  const reading = { zone: "+08:00", guessed: (what: string) => void guesses.push(what) };
  const order = (created_at: string) =>
    listOrders.read([{ id: 1, created_at }], {}, reading).data[0];
  expect(order("2026-11-21 20:00:00")?.created_at).toBe("2026-11-21T12:00:00.000Z");
  expect(order("2026-11-21T12:00:00Z")?.created_at).toBe("2026-11-21T12:00:00.000Z");
  expect(order("2026-11-21")?.created_at).toBe("2026-11-21T00:00:00.000Z");
  expect(order("soon")?.created_at).toBeNull();
  expect(guesses).toEqual(["a time without a zone is of +08:00"]);
});

test("whether a member is a business stays unknown where nobody says it", () => {
  const said = (is_business: unknown) => getMe.read({ id: 1, is_business }, {}).is_business;
  for (const unsaid of [null, undefined, "maybe"]) expect(said(unsaid)).toBeNull();
  expect([said(0), said("true")]).toEqual([false, true]);
});

const shelf = (...items: object[]) =>
  products.listAddons.read([{ id: "size", items: [{ id: "spray", price: 20 }, ...items] }], {})
    .data[0];

test("an option without a price costs nothing more; one that cannot be read costs itself alone", () => {
  const items = shelf({ id: "roller", price: null }, { id: "bare" })?.items;
  const priced = items?.map(({ id, price }) => `${id} ${price}`);
  expect(priced).toEqual(["spray 20", "roller 0", "bare 0"]);
  const odd = [{ id: "minus", price: -5 }, { id: "words", price: "free" }, { price: 5 }, null];
  expect(shelf(...(odd as object[]))?.items.map(({ id }) => id)).toEqual(["spray"]);
});

test.each([
  ["MULTIPLE_CHOICE", "MULTIPLE_CHOICE"],
  ["multi choice", "MULTIPLE_CHOICE"],
  ["Checkbox", "MULTIPLE_CHOICE"],
  ["radio", "SINGLE_CHOICE"],
])("a question of the type %s is a %s", (spelled, type) => {
  const options = [{ id: "x1", option_text: "Morning" }];
  const questions = [{ id: "q", question_type: spelled, options }];
  const guesses: string[] = [];
  const reading = { zone: "Z", guessed: (what: string) => void guesses.push(what) };
  const read = getSurvey.read({ id: "s", questions: { data: [...questions, {}] } }, {}, reading);
  expect(read.questions.map(({ question_type }) => question_type)).toEqual([type]);
  const words = spelled.toUpperCase().replaceAll(" ", "_");
  expect(guesses).toEqual(spelled === type ? [] : [`question_type ${words} is ${type}`]);
});

test("one address that cannot be read costs no other, and the lines of an order may come in an envelope", () => {
  const address = "1 Fig Lane";
  const unreadable = { id: 2, address: null };
  const read = listAddresses.read({ data: [{ id: 1, address }, unreadable] }, {});
  expect(read.data).toEqual([{ id: "1", address }]);
  const items = [{ id: "l", type: "SAMPLE", product_unit: "JAR", amount: 1 }];
  const found = listOrders.read({ data: [{ id: "o", order_items: { data: items } }] }, {});
  expect(found.data).toMatchObject([{ id: "o", order_items: [{ id: "l", type: "SAMPLE" }] }]);
});

test("one setting, recommendation or recommended product that cannot be read costs no other; none at all is no answer", () => {
  const settings = (...found: unknown[]) =>
    products.listReorderSettings.read({ data: found }, {}).data;
  const setting = { id: 1, user_type: "ENTERPRISE" };
  expect(settings(setting, { user_type: "PERSONAL_JAR" }, null)).toMatchObject([{ id: "1" }]);
  expect(settings()).toEqual([]);
  expect(() => settings({ user_type: "ENTERPRISE" })).toThrow();
  const chosen = (...products_id: unknown[]) =>
    askRecommender.read({ products_id }, {}).products_id;
  expect(chosen("hinoki", null, 7)).toEqual(["hinoki", "7"]);
  expect(() => chosen(null)).toThrow();
  const found = { products: [{ product_name: "Rain" }, { id: 7 }] };
  expect(getOrderRecommendations.read(found, {}).products).toMatchObject([{ id: "7" }]);
});

const owed = { temp_token: "t" };
const opens = (token: string, mustChangePassword: boolean) => {
  return { access: { token, mustChangePassword } };
};
test.each<[what: string, answer: object, verdict: object]>([
  ["a code is owed", { ...owed, requires_2fa: true, access_token: "a" }, { tempToken: "t" }],
  ["a code is owed, unsaid", owed, { tempToken: "t" }],
  ["no code is owed", { ...owed, access_token: "a", requires_2fa: false }, opens("a", false)],
  ["a new password is owed", { access_token: 7, must_change_password: 1 }, opens("7", true)],
])("after a right password %s", (_what, answer, verdict) => {
  const isSignedIn = "access" in verdict;
  expect(verifyPassword.read(answer, {})).toEqual({ isSignedIn, ...verdict });
  expect(() => verifyPassword.read({ requires_2fa: true }, {})).toThrow();
});

const noon = Date.UTC(2026, 10, 21, 12);
test.each([
  ["milliseconds", noon, noon],
  ["seconds", noon / 1000, noon],
  ["text", "2026-11-21T12:00:00Z", noon],
  ["nothing", undefined, null],
])("the end of a code in %s is read", (_how, expires_at, expiresAt) => {
  expect(requestOtp.read({ expires_at }, {})).toEqual({ expiresAt });
  expect(requestOtp.read("no object", {})).toEqual({ expiresAt: null });
});

test("a product goes by its number, else by its key, and a name is never missing", () => {
  const read = (answer: object) => products.getProduct.read(answer, { id: "key" });
  const whole = { product_id: "SL-001", product_name: "Hinoki", description: "wood" };
  expect(read(whole)).toEqual({ id: "key", ...whole });
  const bare = { product_id: "key", product_name: "key", description: null };
  expect(read({ product_id: "", product_name: "" })).toMatchObject(bare);
  expect(read({ product_id: "SL-001" })).toMatchObject({ product_name: "SL-001" });
  expect(products.getProduct.read({ id: "of the answer" }, {})).toMatchObject({
    id: "of the answer",
  });
});

const notesOf = (top: unknown, middle: unknown = [], back: unknown = []) =>
  products.getNotes.read({ top, middle, back }, { productId: "key" });
const raw = (facts: object) => ({ share: 40, raw_material: { name: "Rose", ...facts } });

test("a note is read in each of its forms, and what is out of bounds is left out", () => {
  expect(notesOf([raw({ id: 7, family: " Floral ", volatility: "0.5" })]).top).toEqual([
    { share: 40, raw_material: { id: "7", name: "Rose", family: "floral", volatility: 0.5 } },
  ]);
  const iris = { id: "Iris", name: "Iris", family: null, volatility: null };
  const plain = { share: null, raw_material: iris };
  expect(notesOf(["Iris"], [{ name: "Iris" }])).toMatchObject({ top: [plain], middle: [plain] });
  const read = (note: object) => notesOf([note]).top[0];
  const weighed = (volatility: unknown) => read(raw({ volatility }))?.raw_material.volatility;
  expect([0, 1, 1.01, -0.01, null].map(weighed)).toEqual([0, 1, null, null, null]);
  const shares = [0, 40, -1, undefined].map((share) => read({ ...raw({}), share })?.share);
  expect(shares).toEqual([0, 40, null, null]);
  expect(read(raw({ family: "made up" }))?.raw_material.family).toBeNull();
});

test("notes that nobody can read are counted, in every form of a list", () => {
  expect(notesOf(["Iris", 7], { data: [null, {}] }, "oud").unreadable_notes).toBe(4);
  expect(notesOf([], null, undefined)).not.toHaveProperty("unreadable_notes");
  expect(notesOf({ data: null }, { data: ["Iris"] }).middle).toHaveLength(1);
  expect(notesOf({ data: null }, [])).not.toHaveProperty("unreadable_notes");
  expect(notesOf(7).unreadable_notes).toBe(1);
});

const line = { type: " sample ", product_unit: "jar ", amount: 1 };
const ordersOf = (answer: unknown) => listOrders.read(answer, {});

test("an order's key and number stand in for each other, and a list comes with or without its length", () => {
  const names = (order: object) => {
    const { id, order_id } = ordersOf([order]).data[0] ?? {};
    return [id, order_id];
  };
  expect(names({ id: 8, order_id: "SL2" })).toEqual(["8", "SL2"]);
  for (const numbered of [{ order_id: "SL1" }, { id: "", order_id: "SL1" }])
    expect(names(numbered)).toEqual(["SL1", "SL1"]);
  for (const keyed of [{ id: 7 }, { id: 7, order_id: "" }])
    expect(names(keyed)).toEqual(["7", "7"]);
  expect(ordersOf([{ id: 7 }])).toMatchObject({ data: [{ id: "7" }], total: null });
  expect(() => ordersOf([{ status: "pending" }])).toThrow();
  const totals = [0, "3", 2.5, -1, null].map((total) => ordersOf({ data: [], total }).total);
  expect(totals).toEqual([0, 3, null, null, null]);
});

test("an unreadable line spoils neither its order nor the rule against a second sample", () => {
  const items = (order_items: unknown) => ordersOf([{ id: 7, order_items }]).data[0]?.order_items;
  expect(items([line])).toMatchObject([{ id: "", type: "SAMPLE", product_unit: "JAR", amount: 1 }]);
  const bare = { type: "SAMPLE", product_unit: "", amount: 0, price: null };
  expect(items([{ type: " sample " }])).toMatchObject([bare]);
  expect(items([7])).toMatchObject([{ type: "" }]);
  expect(items("none"), "a list that is none").toMatchObject([{ type: "" }]);
  expect(items([])).toEqual([]);
});

test("an order that was placed goes by its key where it has one", () => {
  const read = (answer: object) => placeOrder.read(answer, {});
  expect(read({ order_id: "SL1", id: 7 })).toEqual({ orderId: "7", orderNumber: "SL1" });
  expect(read({ order_id: "SL1", id: "" })).toEqual({ orderId: "SL1", orderNumber: "SL1" });
  expect(() => placeOrder.read({ id: 7 }, {})).toThrow();
});

/** Chooses one of the values, by a seed that the property reports when it fails. */
type Choose = <Value>(...values: Value[]) => Value;
function chooser(seed: number): Choose {
  let state = seed;
  return (...values) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return values[Math.floor((state / 2 ** 32) * values.length)] as (typeof values)[number];
  };
}
const sampled = fc.sample(fc.jsonValue({ maxDepth: 2 }), { numRuns: 200, seed: 7 });
const anything = [null, "", 0, -1.5, "soon", [], {}, true, ...sampled];

/** The same answer as another system might spell it. */
function respelled(
  value: unknown,
  choose: Choose,
  unpromised: readonly string[],
  name = "",
): unknown {
  if (Array.isArray(value)) return value.map((entry) => respelled(entry, choose, unpromised, name));
  if (typeof value === "boolean") return choose<unknown>(value, value ? 1 : 0, String(value));
  if (typeof value === "number" && name.startsWith("is_"))
    return choose<unknown>(value, value === 1, String(value));
  if (typeof value === "number") return choose<unknown>(value, String(value), `${value}.00`);
  if (typeof value === "string" && /(^|_)ids?$/.test(name) && name !== "order_id")
    return choose<unknown>(value, 4711);
  if (typeof value === "string" && name === "created_at")
    return choose(value, `${value}Z`, `${value}.123+08:00`, value.replace("T", " "));
  if (typeof value === "string" && name === "question_type")
    return choose(value, value.toUpperCase(), value.replace(" ", "_"));
  if (typeof value !== "object" || value === null) return value;
  const respell = (inner: unknown, key: string) => respelled(inner, choose, unpromised, key);
  const fields = Object.entries(value).map(([key, inner]) => [key, respell(inner, key)]);
  const added = unpromised
    .filter((key) => !Object.hasOwn(value, key) && choose(true, false))
    .map((key) => [key, choose(...anything)]);
  return Object.fromEntries([["x_unheard_of", choose(...anything)], ...added, ...fields]);
}

function enveloped(value: unknown, choose: Choose): unknown {
  const isList =
    typeof value === "object" && value !== null && "data" in value && Array.isArray(value.data);
  if (isList) return choose(true, false) ? value : value.data;
  return choose(true, false) ? value : { data: value };
}

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test.each(Object.entries(documentedAnswers))(
  "%s: the documented minimum is enough, however the rest looks",
  (_what, documented) => {
    const { endpoint, minimum, unpromised = [], contract } = documented;
    const params = { id: "asked", productId: "asked" };
    expect(contract.parse(endpoint.read(minimum, params))).toBeTruthy();
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const choose = chooser(seed);
        const answer = enveloped(respelled(minimum, choose, unpromised), choose);
        const read = asJson(endpoint.read(asJson(answer), params));
        const parsed = z.safeParse(contract, read);
        expect(parsed.success, JSON.stringify([answer, read, parsed.error])).toBe(true);
      }),
      { numRuns: 200 },
    );
  },
);

test("every endpoint that answers something stands in this table", () => {
  const endpoints = endpointsOfUpstream();
  expect(endpoints.length).toBeGreaterThan(25);
  const tabled = new Set<unknown>(Object.values(documentedAnswers).map(({ endpoint }) => endpoint));
  const answering = endpoints.filter(({ endpoint }) => endpoint.mustAnswer);
  expect(answering.filter(({ endpoint }) => !tabled.has(endpoint))).toEqual([]);
});

test("which calls of the upstream fail together was decided call by call", () => {
  const calls = endpointsOfUpstream().map(({ name, endpoint }) => `${endpoint.group}: ${name}`);
  expect(calls.toSorted()).toMatchSnapshot();
});

test("an answer that says nothing of a list is no empty list", () => {
  for (const body of [null, "", {}, { data: "x" }, { detail: "maintenance" }]) {
    expect.soft(() => listAddresses.read(body, {}), JSON.stringify(body)).toThrow();
    expect.soft(() => listOrders.read(body, {}), JSON.stringify(body)).toThrow();
  }
  expect(listAddresses.read({ data: null }, {})).toEqual({ data: [] });
});
