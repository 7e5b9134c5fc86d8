import { eq } from "drizzle-orm";
import { ShopError } from "../../worker/errors/shop-error.ts";
import * as limiting from "../../worker/shop/limits/enforce-limit.ts";
import type { LimitName } from "../../worker/shop/limits/enforce-limit.ts";
import { somethingChanged } from "../../worker/store/carts.ts";
import { claimStatements } from "../../worker/store/idempotency.ts";
import { countAgainst } from "../../worker/store/counters.ts";
import * as schema from "../../worker/store/schema.ts";
import { claimKey, db, minuteMs, noon, refuses } from "./database.ts";
import { portsWith } from "./ports.ts";

const hour = 60;
const day = 24 * hour;
type Personal = { passes: number; minutes: number; apart?: number };
/** What a stranger cannot fill for anybody else. */
const limits = {
  "otp-send:member": { passes: 5, minutes: hour, apart: 1 },
  "otp-guess:member": { passes: 25, minutes: day },
  "otp-guess:in-a-row": { passes: 100, minutes: 366 * day },
  "sign-in:browser": { passes: 30, minutes: hour },
  "forgot-password:member": { passes: 1, minutes: 12 },
  "second-step:member": { passes: 20, minutes: hour },
  "confirm-password:member": { passes: 4, minutes: hour },
  "change-password:member": { passes: 20, minutes: hour },
  "payment-attempt:member": { passes: 30, minutes: hour },
  "payment-attempt:order": { passes: 10, minutes: hour },
  "register:mailbox": { passes: 10, minutes: hour },
} satisfies Partial<Record<LimitName, Personal>>;
type PersonalLimit = keyof typeof limits;
const limitOf = (name: PersonalLimit): Personal => limits[name];

/** What some fill for others, and how many pass in an hour before the others go slowly. */
const sharedLimits = {
  "otp-send:address": 30,
  "sign-in:address": 100,
  "register:address": 30,
  "forgot-password:address": 30,
  "guest-cart:address": 300,
  "otp-send:all": 1_500,
  "sign-in:all": 1_000,
  "register:all": 500,
  "forgot-password:all": 500,
  "forgot-password:known": 500,
  "guest-cart:all": 3_000,
} satisfies Record<Exclude<LimitName, PersonalLimit>, number>;

const paceOf = (name: LimitName) => `PER_TEN_SECONDS_${name.startsWith("sign-in") ? 50 : 10}`;

/** A counter has no room unless it is said to have some. */
function depsAt(now: number, hasRoom: (...asked: string[]) => boolean = () => false) {
  const allows = (...asked: string[]) => Promise.resolve(hasRoom(...asked));
  return portsWith({ now: () => now, own: { allows } }).deps;
}

async function ask(
  name: LimitName,
  subject: string,
  minute: number,
  allows?: (...asked: string[]) => boolean,
): Promise<number | null> {
  try {
    await limiting.enforceLimit(depsAt(noon + minute * minuteMs, allows), name, subject);
    return null;
  } catch (error) {
    if (!(error instanceof ShopError) || error.code !== "too_many_requests") throw error;
    return Number(Object(error.facts.detail).retry_after_seconds);
  }
}

const countOf = async (key: string) =>
  (await db.select().from(schema.limits)).find((row) => row.key === key)?.count;

/** A row of the table stands for all but the last ten of a large one. */
async function useUp(name: PersonalLimit, subject: string): Promise<void> {
  const { passes, apart = 0 } = limitOf(name);
  const begun = Math.max(0, passes - 10);
  if (begun > 0) {
    expect(await ask(name, subject, 0)).toBeNull();
    await db.update(schema.limits).set({ count: begun });
  }
  for (let count = begun; count < passes; count += 1)
    expect(await ask(name, subject, count * apart), `no. ${count + 1}`).toBeNull();
}

test.each(Object.keys(limits) as PersonalLimit[])("%s: as many as it says pass", async (name) => {
  const { passes, minutes, apart = 0 } = limitOf(name);
  await useUp(name, "noor");
  expect(await ask(name, "noor", passes * apart)).toBe((minutes - passes * apart) * 60);
  expect(await ask(name, "kenji", passes * apart)).toBeNull();
  expect(await ask(name, "noor", minutes)).toBeNull();
});

test.each(Object.entries(sharedLimits) as [LimitName, number][])(
  "%s: beyond %i an hour a few pass in ten seconds, and the others try again a second later (R25)",
  async (name, passes) => {
    const key = `${name}:noor`;
    expect(await ask(name, "noor", 0)).toBeNull();
    await db.update(schema.limits).set({ count: passes - 1 });
    expect(await ask(name, "noor", 0)).toBeNull();
    expect(await ask(name, "noor", 1)).toBe(1);
    expect(await countOf(key), "who waits is not counted").toBe(passes);
    const asked: string[][] = [];
    expect(await ask(name, "noor", 1, (...counter) => asked.push(counter) > 0)).toBeNull();
    expect(asked).toEqual([[paceOf(name), key]]);
    expect(await countOf(key)).toBe(passes + 1);
    expect(await ask(name, "kenji", 1)).toBeNull();
    expect(await ask(name, "noor", hour)).toBeNull();
  },
);

test("a household of IPv6 is counted with its network of 65,536, which may do four times as much (R25)", async () => {
  for (let household = 0; household < 4; household += 1)
    for (let count = 0; count < 30; count += 1)
      expect(await ask("register:address", `2001:db8:5:${household}::/64`, 0)).toBeNull();
  expect(await countOf("register:address:2001:db8:5::/48")).toBe(120);
  expect(await ask("register:address", "2001:db8:5:4::/64", 0)).toBe(1);
  expect(await countOf("register:address:2001:db8:5:4::/64"), "nothing was used up").toBe(0);
  expect(await ask("register:address", "2001:db8:6:4::/64", 0)).toBeNull();
});

test("of several limits the first that is reached refuses, and those behind it are not counted (R25)", async () => {
  const register = (mailbox: string, minute = 0) =>
    limiting.enforceLimits(depsAt(noon + minute * minuteMs), [
      ["register:address", "office"],
      ["register:mailbox", mailbox],
      ["register:all", "everybody"],
    ]);
  for (let count = 0; count < limits["register:mailbox"].passes; count += 1)
    await register("victim");
  const detail = { retry_after_seconds: 45 * 60 };
  for (let count = 0; count < 5; count += 1)
    await refuses(register("victim", 15), "too_many_requests", { detail });
  expect(await countOf("register:address:office"), "who asks pays for a refusal").toBe(15);
  expect(await countOf("register:all:everybody"), "nobody else does").toBe(10);
  await register("noor", 15);
  const everybody = eq(schema.limits.key, "register:all:everybody");
  await db.update(schema.limits).set({ count: 500 }).where(everybody);
  await refuses(register("kenji", 15), "too_many_requests");
  expect(await countOf("register:mailbox:kenji"), "who waits for others pays nothing").toBe(0);
  await register("victim", hour);
});

test("parallel requests pass no more often than one after the other", async () => {
  const asked = Array.from({ length: 40 }, () => ask("forgot-password:address", "noor", 0));
  const waits = await Promise.all(asked);
  expect(waits.filter((wait) => wait === null)).toHaveLength(30);
});

test("a code sent before the minute is over waits for the rest of it, and counts for nothing", async () => {
  expect(await ask("otp-send:member", "noor", 0)).toBeNull();
  expect(await ask("otp-send:member", "noor", 0.25)).toBe(45);
  for (let minute = 1; minute < 5; minute += 1)
    expect(await ask("otp-send:member", "noor", minute)).toBeNull();
  expect(await ask("otp-send:member", "noor", 5)).toBe(55 * 60);
});

test("what came to nothing is taken back, and what succeeded clears all of it", async () => {
  await useUp("forgot-password:member", "noor");
  await limiting.takeBack(depsAt(noon), ["forgot-password:member", "noor"]);
  expect(await ask("forgot-password:member", "noor", 1)).toBeNull();
  expect(await ask("forgot-password:member", "noor", 1)).not.toBeNull();
  await useUp("confirm-password:member", "noor");
  await limiting.takeBack(depsAt(noon), ["confirm-password:member", "noor"]);
  expect(await ask("confirm-password:member", "noor", 1)).toBeNull();
  expect(await ask("confirm-password:member", "noor", 1), "one of four").not.toBeNull();
  await useUp("forgot-password:member", "kenji");
  await limiting.clearLimits(depsAt(noon), ["forgot-password:member"], "noor");
  await useUp("forgot-password:member", "noor");
  expect(await ask("forgot-password:member", "kenji", 1)).not.toBeNull();
});

test("beyond a limit nothing is done with it", async () => {
  const limit = "payment-attempt:member";
  const wanted = (key: string) => ({ scope: "checkout:mei", key, bodyHash: key });
  const order = (key: string) =>
    limiting.enforceLimits(
      depsAt(noon),
      [[limit, "mei"]],
      claimStatements(db, wanted(key), noon, somethingChanged),
    );
  const [taken] = await order("roses");
  expect(taken).toHaveLength(1);
  for (let count = 1; count < limits[limit].passes; count += 1) await ask(limit, "mei", 0);
  await refuses(order("oud"), "too_many_requests");
  expect(await claimKey(wanted("oud"), noon), "free as before").toMatchObject({ isResumed: false });
  expect(await claimKey(wanted("roses"), noon)).toBeNull();
});

test("whoever looked at the clock a moment before the last one is counted all the same", async () => {
  const limit = { key: "clock", max: 3, windowMs: minuteMs };
  for (const now of [noon + 1_000, noon + 999, noon + 1_001])
    expect(await countAgainst(db, limit, now)).toBeNull();
  expect(await countAgainst(db, limit, noon + 1_002)).toBe(minuteMs - 2);
});

test.each([
  ["api", "address", "PER_TEN_SECONDS_500", 1],
  ["cart-write", "network", "PER_MINUTE_300", 60],
  ["refresh", "member", "PER_MINUTE_120", 60],
  ["sign-in", "member", "PER_TEN_SECONDS_10", 1],
] as const)("%s by %s is counted by %s, beyond which one waits %i s (R25)", async (...row) => {
  const [name, kind, counter, retry_after_seconds] = row;
  const asked: unknown[] = [];
  const deps = depsAt(noon, (...question) => asked.push(question) > 1);
  const refusal = { detail: { retry_after_seconds }, reason: `${name}:${kind}` };
  const enter = () => limiting.enforceRate(deps, name, kind, "mei");
  await refuses(enter(), "too_many_requests", refusal);
  await enter();
  const question = [counter, `${name}:${kind}:mei`];
  expect(asked).toEqual([question, question]);
});
