/** While one part of the upstream fails, whoever needs another part notices nothing. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { countBy, longTest, quantile, report, sized, timed } from "../support/experiment.ts";
import { stageFault } from "../support/faults.ts";
import { newMember, type NewMember } from "../support/new-member.ts";
import { placeOrder } from "../support/quiz-visits.ts";
import { newShopper, type Answer, type Shopper } from "../support/shopper.ts";
import { registrationOf, uniqueEmail } from "../support/upstream-member.ts";
import { startShop, type Shop } from "../support/shop.ts";

const seconds = sized(5, 60);
/** Few enough beside what fails that one breaker for all of the upstream would open. */
const readCount = sized(12, 96);
const checkoutCount = sized(2, 120);
/** Only the full experiment has the numbers for a 95th percentile. */
const calmPeriods = sized(0, 1);

let shop: Shop;
let noor: NewMember;
beforeAll(async () => {
  shop = await startShop();
  noor = await newMember(shop);
});
beforeEach(() => stageFault(shop, { mode: "none" }));
afterAll(() => shop.close());

/** `count` calls, begun evenly over the experiment whether the earlier ones have ended or not. */
async function steadily<T>(count: number, call: (index: number) => Promise<T>): Promise<T[]> {
  const startsAt = performance.now();
  const answers: Promise<T>[] = [];
  for (let index = 0; index < count; index += 1) {
    const waitMs = startsAt + (index * seconds * 1000) / count - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    answers.push(call(index));
  }
  return Promise.all(answers);
}

/** Members with a set in the cart each: an order that is not paid yet stands in the way of the next one. */
async function readyToOrder(): Promise<{ shopper: Shopper; cart: unknown }[]> {
  const set = {
    productIds: ["hinoki-rain"],
    itemType: "JAR",
    type: "SAMPLE",
    surveyResponseId: "response-1",
  };
  const ready = [];
  for (let index = 0; index < checkoutCount; index += 1) {
    const { shopper } = await newMember(shop);
    ready.push({ shopper, cart: (await shopper.send("POST", "/cart/items", set)).body });
  }
  return ready;
}

const summed = (answers: readonly Answer[]) =>
  countBy(answers, ({ status, body }) =>
    status === 200 ? "200" : `${status} ${String(body.code)}`,
  );

/** What members do meanwhile. @returns how long each checkout took. */
async function membersGoOn(ready: Awaited<ReturnType<typeof readyToOrder>>): Promise<{
  reads: Record<string, number>;
  signIns: Record<string, number>;
  checkouts: number[];
}> {
  const checkouts: number[] = [];
  const [reads, signIns] = await Promise.all([
    steadily(readCount, () => noor.shopper.get("/members/me")),
    steadily(checkoutCount, () => newShopper(shop).signIn(noor.email, noor.password)),
    steadily(checkoutCount, async (index) => {
      const { shopper, cart } = ready[index] ?? expect.unreachable();
      await timed(checkouts, () => placeOrder(shopper, cart));
    }),
  ]);
  return { reads: summed(reads), signIns: summed(signIns), checkouts };
}

async function membersNoticeNothing(
  title: string,
  fail: () => Promise<Answer[]>,
): Promise<Answer[]> {
  const calm: number[] = [];
  for (let period = 0; period < calmPeriods; period += 1)
    calm.push(...(await membersGoOn(await readyToOrder())).checkouts);
  const ready = await readyToOrder();
  const [failed, meanwhile] = await Promise.all([fail(), membersGoOn(ready)]);
  report(title, [
    {
      reads: JSON.stringify(meanwhile.reads),
      "sign-ins": JSON.stringify(meanwhile.signIns),
      checkouts: meanwhile.checkouts.length,
      "checkout p95 ms": quantile(meanwhile.checkouts, 0.95),
      ...(calm.length > 0 && { "calm p95 ms": quantile(calm, 0.95) }),
    },
  ]);
  expect(meanwhile.reads).toEqual({ "200": readCount });
  expect(meanwhile.signIns).toEqual({ "200": checkoutCount });
  expect(meanwhile.checkouts).toHaveLength(checkoutCount);
  if (calm.length > 0)
    expect(quantile(meanwhile.checkouts, 0.95)).toBeLessThan(2 * quantile(calm, 0.95));
  return failed;
}

test(
  "with the recommender down and members asking it again and again, others read and order (R80, E21)",
  longTest,
  async () => {
    const asking = await Promise.all([newMember(shop), newMember(shop), newMember(shop)]);
    const failed = await membersNoticeNothing("E21 recommender down", async () => {
      await stageFault(shop, { mode: "refuse", paths: ["/raw-materials"] });
      return steadily(10 * seconds, (index) => {
        const { shopper } = asking[index % asking.length] ?? expect.unreachable();
        return shopper.send("POST", "/raw-materials/chat", { content: "rain on cedar", top_k: 5 });
      });
    });
    const kinds = summed(failed);
    expect(Object.keys(kinds).sort()).toEqual([
      "502 upstream_unavailable",
      "503 upstream_maintenance",
    ]);
    expect(kinds["502 upstream_unavailable"], "most are not sent on").toBeGreaterThan(
      kinds["503 upstream_maintenance"] ?? 0,
    );
  },
);

test(
  "a stranger who asks for what fails takes nothing from members (R80, E21)",
  longTest,
  async () => {
    const stranger = newShopper(shop);
    const failed = await membersNoticeNothing("E21 a stranger asks for what fails", () =>
      steadily(25 * seconds, () => stranger.get("/surveys/error-500/full")),
    );
    expect(summed(failed)).toEqual({ "500 upstream_failed": 25 * seconds });
    for (const path of ["/surveys/scent-discovery/full", "/products/hinoki-rain"])
      expect((await newShopper(shop, "ja").get(path)).status, path).toBe(200);
  },
);

test(
  "what strangers can make fail of registering keeps nobody from signing in (R80)",
  longTest,
  async () => {
    await stageFault(shop, { mode: "refuse", paths: ["/auth/register"] });
    const stranger = newShopper(shop);
    const asked = await Promise.all(
      Array.from({ length: 60 }, () =>
        stranger.send("POST", "/auth/register", registrationOf(uniqueEmail())),
      ),
    );
    expect(summed(asked)).toEqual({ "503 upstream_maintenance": 60 });
    expect((await newShopper(shop).signIn(noor.email, noor.password)).status).toBe(200);
  },
);
