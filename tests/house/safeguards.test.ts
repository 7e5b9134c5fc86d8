/** What the Worker's sources keep to, where no single request could show it. */
import { expect, test } from "vitest";
import { readPlan, targets } from "../../.scripts/deploy/plan.ts";
import { read, root, sources } from "../support/repository.ts";

const standIns = /^worker\/stand-ins\//;
const worker = sources("worker/");
const shop = worker.filter((file) => !standIns.test(file));
const filesWith = (files: readonly string[], pattern: RegExp) =>
  files.filter((file) => pattern.test(read(file)));

test("no statement is put together from text: the raw queries are rules of ours, without a parameter (R66)", () => {
  expect(filesWith(worker, /\bsql\.(raw|identifier)\(/)).toEqual(["worker/store/invariants.ts"]);
});

test("lists go into a statement as one value, never as one bind each (R66)", () => {
  // `inArray` binds each entry: it may hold a written-out list or another query, not a list that a request makes long.
  const lists = worker.flatMap((file) =>
    [...read(file).matchAll(/\b(?:not)?[iI]nArray\([\w.]+, ([^)]*)\)/g)].map((match) => match[1]),
  );
  expect(lists.length).toBeGreaterThan(0);
  expect(
    lists.filter((list) => list !== undefined && !/^\[("\w+"(, )?)+\]$/.test(list)).sort(),
  ).toEqual(["from"]);
});

test("every query of the shop goes to the primary database (R87)", () => {
  expect(filesWith(shop, /\bdrizzle\(|\.DB\b/)).toEqual(["worker/context.ts"]);
  expect(read("worker/context.ts")).toContain(
    'drizzle(asDatabase(this.bindings.DB.withSession("first-primary")))',
  );
});

test("what runs behind an answer is only what may be lost (R83)", () => {
  const mayBeLost: Record<string, string> = {
    "worker/middleware/request-context.ts": "it is the request itself, whose client has left",
    "worker/shop/orders/list-orders.ts":
      "the next look at the orders marks what the upstream knows",
    "worker/shop/outbox/deliver.ts": "the schedule delivers what that did not",
    "worker/shop/payments/build-result.ts": "the schedule asks ECPay too",
    "worker/shop/payments/record-notice.ts": "the schedule asks ECPay too",
    "worker/shop/sessions/as-member.ts":
      "the session is dead already, and nobody else holds its upstream tokens",
    "worker/shop/sign-in/account.ts":
      "one mail too many is counted for an hour, and nobody holds the tokens of a check",
    "worker/upstream/public-read.ts": "the next reader fills the cache",
  };
  expect(filesWith(shop, /\bdeps\.waitUntil\(/).sort()).toEqual(Object.keys(mayBeLost).sort());
  const doors = ["worker/index.ts", "worker/middleware/request-context.ts"];
  expect(filesWith(shop, /\b(c\.executionCtx|execution)\.waitUntil\(/).sort()).toEqual(doors);
});

test("no password goes through PBKDF2, which production Workers refuse beyond 100,000 rounds (R32)", () => {
  expect(filesWith(worker, /scrypt/i), "where passwords are hashed").not.toEqual([]);
  expect(filesWith(worker, /pbkdf2/i)).toEqual([]);
});

test.each(targets)("%s gives no call more than five seconds of processor time", (target) => {
  const { limits } = readPlan(target, root).api;
  expect(limits).toEqual({ cpu_ms: 5_000 });
});
