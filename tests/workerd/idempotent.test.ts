/** `worker/shop/checkout/idempotent.ts`: what becomes of a key whose request failed. */
import { expect, test } from "vitest";
import { ShopError } from "../../worker/errors/shop-error.ts";
import { hold } from "../../worker/shop/checkout/idempotent.ts";
import { claimKey } from "../../worker/store/idempotency.ts";
import { db, noon, secondMs } from "./database.ts";
import { portsWith } from "./ports.ts";

const form = { scope: "checkout:mei", key: "press-1", bodyHash: "roses" };
const changed = { ...form, bodyHash: "roses and oud" };

async function fail(error: Error, hasBegun: boolean): Promise<void> {
  const answer = await claimKey(db, form, noon);
  if (answer.state !== "claimed") throw new Error(`the key is ${answer.state}`);
  const held = hold(portsWith({}).deps, answer.claim, ({ begin }) => {
    if (hasBegun) begin();
    throw error;
  });
  await expect(held).rejects.toBe(error);
}
const stateOf = async (wanted: typeof form) => (await claimKey(db, wanted, noon + secondMs)).state;

test.each([
  ["was refused before anything happened", new ShopError("price_changed"), false],
  ["was refused by the upstream, which has done nothing", new ShopError("validation_failed"), true],
  ["broke before anything happened", new Error("broken"), false],
])("a form that %s can be changed and sent again", async (_what, error, hasBegun) => {
  await fail(error, hasBegun);
  expect(await stateOf(changed)).toBe("claimed");
});

test.each([
  ["the upstream does not answer", new ShopError("upstream_timeout")],
  ["the upstream fails", new ShopError("upstream_failed")],
  ["something breaks", new Error("broken")],
])(
  "when %s after the order may have been made, only the same form goes on",
  async (_what, error) => {
    await fail(error, true);
    expect([await stateOf(changed), await stateOf(form)]).toEqual(["mismatch", "claimed"]);
  },
);
