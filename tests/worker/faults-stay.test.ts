/** While one part of the upstream fails, whoever needs another part notices nothing. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { add } from "../support/carts.ts";
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
const comparesWithCalm = sized(0, 1) === 1;

let shop: Shop;
/** Where nothing fails, at the same time: whatever else the machine does slows both. */
let calmShop: Shop | null;
let noor: NewMember;
beforeAll(async () => {
  shop = await startShop();
  calmShop = comparesWithCalm ? await startShop() : null;
  noor = await newMember(shop);
});
beforeEach(() => stageFault(shop, { mode: "none" }));
afterAll(async () => {
  await shop.close();
  await calmShop?.close();
});

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

interface Members {
  shop: Shop;
  reader: NewMember;
  /** With a set in the cart each: an order that is not paid yet stands in the way of the next one. */
  buyers: { shopper: Shopper; cart: unknown }[];
}

async function membersOf(theirs: Shop): Promise<Members> {
  const buyers = [];
  for (let index = 0; index < checkoutCount; index += 1) {
    const { shopper } = await newMember(theirs);
    buyers.push({ shopper, cart: (await add(shopper)).body });
  }
  return { shop: theirs, reader: await newMember(theirs), buyers };
}

const summed = (answers: readonly Answer[]) =>
  countBy(answers, ({ status, body }) =>
    status === 200 ? "200" : `${status} ${String(body.code)}`,
  );

/** What members do meanwhile. @returns how each read and sign-in ended and how long each checkout took. */
async function goOn({ shop: theirs, reader, buyers }: Members) {
  const checkouts: number[] = [];
  const [reads, signIns] = await Promise.all([
    steadily(readCount, () => reader.shopper.get("/members/me")),
    steadily(checkoutCount, () => newShopper(theirs).signIn(reader.email, reader.password)),
    steadily(checkoutCount, async (index) => {
      const { shopper, cart } = buyers[index] ?? expect.unreachable();
      await timed(checkouts, () => placeOrder(shopper, cart));
    }),
  ]);
  return { reads: summed(reads), signIns: summed(signIns), checkouts };
}

async function membersNoticeNothing(
  title: string,
  fail: () => Promise<Answer[]>,
): Promise<Answer[]> {
  const members = await membersOf(shop);
  const others = calmShop && (await membersOf(calmShop));
  const [failed, here, calm] = await Promise.all([fail(), goOn(members), others && goOn(others)]);
  const p95 = quantile(here.checkouts, 0.95);
  const calmP95 = calm && quantile(calm.checkouts, 0.95);
  report(title, [
    {
      reads: JSON.stringify(here.reads),
      "sign-ins": JSON.stringify(here.signIns),
      checkouts: here.checkouts.length,
      "checkout p95 ms": p95,
      ...(calmP95 !== null && { "calm p95 ms": calmP95 }),
    },
  ]);
  expect(here.reads).toEqual({ "200": readCount });
  expect(here.signIns).toEqual({ "200": checkoutCount });
  expect(here.checkouts).toHaveLength(checkoutCount);
  if (calmP95 !== null) expect(p95).toBeLessThan(2 * calmP95);
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
