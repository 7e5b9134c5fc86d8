/** `worker/shop/health/look.ts`: what the schedule finds out by itself, once a minute. */
import { expect, test } from "vitest";
import { ShopError } from "../../worker/errors/shop-error.ts";
import { lookAround } from "../../worker/shop/health/look.ts";
import { publishedKeys } from "../../worker/store/keys.ts";
import { portsWith } from "./ports.ts";

const texts = (found: readonly string[]) => ({
  bindings: { CONTENT: { list: async () => ({ keys: found.map((name) => ({ name })) }) } },
});

/** One minute, in which the upstream fails so or answers. @returns the errors of the log. */
async function minute(failure: ShopError | null, published = publishedKeys) {
  const { deps, errors } = portsWith({
    answers: () => {
      if (failure !== null) throw failure;
      return { min_length: 8, max_length: 64 };
    },
    own: texts(published),
  });
  await lookAround(deps);
  return errors.map(([event, { reason }]) =>
    reason === undefined ? event : `${event}: ${reason}`,
  );
}
const down = new ShopError("upstream_unavailable");
const told = ["the upstream does not answer"];

test("an upstream that is down for two minutes is told, with no shopper about, until it is back", async () => {
  expect([await minute(down), await minute(down), await minute(down)]).toEqual([[], told, told]);
  expect([await minute(null), await minute(down), await minute(down)]).toEqual([[], [], told]);
});

test.each([
  ["wants a member's token", new ShopError("token_invalid", { status: 401 })],
  ["says something that nobody can read", new ShopError("upstream_garbled")],
])("an upstream that %s is not down", async (_how, refusal) => {
  expect([await minute(refusal), await minute(refusal)]).toEqual([[], []]);
});

test("texts that are gone are named at once, whichever they are, though the build's own are shown", async () => {
  const gone = "the published texts are gone";
  for (const key of publishedKeys) {
    const others = publishedKeys.filter((other) => other !== key);
    expect(await minute(null, others)).toEqual([`${gone}: ${key}`]);
  }
  expect(publishedKeys).toHaveLength(16);
  expect(await minute(null, [])).toEqual([`${gone}: ${publishedKeys.join(" ")}`]);
});
