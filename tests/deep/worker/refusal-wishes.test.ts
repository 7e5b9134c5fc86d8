/**
 * Sixty wishes with a refusal, written for this test, in three languages, every refusal ticked: what is recommended is judged by
 * the reference upstream's own families and allergens, never by the shop's dictionary.
 */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { chatAnswer } from "#contract/survey";
import { allFragrances } from "../../worker/stand-ins/upstream/catalogue.ts";
import {
  allergens,
  rawMaterialIds,
  rawMaterials,
  type RawMaterialId,
} from "../../worker/stand-ins/upstream/data/raw-materials.ts";
import { locales, noteFamilies } from "../../worker/stand-ins/upstream/wire.ts";
import { detectRefusals } from "../../web/refusals/detect-refusals.ts";
import { burst, longTest, report, seeded, sized } from "../support/experiment.ts";
import { newMember } from "../support/new-member.ts";
import { startShop, type Shop } from "../support/shop.ts";

const wish = z.object({
  id: z.string(),
  zh: z.string(),
  en: z.string(),
  ja: z.string(),
  refusals: z.array(z.string()),
  forbidden_families: z.array(z.enum(noteFamilies)),
  forbidden_notes: z.array(z.enum(rawMaterialIds)),
  forbidden_allergens: z.array(z.enum(allergens)),
});
type Wish = z.infer<typeof wish>;

const wishes = z
  .array(wish)
  .parse(
    JSON.parse(readFileSync(new URL("../fixtures/refusal-wishes.json", import.meta.url), "utf8")),
  );
const wanted = 5;
const asked = seeded(39)
  .shuffled(wishes)
  .slice(0, sized(6, wishes.length))
  .flatMap((each) => locales.map((locale) => ({ each, locale })));

/** What a product holds of the forbidden. */
function forbiddenIn(productId: string, each: Wish): RawMaterialId[] {
  const fragrance = allFragrances.find(({ id }) => id === productId);
  if (fragrance === undefined) throw new Error(`no product ${productId}`);
  const held = [fragrance.top, fragrance.middle, fragrance.back].flatMap((tier) =>
    rawMaterialIds.filter((id) => tier[id] !== undefined),
  );
  return held.filter(
    (id) =>
      each.forbidden_notes.includes(id) ||
      each.forbidden_families.includes(rawMaterials[id].family) ||
      rawMaterials[id].allergens.some((one) => each.forbidden_allergens.includes(one)),
  );
}

const modes = [
  { mode: "as it is", upstreamVars: {} },
  { mode: "ignoring refusals", upstreamVars: { IGNORES_REFUSALS: "true" } },
  {
    mode: "ignoring refusals, documented only",
    upstreamVars: { IGNORES_REFUSALS: "true", DOCUMENTED_ONLY: "true" },
  },
];

describe.each(modes)("a recommender $mode", ({ mode, upstreamVars }) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startShop({ upstreamVars });
  });
  afterAll(() => shop.close());

  test(
    "gives nobody what they refused",
    async () => {
      const answered = await burst(asked.length, 3, async (index) => {
        const one = asked[index];
        if (one === undefined) throw new Error("nothing asked");
        const { each, locale } = one;
        const { shopper } = await newMember(shop, { language: locale });
        const kept = await shopper.send("PUT", "/members/me/refusals", { refusals: each.refusals });
        expect(kept.status, each.id).toBe(200);
        const { status, body } = await shopper.send("POST", "/raw-materials/chat", {
          content: each[locale],
          top_k: wanted,
        });
        expect(status, `${each.id} ${locale}`).toBe(200);
        const { products_id: products, refusals } = chatAnswer.parse(body);
        const refused = products.flatMap((id) => forbiddenIn(id, each));
        return { name: `${each.id} ${locale}`, products, refused, missing: refusals?.missing };
      });
      report(`Refusals, the recommender ${mode}`, [
        {
          descriptions: answered.length,
          "refused notes": answered.flatMap(({ refused }) => refused).length,
          "filled sets": answered.filter(({ products }) => products.length === wanted).length,
          missing: answered.reduce((sum, { missing = 0 }) => sum + missing, 0),
          empty: answered.filter(({ products }) => products.length === 0).length,
        },
      ]);
      expect(answered.filter(({ refused }) => refused.length > 0)).toEqual([]);
      expect(
        answered.filter(({ products, missing }) => missing !== wanted - products.length),
      ).toEqual([]);
      const filled = answered.filter(({ products }) => products.length === wanted);
      expect(filled.length / answered.length).toBeGreaterThanOrEqual(0.75);
    },
    longTest.timeout,
  );
});

test("nearly every refusal is read out of the words by itself", () => {
  const read = wishes.flatMap((each) =>
    locales.map((locale) => {
      const found = detectRefusals(each[locale]);
      return {
        name: `${each.id} ${locale}`,
        missed: each.refusals.filter((one) => !found.includes(one)),
      };
    }),
  );
  const missed = read.filter((one) => one.missed.length > 0);
  report("Refusals read out of the words", [
    { descriptions: read.length, "read whole": read.length - missed.length },
  ]);
  expect(missed.length / read.length, JSON.stringify(missed)).toBeLessThanOrEqual(0.15);
});
