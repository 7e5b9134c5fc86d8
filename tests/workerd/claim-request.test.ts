/** `worker/shop/checkout/claim-request.ts`: what becomes of a key whose request failed. */
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { ShopError } from "../../worker/errors/shop-error.ts";
import { orRelease } from "../../worker/shop/checkout/claim-request.ts";
import { beginStatements } from "../../worker/store/idempotency.ts";
import { claimKey, db, minuteMs, noon, secondMs } from "./database.ts";
import { portsWith } from "./ports.ts";

const form = { scope: "checkout:mei", key: "press-1", bodyHash: "roses" };
const changed = { ...form, bodyHash: "roses and oud" };

async function fail(error: Error, hasBegun: boolean, now = noon): Promise<void> {
  const claim = await claimKey(form, now);
  if (claim === null) throw new Error("the key is held");
  if (hasBegun) await db.batch(beginStatements(db, claim, "content", now, sql`true`));
  const work = orRelease(portsWith({}).deps, claim, Promise.reject(error));
  await expect(work).rejects.toBe(error);
}
const isFree = async (wanted: typeof form) => (await claimKey(wanted, noon + secondMs)) !== null;

test.each([
  ["was refused before anything happened", new ShopError("price_changed"), false],
  ["was refused by the upstream, which has done nothing", new ShopError("validation_failed"), true],
  ["broke before anything happened", new Error("broken"), false],
])("a form that %s can be changed and sent again", async (_what, error, hasBegun) => {
  await fail(error, hasBegun);
  expect(await isFree(changed)).toBe(true);
});

test.each([
  ["the upstream does not answer", new ShopError("upstream_timeout")],
  ["the upstream fails", new ShopError("upstream_failed")],
  ["something breaks", new Error("broken")],
])(
  "when %s after the order may have been made, only the same form goes on",
  async (_what, error) => {
    await fail(error, true);
    expect([await isFree(changed), await isFree(form)]).toEqual([false, true]);
  },
);

test("what is refused at a second try may have been ordered at the first", async () => {
  await fail(new Error("broken"), true, noon - minuteMs);
  await fail(new ShopError("too_many_requests"), false);
  expect([await isFree(changed), await isFree(form)]).toEqual([false, true]);
});
