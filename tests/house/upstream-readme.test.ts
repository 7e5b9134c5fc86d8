import type { EndpointSpec } from "../../worker/upstream/endpoint.ts";
import { read } from "../support/repository.ts";
import { documentedAnswers, endpointsOfUpstream } from "../support/upstream-answers.ts";

/** Names in one group stand for each other: one of them must be there. */
interface Row {
  call: string;
  required: string[][];
}

const rows: Row[] = read("worker/upstream/README.md")
  .split("\n")
  .flatMap((line) => {
    const found = /^- (GET|POST|PUT|PATCH|DELETE) `([^`]+)`/.exec(line);
    if (found === null) return [];
    const groups = (/ Required: (.*?)\.(?= Used:|$)/.exec(line)?.[1] ?? "")
      .split(",")
      .map((group) => Array.from(group.matchAll(/`(\w+)`/g), ([, name = ""]) => name));
    return [
      { call: `${found[1]} ${found[2]}`, required: groups.filter((group) => group.length > 0) },
    ];
  });

const callOf = ({ method, path }: EndpointSpec<unknown>) =>
  `${method} ${path === "UPSTREAM_REFRESH_PATH" ? "/auth/refresh" : path}`;

test("every call stands in the list once, and no other does", () => {
  const made = endpointsOfUpstream().map(({ endpoint }) => callOf(endpoint));
  expect(made.length).toBeGreaterThan(25);
  expect(rows.map(({ call }) => call).sort()).toEqual(made.sort());
});

/** Only what holds one of these fields, or lies around it. */
function reduced(value: unknown, kept: (name: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((entry) => reduced(entry, kept));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const isAround = name === "data";
      return isAround || kept(name) ? [[name, reduced(inner, kept)]] : [];
    }),
  );
}

const answered = Object.entries(documentedAnswers).map(([what, { endpoint, minimum }]) => {
  const required = rows.find(({ call }) => call === callOf(endpoint))?.required ?? [];
  return { what, endpoint, minimum, required };
});

test.each(answered)("$what: the required fields are enough", ({ endpoint, minimum, required }) => {
  const names = required.flat();
  const least = reduced(minimum, (name) => names.includes(name));
  expect(
    () => endpoint.read(least, { id: "asked", productId: "asked" }),
    JSON.stringify(least),
  ).not.toThrow();
});

test.each(
  answered.flatMap(({ required, ...rest }) =>
    required.map((group) => ({ ...rest, group, name: group.join(" or ") })),
  ),
)("$what: without $name it is no answer", ({ endpoint, minimum, group }) => {
  const without = reduced(minimum, (name) => !group.includes(name));
  expect(() => endpoint.read(without, { id: "asked", productId: "asked" })).toThrow();
});

test("every call that is answered has an example that the shop can read, but codes by mail and the shop's events", () => {
  const examples: Record<string, { body: unknown }> = JSON.parse(
    read("worker/upstream/examples.json"),
  );
  const without = endpointsOfUpstream().filter(({ endpoint }) => {
    const example = examples[callOf(endpoint)];
    if (example !== undefined) endpoint.read(example.body, {});
    return example === undefined;
  });
  expect(without.map(({ endpoint }) => callOf(endpoint)).sort()).toEqual([
    "POST /auth/login/request-otp",
    "POST /auth/login/verify-otp",
    "POST /auth/register",
    "POST UPSTREAM_CANCELLATIONS_PATH",
    "POST UPSTREAM_PAYMENT_EVENTS_PATH",
  ]);
});
