/** `npm run order`, as an operator types it, against a running shop. */
import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { borrowShop } from "../support/borrowed.ts";
import { newPayableOrder, upstreamStatus } from "../support/payments.ts";
import { root } from "../support/repository.ts";

const shop = await borrowShop();

interface Said {
  code: number;
  out: string;
  err: string;
}

function order(words: string[], environment: Record<string, string> = {}): Promise<Said> {
  const { UPSTREAM_URL: _, ...inherited } = process.env;
  const own = { PORT: shop.url.port, UPSTREAM_SERVICE_TOKEN: shop.serviceToken, ...environment };
  const args = [resolve(root, ".scripts/order.ts"), ...words];
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      args,
      { env: { ...inherited, ...own } },
      (_error, out, err) => done({ code: child.exitCode ?? -1, out: out.trim(), err: err.trim() }),
    );
  });
}

async function orderThatIs(status: string) {
  const { orderId: id } = await newPayableOrder(shop);
  await shop.upstreamDb.prepare("UPDATE orders SET status = ? WHERE id = ?").bind(status, id).run();
  return { id, number: `N${id}` };
}

test("an operator moves a paid order to the customer's door, step by step", async () => {
  const { id, number } = await orderThatIs("pending");
  const next = "processing, cancelled, partially_refunded, refunded";
  for (const [verb, name, said] of [
    ["show", number, `${number} is pending; it may become ${next}`],
    ["process", number, `${number}: pending → processing`],
    ["ship", id, `${number}: processing → shipped`],
    ["deliver", number, `${number}: shipped → delivered`],
    ["deliver", number, `${number} is delivered already`],
  ] as const)
    expect(await order([verb, name])).toEqual({ code: 0, out: said, err: "" });
  expect(await upstreamStatus(shop, id)).toBe("delivered");
});

test.each([
  ["fail", "payment_pending", "payment_failed"],
  ["cancel", "pending", "cancelled"],
  ["refund-partly", "shipped", "partially_refunded"],
  ["refund", "cancelled", "refunded"],
])("%s takes an order off its path", async (verb, from, to) => {
  const { id, number } = await orderThatIs(from);
  expect(await order([verb, number])).toMatchObject({ code: 0, out: `${number}: ${from} → ${to}` });
  expect(await upstreamStatus(shop, id)).toBe(to);
});

test("of several orders each is told of with its reason, and one refusal is enough to fail", async () => {
  const first = await orderThatIs("processing");
  const gone = await orderThatIs("refunded");
  const unpaid = await orderThatIs("payment_pending");
  const said = await order(["ship", first.number, gone.number, unpaid.number, "SL000000AAAAA"]);
  expect([said.code, said.out]).toEqual([1, `${first.number}: processing → shipped`]);
  expect(said.err.split("\n")).toEqual([
    `${gone.number} was not moved to shipped: it is refunded; there is nowhere to move it`,
    `${unpaid.number} was not moved to shipped: it is payment_pending; it may become payment_failed, cancelled`,
    "SL000000AAAAA: no such order",
  ]);
  expect(await upstreamStatus(shop, unpaid.id)).toBe("payment_pending");
});

test.each<[string[], Record<string, string>, number, string]>([
  [["ship", "SL1"], { UPSTREAM_SERVICE_TOKEN: "guessed" }, 1, "SL1: the service token is not"],
  [["ship", "SL1"], { PORT: "9" }, 1, "Is npm start running?"],
  [["pay", "SL1"], {}, 2, "Only a payment makes payment_pending into pending"],
  [["fly", "SL1"], {}, 2, "There is no verb “fly”"],
  [["ship"], {}, 2, "Which order?"],
])("%j with %j is refused and says why", async (words, environment, code, why) => {
  expect(await order(words, environment)).toMatchObject({
    code,
    err: expect.stringContaining(why),
  });
});
