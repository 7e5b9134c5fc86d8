/** The documents promise a few fields of each answer. Whatever else an upstream says, and however, the page gets what its contract says. */
import * as fc from "fast-check";
import * as z from "zod/mini";
import { expect, test } from "vitest";
import { listOrders } from "../../worker/upstream/orders.ts";
import { listAddresses } from "../../worker/upstream/members.ts";
import { documentedAnswers, endpointsOfUpstream } from "../support/upstream-answers.ts";

/** Chooses one of the values, by a seed that the property reports when it fails. */
type Choose = <Value>(...values: Value[]) => Value;
function chooser(seed: number): Choose {
  let state = seed;
  return (...values) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return values[Math.floor((state / 2 ** 32) * values.length)] as (typeof values)[number];
  };
}
const anything = [
  null,
  "",
  0,
  -1.5,
  "soon",
  [],
  {},
  true,
  ...fc.sample(fc.jsonValue({ maxDepth: 2 }), { numRuns: 200, seed: 7 }),
];

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
  const fields = Object.entries(value).map(([key, inner]) => [
    key,
    respelled(inner, choose, unpromised, key),
  ]);
  const own = new Set(Object.keys(value));
  const added = unpromised
    .filter((key) => !own.has(key) && choose(true, false))
    .map((key) => [key, choose(...anything)]);
  return {
    x_unheard_of: choose(...anything),
    ...Object.fromEntries(added),
    ...Object.fromEntries(fields),
  };
}

function enveloped(value: unknown, choose: Choose): unknown {
  const isList =
    typeof value === "object" && value !== null && "data" in value && Array.isArray(value.data);
  if (isList) return choose(true, false) ? value : value.data;
  return choose(true, false) ? value : { data: value };
}

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
        const read = JSON.parse(
          JSON.stringify(endpoint.read(JSON.parse(JSON.stringify(answer)), params)),
        );
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
  const missing = endpoints.filter(
    ({ endpoint }) => endpoint.expects === "answer" && !tabled.has(endpoint),
  );
  expect(missing.map(({ name }) => name)).toEqual([]);
});

test("an answer that says nothing of a list is no empty list", () => {
  for (const body of [null, "", {}, { data: "x" }, { detail: "maintenance" }]) {
    expect.soft(() => listAddresses.read(body, {}), JSON.stringify(body)).toThrow();
    expect.soft(() => listOrders.read(body, {}), JSON.stringify(body)).toThrow();
  }
  expect(listAddresses.read({ data: null }, {})).toEqual({ data: [] });
});
