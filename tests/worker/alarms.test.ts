import { newPayableOrders, notify, signedNotice } from "../support/payments.ts";
import { startShop, type Shop } from "../support/shop.ts";

const chat = "http://127.0.0.1:2/a-secret-path";
/** ECPay publishes this pair too, but the stand-in cashier signs with another. */
const wrongKeys = { ECPAY_HASH_KEY: "5294y06JbISpM5x9", ECPAY_HASH_IV: "v77hoKGq4kWxNNIS" };
const refused = "notices about our trades are refused";

const texts: string[] = [];
const probes: string[] = [];
const answering = { chat: 200, isReachable: true };

async function outbound(request: Request): Promise<Response> {
  const body = await request.text();
  if (request.url === chat) {
    if (answering.chat === 200) texts.push(JSON.parse(body).text);
    return new Response(null, { status: answering.chat });
  }
  if (!answering.isReachable) return new Response("nobody there", { status: 530 });
  const { status, text } = await notify(shop, body);
  probes.push(`${new URL(request.url).pathname} ${status} ${text}`);
  return new Response(text, { status });
}

const alerts = { ALERT_WEBHOOK_URL: chat, ALERT_EMAIL: "operator@sillage.test" };
const vars = { ...alerts, PUBLIC_ORIGIN: "http://127.0.0.1:1" };
const shop: Shop = await startShop({ vars, secrets: wrongKeys, outbound });
afterAll(() => shop.close());
beforeEach(async () => {
  for (const table of ["tallies", "alarms"]) await sql(`DELETE FROM ${table}`);
  texts.length = 0;
});

const sql = (text: string) => shop.db.prepare(text).run();
const told = (part: string) => texts.filter((text) => text.includes(part));
const late = `INSERT INTO outbox (order_id, kind, idempotency_key, payload, created_at, next_at) VALUES ('late', 'order.paid', 'late', '{}', 0, 0)`;

test("with wrong ECPay keys somebody is told once, by chat and by mail (R50)", async () => {
  const members = await Promise.all(
    ["mei", "ken", "ana"].map((memberId) => newPayableOrders(shop, 1, { memberId })),
  );
  for (const order of members.flat())
    expect(await notify(shop, await signedNotice(order))).toMatchObject({ status: 400 });
  for (let run = 0; run < 2; run += 1) await shop.runSchedule();
  expect(told(refused)).toEqual([
    expect.stringMatching(
      /^⚠ 127\.0\.0\.1:1: notices about our trades are refused\n[^\n]*trade \w{20} [^\n]*\nSince 20/,
    ),
  ]);
  const mailed = () => shop.logs().filter((line) => line.includes("operator@sillage.test"));
  await expect.poll(() => mailed().join()).toContain(refused);
  expect(mailed()[0]).toContain("alarms@127.0.0.1");
});

test("an error in the log reaches somebody too, and by the webhook later, if it fails first", async () => {
  await sql(late);
  answering.chat = 500;
  await shop.runSchedule();
  answering.chat = 200;
  const failed = () => shop.logs().filter((line) => line.includes("an alarm could not be sent"));
  await expect.poll(() => failed().join()).toContain("the webhook answered 500");
  expect(texts).toEqual([]);
  await sql("DELETE FROM outbox");
  await shop.runSchedule();
  const where = "schedule: raise alarms · webhook · Error: the webhook answered 500 · request";
  expect(told("an alarm could not be sent")).toEqual([expect.stringContaining(`sent\n${where} `)]);
  expect(texts.join()).toMatch(/\nSince .+\nFirst: npx wrangler tail /);
  expect(shop.logs().join("\n")).not.toContain("a-secret-path");
});

test("every five minutes a signed notice is sent by the public address; two in a row that get lost are an alarm, which ends a quarter of an hour after one gets through", async () => {
  const fiveMinutesLater = async () => {
    await sql("DELETE FROM limits WHERE key = 'callback-probe'");
    await sql("UPDATE tallies SET at = at - 300000");
    await shop.runSchedule();
  };
  probes.length = 0;
  await fiveMinutesLater();
  await shop.runSchedule();
  expect(probes).toEqual(["/api/v1/payments/ecpay/notify 200 1|PROBE"]);
  answering.isReachable = false;
  await fiveMinutesLater();
  expect(told("notices do not get through")).toEqual([]);
  await fiveMinutesLater();
  answering.isReachable = true;
  for (let times = 0; times < 3; times += 1) await fiveMinutesLater();
  expect(told("notices do not get through")).toEqual([
    expect.stringMatching(/^⚠/),
    expect.stringMatching(/^✓ .*over: notices do not get through/),
  ]);
});

test("a database that does not answer is told of as well, once an hour", async () => {
  await sql("ALTER TABLE tallies RENAME TO away");
  for (let run = 0; run < 2; run += 1) await shop.runSchedule();
  await sql("ALTER TABLE away RENAME TO tallies");
  expect(told("the schedule does not reach its database")).toEqual([
    expect.stringMatching(
      /no such table: tallies[^]*\nFirst: npx wrangler d1 info sillage-shop -c \S+\n/,
    ),
  ]);
});
