import { ownShop } from "./own-shop.ts";
import { cartOf, sampleSet } from "../../support/carts.ts";
import { memberWith, placeOrder } from "../../support/checkouts.ts";
import {
  burst,
  countBy,
  quantile,
  report,
  sized,
  steadily,
  timed,
} from "../../support/experiment.ts";
import { stageFault } from "../../support/upstream-state.ts";
import { newMember } from "../../support/new-member.ts";
import { newShopper, type Answer } from "../../support/shopper.ts";

const seconds = sized(5, 60);
/** Few enough beside what fails that one breaker for all of the upstream would open. */
const readCount = sized(12, 96);
const checkoutCount = sized(2, 120);

const shop = await ownShop();
const noor = await newMember(shop);
beforeEach(() => stageFault(shop, { mode: "none" }));

const evenly = <T>(count: number, call: (index: number) => Promise<T>) =>
  steadily(count, seconds, call);

const summed = (answers: readonly Answer[]) =>
  countBy(answers, ({ status, body }) =>
    status === 200 ? "200" : `${status} ${String(body.code)}`,
  );

async function membersNoticeNothing(
  title: string,
  fail: () => Promise<Answer[]>,
): Promise<Answer[]> {
  // One order each: an order that is not paid yet stands in the way of the next one.
  const buyers = await burst(checkoutCount, 2, () => memberWith(shop, sampleSet()));
  const carts = await Promise.all(buyers.map(cartOf));
  const checkouts: number[] = [];
  const [failed, reads, signIns] = await Promise.all([
    fail(),
    evenly(readCount, () => noor.shopper.get("/members/me")),
    evenly(checkoutCount, () => newShopper(shop).signIn(noor.email, noor.password)),
    evenly(checkoutCount, (index) =>
      timed(checkouts, () => placeOrder(buyers[index] ?? expect.unreachable(), carts[index])),
    ),
  ]);
  report(title, [{ checkouts: checkouts.length, "checkout p95 ms": quantile(checkouts, 0.95) }]);
  expect(summed(reads)).toEqual({ "200": readCount });
  expect(summed(signIns)).toEqual({ "200": checkoutCount });
  expect(checkouts).toHaveLength(checkoutCount);
  return failed;
}

test("with the recommender down and members asking it again and again, others read and order (R80, E21)", async () => {
  const asking = await Promise.all([newMember(shop), newMember(shop), newMember(shop)]);
  const failed = await membersNoticeNothing("E21 recommender down", async () => {
    await stageFault(shop, { mode: "refuse", paths: ["/raw-materials"] });
    return evenly(10 * seconds, (index) => {
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
});

test("a stranger who asks for what fails takes nothing from members (R80, E21)", async () => {
  const stranger = newShopper(shop);
  const failed = await membersNoticeNothing("E21 a stranger asks for what fails", () =>
    evenly(25 * seconds, () => stranger.get("/surveys/error-500/full")),
  );
  expect(summed(failed)).toEqual({ "500 upstream_failed": 25 * seconds });
  for (const path of ["/surveys/scent-discovery/full", "/products/hinoki-rain"])
    expect((await newShopper(shop, "ja").get(path)).status, path).toBe(200);
});
