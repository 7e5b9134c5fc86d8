import { expect, test } from "vitest";
import { ownShop } from "./own-shop.ts";
import {
  burst,
  countBy,
  quantile,
  report,
  seeded,
  sized,
  timed,
} from "../../support/experiment.ts";
import { forged, forgeryClasses } from "./forgeries.ts";
import {
  allKnownAtEcpay,
  freshMinute,
  genuineNotice,
  makeDue,
  newPayableOrder,
  newPayableOrders,
  notify,
  type Told,
} from "../../support/payments.ts";

const shop = await ownShop();

/** Everything of an attempt that money could hang on. */
async function attemptsAndOutbox(): Promise<unknown> {
  const attempts = `SELECT merchant_trade_no, amount_twd, state, needs_refund, settle_nonce, trade_no, paid_at, payment_type, last_rtn_code
    FROM payment_attempts ORDER BY merchant_trade_no`;
  const outbox = "SELECT idempotency_key, kind, payload FROM outbox ORDER BY id";
  const all = await Promise.all([attempts, outbox].map((sql) => shop.db.prepare(sql).all()));
  return all.map(({ results }) => results);
}

/** A body that is far too large is answered before it is read, and its connection closed under whoever shares it. */
async function notifyAgain(
  body: Parameters<typeof notify>[1],
  contentType?: string,
): Promise<Told> {
  for (let tries = 1; ; tries += 1) {
    try {
      const told = await notify(shop, body, contentType);
      // The harness's own words, to the neighbour of a body that was refused unread; the shop has no such answer.
      if (told.text !== "Error: Network connection lost." || tries === 4) return told;
    } catch (error) {
      if (tries === 4 || !(error instanceof TypeError)) throw error;
    }
  }
}

test("no forged callback of any class is accepted, and none makes the shop stumble (R45, R54, E2)", async () => {
  const victims = await newPayableOrders(shop, 20);
  const paid = await newPayableOrder(shop);
  const replays = await Promise.all(
    ["交易成功", "paid", "Succeeded"].map((RtnMsg) => genuineNotice(paid, { RtnMsg })),
  );
  await notify(shop, replays[0] ?? "");
  await allKnownAtEcpay(shop, victims, null);
  const before = await attemptsAndOutbox();
  const rows = [];
  for (const name of forgeryClasses) {
    const chance = seeded(name.charCodeAt(0));
    const durations: number[] = [];
    const answers = await burst(sized(30, 1_250), 50, async () => {
      const { body, contentType } = await forged(name, chance, { victims, replays });
      return timed(durations, () => notifyAgain(body, contentType));
    });
    const counted = countBy(answers, ({ status, text }) => `${status} ${text}`);
    rows.push({
      class: name,
      sent: answers.length,
      "p99 ms": quantile(durations, 0.99),
      ...counted,
    });
    expect(await attemptsAndOutbox(), name).toEqual(before);
    const known = ["200 1|OK", "400 0|invalid", "413 0|invalid", "415 0|invalid"];
    expect(known, name).toEqual(expect.arrayContaining(Object.keys(counted)));
  }
  report("E2 forged callbacks", rows);
  // Asking ECPay about what was kept aside changes nothing either.
  for (let run = 0; run < 2; run += 1) {
    await freshMinute(shop);
    await makeDue(shop, victims);
    await shop.runSchedule();
  }
  expect(await attemptsAndOutbox()).toEqual(before);
});
