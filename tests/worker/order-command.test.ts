/** `npm run order`, as an operator types it, against a running shop. */
import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { borrowShop } from "../support/borrowed.ts";
import { newPayableOrder, upstreamStatus } from "../support/payments.ts";
import { root } from "../support/repository.ts";
import type { Shop } from "../support/shop.ts";

let shop: Shop;
beforeAll(async () => void (shop = await borrowShop()));

interface Said {
  code: number | null;
  out: string;
  err: string;
}

function order(words: string[], environment: Record<string, string> = {}): Promise<Said> {
  const { UPSTREAM_URL: _, ...inherited } = process.env;
  const env = {
    ...inherited,
    PORT: shop.url.port,
    UPSTREAM_SERVICE_TOKEN: shop.serviceToken,
    ...environment,
  };
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, [resolve(root, ".scripts/order.ts"), ...words], { env });
    const said: Said = { code: null, out: "", err: "" };
    child.stdout.on("data", (data: Buffer) => (said.out += data.toString()));
    child.stderr.on("data", (data: Buffer) => (said.err += data.toString()));
    child.on("error", failed);
    child.on("close", (code) =>
      done({ ...said, code, out: said.out.trim(), err: said.err.trim() }),
    );
  });
}

async function orderThatIs(status: string) {
  const { orderId } = await newPayableOrder(shop);
  await shop.upstreamDb
    .prepare("UPDATE orders SET status = ? WHERE id = ?")
    .bind(status, orderId)
    .run();
  return { id: orderId, number: `N${orderId}` };
}

test("an operator moves a paid order to the customer's door, step by step", async () => {
  const { id, number } = await orderThatIs("pending");
  expect(await order(["show", number])).toMatchObject({
    code: 0,
    out: `${number} is pending; it may become processing, cancelled, partially_refunded, refunded`,
  });
  expect(await order(["process", number])).toEqual({
    code: 0,
    out: `${number}: pending → processing`,
    err: "",
  });
  expect(await order(["ship", id]), "the key will do, too").toMatchObject({
    code: 0,
    out: `${number}: processing → shipped`,
  });
  expect(await order(["deliver", number])).toMatchObject({
    code: 0,
    out: `${number}: shipped → delivered`,
  });
  expect(await order(["deliver", number])).toMatchObject({
    code: 0,
    out: `${number} is delivered already`,
  });
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

test("what is not allowed is refused with the reason, and the order stays where it is", async () => {
  const unpaid = await orderThatIs("payment_pending");
  const shipped = await order(["ship", unpaid.number]);
  expect(shipped).toEqual({
    code: 1,
    out: "",
    err: `${unpaid.number} was not moved to shipped: it is payment_pending; it may become payment_failed, cancelled`,
  });
  expect(await upstreamStatus(shop, unpaid.id)).toBe("payment_pending");
  const gone = await orderThatIs("refunded");
  expect((await order(["cancel", gone.number])).err).toContain("there is nowhere to move it");
  expect(await order(["pay", unpaid.number])).toMatchObject({
    code: 2,
    err: expect.stringContaining("Nobody marks an order as paid"),
  });
});

test("of several orders each is told of, and one refusal is enough to fail", async () => {
  const [first, second] = [await orderThatIs("processing"), await orderThatIs("delivered")];
  const said = await order(["ship", first.number, second.number, "SL000000AAAAA"]);
  expect(said.code).toBe(1);
  expect(said.out).toBe(`${first.number}: processing → shipped`);
  expect(said.err.split("\n")).toEqual([
    `${second.number} was not moved to shipped: it is delivered; it may become partially_refunded, refunded`,
    "SL000000AAAAA: no such order",
  ]);
});

test("who does not know the service token moves nothing", async () => {
  const { id, number } = await orderThatIs("processing");
  const said = await order(["ship", number], {
    UPSTREAM_SERVICE_TOKEN: "guessed-guessed-guessed-guessed-guessed",
  });
  expect(said).toMatchObject({
    code: 1,
    err: `${number}: the service token is not the upstream's`,
  });
  expect(await upstreamStatus(shop, id)).toBe("processing");
});

test("the command explains itself, and says what is missing", async () => {
  const help = await order(["--help"]);
  expect(help.code).toBe(0);
  for (const verb of [
    "show",
    "process",
    "ship",
    "deliver",
    "fail",
    "cancel",
    "refund",
    "refund-partly",
  ])
    expect(help.out).toMatch(new RegExp(`^ {2}${verb} +\\S`, "m"));
  expect(await order(["fly", "SL1"])).toMatchObject({
    code: 2,
    err: expect.stringContaining("There is no verb “fly”"),
  });
  expect(await order(["ship"])).toMatchObject({
    code: 2,
    err: expect.stringContaining("Which order?"),
  });
  expect(await order(["ship", "SL1"], { PORT: "9" })).toMatchObject({
    code: 1,
    err: expect.stringContaining("Is npm start running?"),
  });
});
