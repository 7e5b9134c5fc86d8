// Sixty wishes with a refusal, written for this test, in three languages, every refusal ticked: what is recommended is judged by
// the reference upstream's own families and allergens, never by the shop's dictionary.
import { ownShop } from "./own-shop.ts";
import wishes from "../../fixtures/refusal-wishes.json" with { type: "json" };
import { chatAnswer } from "#contract/survey";
import { detectRefusals } from "../../../web/refusals/detect-refusals.ts";
import {
  allFragrances,
  rawMaterialIds,
  rawMaterials,
  type RawMaterialId,
} from "../../../worker/stand-ins/upstream/catalogue.ts";
import { locales } from "../../../worker/stand-ins/upstream/wire.ts";
import { burst, report, seeded, sized } from "../../support/experiment.ts";
import { newMember } from "../../support/new-member.ts";

type Wish = (typeof wishes)[number];

const wanted = 5;
const asked = seeded(39)
  .shuffled(wishes)
  .slice(0, sized(6, wishes.length))
  .flatMap((each) => locales.map((locale) => ({ each, locale })));

function forbiddenIn(productId: string, each: Wish): RawMaterialId[] {
  const { top, middle, back } = allFragrances.find(({ id }) => id === productId) ?? {};
  const tiers = [top ?? {}, middle ?? {}, back ?? {}];
  expect(tiers.flatMap(Object.keys).length, productId).toBeGreaterThan(0);
  const held = tiers.flatMap((tier) => rawMaterialIds.filter((id) => id in tier));
  return held.filter(
    (id) =>
      each.forbidden_notes.includes(id) ||
      each.forbidden_families.includes(rawMaterials[id].family) ||
      rawMaterials[id].allergens.some((one) => each.forbidden_allergens.includes(one)),
  );
}

const shop = await ownShop({ upstreamVars: { IGNORES_REFUSALS: "true", DOCUMENTED_ONLY: "true" } });

async function ask(each: Wish, locale: (typeof locales)[number]) {
  const { shopper } = await newMember(shop, { language: locale });
  await shopper.send("PUT", "/members/me/refusals", { refusals: each.refusals });
  const json = { content: each[locale], top_k: wanted };
  const { status, body } = await shopper.send("POST", "/raw-materials/chat", json);
  expect(status, `${each.id} ${locale}`).toBe(200);
  const { products_id: products, refusals, response } = chatAnswer.parse(body);
  const leftOut = allFragrances.filter(({ id }) => !products.includes(id));
  return {
    name: `${each.id} ${locale}`,
    products,
    refused: products.flatMap((id) => forbiddenIn(id, each)),
    praised: leftOut.filter(({ name }) => response.includes(name[locale])),
    missing: refusals?.missing,
  };
}

test("whatever a recommender answers, nobody gets what they refused, nothing else is praised, and what is missing is counted", async () => {
  const answered = await burst(asked.length, 3, async (index) => {
    const { each, locale } = asked[index] ?? expect.unreachable();
    return ask(each, locale);
  });
  const filled = answered.filter(({ products }) => products.length === wanted);
  report("Refusals before a recommender that ignores them", [
    { descriptions: answered.length, "filled sets": filled.length },
  ]);
  expect(answered.filter(({ refused }) => refused.length > 0)).toEqual([]);
  expect(answered.filter(({ praised }) => praised.length > 0)).toEqual([]);
  const miscounted = answered.filter(
    ({ products, missing }) => missing !== wanted - products.length,
  );
  expect(miscounted).toEqual([]);
  expect(filled.length / answered.length).toBeGreaterThanOrEqual(0.75);
});

test("nearly every refusal is read out of the words by itself", () => {
  const heard = wishes.flatMap((each) =>
    locales.map((locale) => {
      const found = detectRefusals(each[locale]);
      const missed = each.refusals.filter((one) => !found.includes(one));
      return { name: `${each.id} ${locale}`, missed };
    }),
  );
  const missed = heard.filter((one) => one.missed.length > 0);
  expect(missed.length / heard.length, JSON.stringify(missed)).toBeLessThanOrEqual(0.15);
});
