import { ownShop } from "./own-shop.ts";
import { sampleSet } from "../../support/carts.ts";
import { checkOut, formOf, memberWith } from "../../support/checkouts.ts";
import { burst, report, sized, steadily } from "../../support/experiment.ts";
import { newMember } from "../../support/new-member.ts";
import {
  attemptOf,
  newPayableOrders,
  notify,
  outboxOf,
  signedNotice,
} from "../../support/payments.ts";
import { newShopper, type Answer } from "../../support/shopper.ts";

const seconds = sized(6, 60);
const checkoutCount = sized(12, 120);
const noticeCount = sized(60, 1200);
/** A client that had more open would measure itself. */
const mostOpen = 1_200;

const shop = await ownShop();
const noor = await newMember(shop);

const status = async (answer: Promise<Response | Answer>): Promise<number> => {
  const got = await answer;
  if ("text" in got) await got.text();
  return got.status;
};
const wish = { content: "rain on cedar", top_k: 3 };
const crowd = {
  recommendations: () => noor.shopper.send("POST", "/raw-materials/chat", wish),
  content: () => shop.fetch("/en/home", { headers: { Accept: "text/html" } }),
  browse: () => newShopper(shop).get("/products/hinoki-rain"),
  cart: () => noor.shopper.get("/cart/"),
  login: () => noor.shopper.get("/members/me"),
};
const kinds = Object.keys(crowd) as (keyof typeof crowd)[];
const kindOf = (index: number) => kinds[index % kinds.length] ?? "login";

async function capacity(): Promise<number> {
  const count = sized(200, 1500);
  const begun = performance.now();
  await burst(count, 16, (index) => status(crowd[kindOf(index)]()));
  return count / ((performance.now() - begun) / 1000);
}

type Tallies = Record<string, { served: number; other: number }>;

async function flood(perSecond: number, tallies: Tallies): Promise<number> {
  const begun = performance.now();
  const open = new Set<Promise<void>>();
  let sent = 0;
  const one = async (kind: keyof typeof crowd) => {
    const answered = await status(crowd[kind]()).catch(() => 0);
    const tally = (tallies[kind] ??= { served: 0, other: 0 });
    tally[answered === 200 ? "served" : "other"] += 1;
  };
  while (performance.now() - begun < seconds * 1000) {
    const due = Math.floor(((performance.now() - begun) / 1000) * perSecond);
    for (; sent < due && open.size < mostOpen; sent += 1) {
      const asked: Promise<void> = one(kindOf(sent)).finally(() => open.delete(asked));
      open.add(asked);
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await Promise.all(open);
  return sent / seconds;
}

test("at three times its capacity the shop acknowledges every callback and takes every order (E23)", async () => {
  const orders = await newPayableOrders(shop, noticeCount);
  const buyers = await burst(checkoutCount, 1, async () => {
    const shopper = await memberWith(shop, sampleSet());
    return { shopper, form: await formOf(shopper) };
  });
  const calm = await capacity();
  const tallies: Tallies = {};
  const [, notices, checkouts] = await Promise.all([
    flood(3 * calm, tallies),
    steadily(noticeCount, seconds, async (index) => {
      const told = await notify(shop, await signedNotice(orders[index] ?? expect.unreachable()));
      return `${told.status} ${told.text}`;
    }),
    steadily(checkoutCount, seconds, async (index) => {
      const { shopper, form } = buyers[index] ?? expect.unreachable();
      return (await checkOut(shopper, form)).status;
    }),
  ]);
  for (const kind of kinds) await expect.poll(() => status(crowd[kind]())).toBe(200);

  const acknowledged = notices.filter((told) => told === "200 1|OK").length;
  const taken = checkouts.filter((code) => code === 200).length;
  const rows = kinds.map((kind) => ({ kind, ...tallies[kind] }));
  report("E23 three times capacity", [...rows, { kind: "checkout", served: taken }]);
  expect(acknowledged / noticeCount).toBeGreaterThanOrEqual(0.999);
  expect(taken / checkoutCount).toBeGreaterThanOrEqual(0.999);
  await shop.runSchedule();
  for (const [index, { merchantTradeNo, orderId }] of orders.entries()) {
    if (notices[index] !== "200 1|OK") continue;
    expect((await attemptOf(shop, merchantTradeNo)).state).toBe("paid");
    expect(await outboxOf(shop, orderId)).toHaveLength(1);
  }
});
