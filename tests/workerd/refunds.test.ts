import type { RefundAnswer } from "../../worker/payments/method.ts";
import { makeRefunds } from "../../worker/shop/payments/make-refunds.ts";
import { requestRefund, resolveMessage, resolveRefund } from "../../worker/store/operators.ts";
import type { NewRefund, Operation } from "../../worker/store/operators.ts";
import { keepFinished } from "../../worker/store/counters.ts";
import { waitingFor } from "../../worker/store/operator-lists.ts";
import { recordRefund } from "../../worker/store/refunds.ts";
import { operatorActions, paymentInbox, refunds } from "../../worker/store/schema.ts";
import { brokenRules, dayMs, db, minuteMs, noon, openAttempt, settle } from "./database.ts";
import { portsWith } from "./ports.ts";

const random = () => crypto.randomUUID().replaceAll("-", "");
const operation = (changes: Partial<Operation> = {}): Operation => ({
  id: random(),
  operator: "Lin",
  action: "refund",
  subject: "",
  reason: "paid twice",
  now: noon,
  ...changes,
});

const request = async (
  changes: Partial<NewRefund> = {},
  { subject = `RF${random().slice(0, 16).toUpperCase()}`, ...more }: Partial<Operation> = {},
) => {
  const refund = { trade: "TRY1", amount: 1200, knownRefunds: 0, ...changes };
  return (await requestRefund(db, refund, operation({ subject, ...more }))) === "done";
};
const rows = () => db.select().from(refunds).orderBy(refunds.createdAt, refunds.id);
const states = async () => (await rows()).map(({ state }) => state);
const log = () => db.select().from(operatorActions);

async function paid(): Promise<void> {
  await openAttempt();
  await settle({}, noon + minuteMs);
}

async function requested(...sums: number[]): Promise<void> {
  await paid();
  for (const [knownRefunds, amount] of (sums.length > 0 ? sums : [1200]).entries())
    await request({ amount, knownRefunds });
}

interface Turn {
  answer?: () => RefundAnswer | Promise<RefundAnswer>;
  now?: number;
  before?: number | null;
  tookMs?: number;
}
const made = (): RefundAnswer => ({ kind: "made", code: "1", message: "" });
const lost = (): RefundAnswer => ({ kind: "unclear", reason: "no_answer" });

let told: unknown[] = [];
/** One turn of the schedule a day later. @returns what was asked for. */
async function turn({ answer = made, now = noon + dayMs, before = now, tookMs = 0 }: Turn = {}) {
  const asked: [trade: string, sum: number][] = [];
  const { deps, errors } = portsWith({
    now: () => now + asked.length * tookMs,
    gateway: {
      refundableBefore: () => before,
      refund: (trade, amount) => {
        asked.push([trade.merchantTradeNo, amount]);
        return Promise.resolve(answer());
      },
    },
  });
  told = errors;
  await makeRefunds(deps);
  return asked;
}

const isUnclear = (reason: string) => ["a refund is unclear", { merchantTradeNo: "TRY1", reason }];
const expectRules = async () => expect(await brokenRules(noon)).toEqual([]);

test("a refund is asked for once and made, and the log says who wanted it", async () => {
  await paid();
  expect(await request()).toBe(true);
  const logged = { operator: "Lin", action: "refund", reason: "paid twice", at: noon };
  expect(await log()).toMatchObject([logged]);
  expect(await turn()).toEqual([["TRY1", 1200]]);
  expect(await turn()).toEqual([]);
  expect(await rows()).toMatchObject([{ state: "made", code: "1", endedAt: noon + dayMs }]);
  expect((await log())[0]?.subject).toBe((await rows())[0]?.id);
  await expectRules();
});

test("a run of refunds ends within its minute, and the next goes on", async () => {
  await requested(100, 100, 100);
  expect(await turn({ tookMs: 40_001 })).toHaveLength(1);
  expect(await turn({ now: noon + dayMs + minuteMs, tookMs: 40_000 })).toHaveLength(2);
  expect(await states()).toEqual(["made", "made", "made"]);
});

test("what people type stays text, and a form that is sent again changes nothing", async () => {
  await paid();
  const words = `o'Brien"; DROP TABLE refunds; -- \\ \n 退款`;
  const form = operation({ reason: words, operator: words, subject: "RF0123456789ABCDEF" });
  const refund = { trade: "TRY1", amount: 1, knownRefunds: 0 };
  expect(await requestRefund(db, refund, form)).toBe("done");
  expect(await requestRefund(db, { ...refund, knownRefunds: 1 }, form)).toBe("again");
  expect(await log()).toMatchObject([{ reason: words, operator: words }]);
  expect(await rows()).toHaveLength(1);
});

test("parts are given back up to the sum that was paid, and nothing of what is not paid", async () => {
  await openAttempt();
  expect(await request({ amount: 1 })).toBe(false);
  await settle();
  expect(await request({ amount: 0 })).toBe(false);
  expect(await request({ amount: 1201 })).toBe(false);
  expect(await request({ amount: 700 })).toBe(true);
  expect(await request({ amount: 501, knownRefunds: 1 })).toBe(false);
  expect(await request({ amount: 500, knownRefunds: 1 })).toBe(true);
  expect(await request({ amount: 1, knownRefunds: 2 })).toBe(false);
  expect(await request({ trade: "TRY2" })).toBe(false);
  expect((await turn()).map(([, sum]) => sum).sort()).toEqual([500, 700]);
  expect(await states()).toEqual(["made", "made"]);
  expect(await log()).toHaveLength(2);
  await expectRules();
});

test("an operator who did not know of another refund is refused", async () => {
  await paid();
  expect(await request({ amount: 100 })).toBe(true);
  expect(await request({ amount: 100 })).toBe(false);
  expect(await request({ amount: 100, knownRefunds: 1 })).toBe(true);
});

test("twenty operators at once give back the money once", async () => {
  await paid();
  const done = await Promise.all(Array.from({ length: 20 }, () => request()));
  expect(done.filter(Boolean)).toHaveLength(1);
  expect(await log()).toHaveLength(1);
});

test("what was refused can be asked for again, as a refund of its own", async () => {
  await requested();
  await turn({ answer: () => ({ kind: "refused", code: "10200141", message: "no" }) });
  expect(await rows()).toMatchObject([{ state: "refused", code: "10200141", message: "no" }]);
  const refused = { merchantTradeNo: "TRY1", code: "10200141" };
  expect(told).toEqual([["a refund was refused", refused]]);
  expect(await turn()).toEqual([]);
  expect(await request({ knownRefunds: 1 })).toBe(true);
  expect(await turn()).toEqual([["TRY1", 1200]]);
  await expectRules();
});

test("a payment that is not closed waits, and so does everything while none may be made", async () => {
  await requested();
  expect(await turn({ before: null })).toEqual([]);
  expect(await turn({ before: noon + minuteMs })).toEqual([]);
  expect(await states()).toEqual(["requested"]);
  expect(await turn({ before: noon + minuteMs + 1 })).toEqual([["TRY1", 1200]]);
});

test("ten turns at once ask once", async () => {
  await requested();
  const asked = await Promise.all(Array.from({ length: 10 }, () => turn()));
  expect(asked.flat()).toEqual([["TRY1", 1200]]);
  expect(await states()).toEqual(["made"]);
});

test("two refunds are not asked for at the same time", async () => {
  await requested(100, 200);
  let beside: unknown[] = [];
  await turn({
    answer: async () => {
      beside = [...beside, ...(await turn())];
      return made();
    },
  });
  expect(beside).toEqual([]);
  expect(await states()).toEqual(["made", "made"]);
});

test("after a lost answer that refund is never asked for again, and no other for half an hour", async () => {
  await requested(100, 200);
  expect(await turn({ answer: lost })).toHaveLength(1);
  expect(told).toEqual([isUnclear("no_answer")]);
  const soon = noon + dayMs + 30 * minuteMs - 1;
  expect(await turn({ now: soon })).toEqual([]);
  expect(await turn({ now: soon + 1 })).toHaveLength(1);
  expect((await states()).sort()).toEqual(["made", "unclear"]);
  expect(await turn({ now: noon + 9 * dayMs })).toEqual([]);
  expect(await request({ amount: 1100, knownRefunds: 2 }), "it may have been made").toBe(false);
  await expectRules();
});

test("a claim whose turn died becomes unclear after five minutes, and is not asked for", async () => {
  await requested();
  const dies = turn({ answer: () => Promise.reject(new Error("killed")) });
  await expect(dies).rejects.toThrow("killed");
  expect(await states()).toEqual(["asking"]);
  expect(await turn({ now: noon + dayMs + 5 * minuteMs })).toEqual([]);
  expect(await states()).toEqual(["asking"]);
  expect(await turn({ now: noon + dayMs + 5 * minuteMs + 1 })).toEqual([]);
  expect(await states()).toEqual(["unclear"]);
  expect(told).toEqual([isUnclear("the answer was not written down")]);
  await expectRules();
});

const resolve = async (ending: "made" | "not_made", now = noon + 2 * dayMs) => {
  const [row] = await rows();
  const action = `resolve ${ending}`;
  const said = operation({ action, subject: row?.id ?? "", now, reason: "console" });
  return (await resolveRefund(db, ending, said)) === "done";
};

test("a person who has looked at the gateway's console says what became of it", async () => {
  await requested();
  expect(await resolve("made"), "nobody has asked for it yet").toBe(false);
  await turn({ answer: lost });
  expect(await resolve("made")).toBe(true);
  expect(await resolve("not_made")).toBe(false);
  expect(await rows()).toMatchObject([{ state: "made", endedAt: noon + 2 * dayMs }]);
  expect((await log()).map(({ action }) => action).sort()).toEqual(["refund", "resolve made"]);
  await expectRules();
});

test("what a person says of one refund is said of no other", async () => {
  await requested(400);
  await request({ amount: 300, knownRefunds: 1 });
  expect(await resolve("not_made")).toBe(true);
  expect((await states()).sort()).toEqual(["not_made", "requested"]);
});

test("what was not made frees the sum, and a late answer does not change what a person said", async () => {
  await requested();
  await turn({ answer: lost });
  expect(await resolve("not_made")).toBe(true);
  await recordRefund(db, (await rows())[0]?.id ?? "", made(), noon + 3 * dayMs);
  expect(await states()).toEqual(["not_made"]);
  expect(await request({ knownRefunds: 1 })).toBe(true);
});

test("an answer that comes after it was given up still counts", async () => {
  await requested();
  await turn({ answer: lost });
  await recordRefund(db, (await rows())[0]?.id ?? "", made(), noon + 3 * dayMs);
  expect(await states()).toEqual(["made"]);
});

test("what was requested before the schedule stood still, or the database came back from earlier, is for people to decide", async () => {
  await requested(400);
  await keepFinished(db, noon + 1);
  expect(await turn({ now: noon + 3 * minuteMs + 1, before: noon + dayMs })).toHaveLength(1);
  await request({ amount: 300, knownRefunds: 1 });
  expect(await turn({ now: noon + 3 * minuteMs + 2, before: noon + dayMs })).toEqual([]);
  expect(told).toEqual([isUnclear("the schedule stood still")]);
  expect((await states()).sort()).toEqual(["made", "unclear"]);
  await expectRules();
});

test("a refund is called off before it is made, not after", async () => {
  await requested();
  expect(await resolve("not_made")).toBe(true);
  expect(await turn()).toEqual([]);
  await request({ knownRefunds: 1 });
  await turn();
  const last = (await rows()).find(({ state }) => state === "made");
  const said = operation({ subject: last?.id ?? "" });
  expect(await resolveRefund(db, "not_made", said)).toBe("changed");
});

test("an event waits for a person after a quarter of an hour, a refund that is not made after two days", async () => {
  await requested();
  const waits = async (now: number) => (await waitingFor(db, now)).map(({ what }) => what);
  expect(await waits(noon + 16 * minuteMs - 1)).toEqual([]);
  expect(await waits(noon + 16 * minuteMs)).toEqual(["event"]);
  expect(await waits(noon + 2 * dayMs - 1)).toEqual(["event"]);
  expect(await waits(noon + 2 * dayMs)).toEqual(["refund", "event"]);
});

test("a message is marked as looked at once", async () => {
  const id = "a".repeat(64);
  const message = { id, merchantTradeNo: "TRY1", reason: "odd", fields: "{}", receivedAt: noon };
  await db.insert(paymentInbox).values(message);
  const looked = { action: "resolve", subject: id };
  const mark = () => resolveMessage(db, operation({ ...looked, now: noon + 1 }));
  expect(await mark()).toBe("done");
  expect(await mark()).toBe("changed");
  expect(await db.select().from(paymentInbox)).toMatchObject([{ resolvedAt: noon + 1 }]);
  expect(await log()).toMatchObject([looked]);
});
