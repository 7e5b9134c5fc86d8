import { createLog, putBackErrors, takeErrors } from "../../worker/platform/log.ts";
import { notifyPeople } from "../../worker/alerts/channels.ts";
import { raiseAlarms } from "../../worker/shop/alarms/raise-alarms.ts";
import { recordNotice } from "../../worker/shop/payments/record-notice.ts";
import * as tables from "../../worker/store/schema.ts";
import { addErrors, errorsSince } from "../../worker/store/alarms.ts";
import { failuresInARow } from "../../worker/store/counters.ts";
import { ShopError } from "../../worker/errors/shop-error.ts";
import { lookAround } from "../../worker/shop/health/look.ts";
import { publishedKeys } from "../../worker/store/keys.ts";
import { db, minuteMs, noon, reportOf } from "./database.ts";
import { noticesOf, portsWith } from "./ports.ts";

const event = "events for the upstream are late";
const logged = (name: string, now: number, example = "somewhere", count = 1) =>
  addErrors(db, new Map([[name, { count, example }]]), now);
const isLate = (now: number) => logged(event, now);

async function textsOf(now: number, isHeard = true): Promise<string[]> {
  const told: string[] = [];
  const tell = async (text: string) => told.push(text) > 0 && isHeard;
  const own = { publicOrigin: "https://shop.test", notifyPeople: tell };
  await raiseAlarms(portsWith({ now: () => now, own }).deps);
  return told;
}
const minute = async (now: number, isHeard = true) =>
  (await textsOf(now, isHeard)).map((text) => text.replace(/\n[^]*/, ""));
const raised = `⚠ shop.test: ${event}`;
const over = `✓ shop.test: over: ${event}`;

test("an alarm says what, where, about what, with which error, since when, and what to type first", async () => {
  const name = "a refund was refused";
  const example = (trade: string) => `schedule: make refunds · trade ${trade} · 10200048`;
  await logged(name, noon - minuteMs, example("TRY1"), 2);
  await logged(name, noon, example("TRY2"));
  expect(await textsOf(noon)).toEqual([
    `⚠ shop.test: a refund was refused
schedule: make refunds · trade TRY2 · 10200048
Since 2026-11-21 12:00 UTC, last seen 3×.
First: https://shop.test/desk
What it means: .docs/operate/alarms.md`,
  ]);
});

test("what nobody could be told is told in the next minute, the end of it too", async () => {
  await isLate(noon);
  expect(await minute(noon, false)).toEqual([raised]);
  expect(await minute(noon + minuteMs)).toEqual([raised]);
  expect(await minute(noon + 2 * minuteMs)).toEqual([]);
  expect(await minute(noon + 20 * minuteMs, false)).toEqual([over]);
  expect(await minute(noon + 21 * minuteMs)).toEqual([over]);
  expect(await minute(noon + 22 * minuteMs)).toEqual([]);
});

test("one way is enough to tell people, and where there is none nobody is told again", async () => {
  const tell = (ALERT_EMAIL: string | null, send: () => Promise<unknown>) => {
    const config = { ALERT_WEBHOOK_URL: null, ALERT_EMAIL };
    return notifyPeople(portsWith({ config, own: { bindings: { MAIL: { send } } } }).deps, raised);
  };
  const isFull = () => Promise.reject(new Error("full"));
  expect(await tell(null, isFull)).toBe(true);
  const told = ["operator@shop.test", () => Promise.resolve()] as const;
  expect([await tell(...told), await tell(told[0], isFull)]).toEqual([true, false]);
});

test("an alarm that comes and goes is told twice an hour and no more, and says since when", async () => {
  const told: string[] = [];
  for (let passed = 0; passed < 120; passed += 1) {
    const now = noon + passed * minuteMs;
    if (passed % 20 === 0) await isLate(now);
    told.push(...(await minute(now)));
  }
  expect(told).toEqual([raised, over, raised, over]);
  const [alarm] = await db.select().from(tables.alarms);
  expect(alarm).toMatchObject({ since: noon + 60 * minuteMs, notifiedAt: noon + 60 * minuteMs });
});

test("an error is an alarm for a quarter of an hour, with all its times and the last example", async () => {
  await logged("an error", noon - 15 * minuteMs, "too old");
  await logged("an error", noon - 14 * minuteMs, "older", 2);
  await logged("an error", noon, "old");
  await logged("an error", noon + 1, "the last");
  await logged("another", noon, "beside it");
  expect(await errorsSince(db, noon - 15 * minuteMs)).toMatchObject([
    { event: "an error", count: 4, example: "the last" },
    { event: "another", count: 1, example: "beside it" },
  ]);
});

test("however many errors there are, they are written once every few seconds, and what could not be written later", () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  takeErrors();
  let writes = 0;
  const log = createLog("a request", () => void (writes += 1));
  for (let times = 0; times < 100; times += 1) log.error(event, { reason: `${times}` });
  log.warn("no error");
  expect(writes).toBe(1);
  const errors = takeErrors();
  expect([...errors]).toEqual([[event, { count: 100, example: "99 · request a request" }]]);
  expect(takeErrors().size).toBe(0);
  putBackErrors(errors);
  expect([...takeErrors()]).toEqual([...errors]);
  vi.restoreAllMocks();
});

test.each([true, false])("the shop's probe leaves nothing, believed: %s", async (isBelieved) => {
  const report = { kind: "report", ...reportOf({ merchantTradeNo: "PROBE" }) } as const;
  const notices = noticesOf(report, { isBelieved });
  const { deps } = portsWith({ gateway: { notices } });
  expect(await recordNotice({ deps, provider: "ecpay" }, notices, "a body")).toBe("probed");
  const { paymentAttempts, paymentInbox, paymentNotices, outbox } = tables;
  for (const table of [paymentAttempts, paymentInbox, paymentNotices, outbox])
    expect(await db.select().from(table)).toEqual([]);
});

const texts = (found: readonly string[]) => ({
  bindings: { CONTENT: { list: async () => ({ keys: found.map((name) => ({ name })) }) } },
});

async function minuteOfUpstream(failure: ShopError | null, published = publishedKeys) {
  const { deps, errors } = portsWith({
    answers: () => failure ?? { min_length: 8, max_length: 64 },
    own: texts(published),
  });
  await lookAround(deps);
  return errors.map(([name, { reason }]) => (reason === undefined ? name : `${name}: ${reason}`));
}
const down = new ShopError("upstream_unavailable");
const told = ["the upstream does not answer"];

test("an upstream that is down for two minutes is told, with no shopper about, until it is back", async () => {
  const heard: string[][] = [];
  for (const failure of [down, down, down, null, down, down])
    heard.push(await minuteOfUpstream(failure));
  expect(heard).toEqual([[], told, told, [], [], told]);
});

test.each([
  ["wants a member's token", new ShopError("token_invalid", { status: 401 })],
  ["says something that nobody can read", new ShopError("upstream_garbled")],
])("an upstream that %s is not down", async (_how, refusal) => {
  expect([await minuteOfUpstream(refusal), await minuteOfUpstream(refusal)]).toEqual([[], []]);
});

test("texts that are gone are named at once, whichever they are, though the build's own are shown", async () => {
  const gone = "the published texts are gone";
  for (const key of publishedKeys) {
    const others = publishedKeys.filter((other) => other !== key);
    expect(await minuteOfUpstream(null, others)).toEqual([`${gone}: ${key}`]);
  }
  expect(await minuteOfUpstream(null, [])).toEqual([`${gone}: ${publishedKeys.join(" ")}`]);
});

test("a success ends the row of its own failures, not that of others", async () => {
  const one = (hasFailed: boolean) => failuresInARow(db, "one", hasFailed);
  const other = (hasFailed: boolean) => failuresInARow(db, "other", hasFailed);
  expect([await one(true), await one(true), await other(true)]).toEqual([1, 2, 1]);
  expect([await one(false), await other(true), await one(true)]).toEqual([0, 2, 1]);
});
