/** Whatever the recommender answers, nobody is recommended what they refuse. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chatAnswer } from "#contract/survey";
import { allFragrances } from "../../worker/stand-ins/upstream/catalogue.ts";
import { rawMaterials } from "../../worker/stand-ins/upstream/data/raw-materials.ts";
import { stageFault } from "../support/faults.ts";
import { newMember } from "../support/new-member.ts";
import { startShop, type Shop } from "../support/shop.ts";
import type { Shopper } from "../support/shopper.ts";

const set = {
  productIds: ["hinoki-rain"],
  itemType: "JAR",
  type: "SAMPLE",
} as const;

/** Families of everything in a product, by the reference upstream's own data. */
function familiesIn(productId: string): string[] {
  const fragrance = allFragrances.find(({ id }) => id === productId);
  if (fragrance === undefined) throw new Error(`no product ${productId}`);
  const ids = [fragrance.top, fragrance.middle, fragrance.back].flatMap((tier) =>
    Object.keys(tier),
  );
  return ids.flatMap((id) =>
    Object.entries(rawMaterials).flatMap(([known, { family }]) => (known === id ? [family] : [])),
  );
}
const citric = allFragrances.find(({ id }) => familiesIn(id).includes("citrus"))?.id ?? "";
const pure = allFragrances.find(({ id }) => !familiesIn(id).includes("citrus"))?.id ?? "";

async function refuse(shopper: Shopper, ...refusals: string[]): Promise<void> {
  const kept = await shopper.send("PUT", "/members/me/refusals", { refusals });
  expect(kept.status, JSON.stringify(kept.body)).toBe(200);
}

async function ask(shopper: Shopper, content: string, more: object = {}) {
  const { status, body } = await shopper.send("POST", "/raw-materials/chat", {
    content,
    top_k: 5,
    ...more,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return chatAnswer.parse(body);
}

const modes = [
  { mode: "as it is", upstreamVars: {} },
  { mode: "ignoring refusals", upstreamVars: { IGNORES_REFUSALS: "true" } },
  { mode: "documented only", upstreamVars: { DOCUMENTED_ONLY: "true", IGNORES_REFUSALS: "true" } },
  {
    mode: "refusing to name more than five",
    upstreamVars: { LARGEST_TOP_K: "5", IGNORES_REFUSALS: "true" },
  },
];

describe.each(modes)("a recommender $mode", ({ mode, upstreamVars }) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startShop({ upstreamVars });
  });
  afterAll(() => shop.close());

  test("gives five scents without citrus to somebody who refuses it", async () => {
    const { shopper } = await newMember(shop);
    await refuse(shopper, "family:citrus");
    const answer = await ask(shopper, "Please never recommend citrus again, it gives me a rash.");
    expect(answer.products_id.flatMap(familiesIn)).not.toContain("citrus");
    expect(answer.products_id).toHaveLength(5);
    expect(answer.refusals).toMatchObject({
      applied: ["family:citrus"],
      missing: 0,
      unknown: [],
      selected_refused: null,
    });
    expect(answer.products_id).toEqual(
      expect.arrayContaining(answer.matches.map((match) => match.product_id)),
    );
  });

  test("answers somebody who refuses nothing as ever", async () => {
    const { shopper } = await newMember(shop);
    const answer = await ask(shopper, "Citrus on a summer morning.");
    expect(answer.products_id).toHaveLength(5);
    expect(answer.products_id.flatMap(familiesIn)).toContain("citrus");
    expect(answer.response).not.toBe("");
    expect(answer).not.toHaveProperty("refusals");
  });

  test("keeps a scent from before, unless it holds what is refused now", async () => {
    const { shopper } = await newMember(shop);
    const kept = await ask(shopper, "Rain", { selected_product: citric });
    expect(kept.products_id[0]).toBe(citric);
    await refuse(shopper, "family:citrus");
    const dropped = await ask(shopper, "Rain", { selected_product: citric });
    expect(dropped.products_id).not.toContain(citric);
    expect(dropped.refusals?.selected_refused?.length).toBeGreaterThan(0);
    const allowed = await ask(shopper, "Rain", { selected_product: pure });
    expect(allowed.products_id[0]).toBe(pure);
    expect(allowed.products_id).toHaveLength(5);
    expect(allowed.refusals?.selected_refused).toBeNull();
  });

  test("never praises a scent that was left out", async () => {
    const { shopper } = await newMember(shop);
    await refuse(shopper, "family:citrus");
    const answer = await ask(shopper, "Lemon, yuzu, grapefruit and bergamot in the sun.");
    const leftOut = allFragrances.filter(({ id }) => !answer.products_id.includes(id));
    expect(leftOut.filter(({ name }) => answer.response.includes(name.en))).toEqual([]);
  });

  test(`says how many scents are missing when hardly any are left (${mode})`, async () => {
    const { shopper } = await newMember(shop);
    const families = ["citrus", "fruity", "floral", "woody", "herbal", "musky", "green", "spicy"];
    await refuse(shopper, ...families.map((family) => `family:${family}`));
    const answer = await ask(shopper, "Something quiet.");
    expect(answer.products_id.flatMap(familiesIn).filter((one) => families.includes(one))).toEqual(
      [],
    );
    expect(answer.refusals?.missing).toBe(5 - answer.products_id.length);
    expect(answer.refusals?.missing).toBeGreaterThan(0);
  });
});

describe("at one shop", () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startShop({ upstreamVars: { IGNORES_REFUSALS: "true" } });
  });
  afterAll(() => shop.close());

  test("a member's refusals are theirs, kept in order, and replaced as a whole", async () => {
    const [noor, other] = [await newMember(shop), await newMember(shop)];
    await refuse(noor.shopper, "material:rose", "word:烤肉", "allergen:linalool");
    const own = await noor.shopper.get("/members/me/refusals");
    expect(own.body).toEqual({ refusals: ["material:rose", "word:烤肉", "allergen:linalool"] });
    expect((await other.shopper.get("/members/me/refusals")).body).toEqual({ refusals: [] });
    await refuse(noor.shopper);
    expect((await noor.shopper.get("/members/me/refusals")).body).toEqual({ refusals: [] });
  });

  test("what the dictionary does not have is not kept as if it were applied", async () => {
    const { shopper } = await newMember(shop);
    for (const refusal of ["material:unicorn", "allergen:rose", "family:sweet", "rose"]) {
      const { status, body } = await shopper.send("PUT", "/members/me/refusals", {
        refusals: [refusal],
      });
      expect([status, body.code], refusal).toEqual([400, "validation_failed"]);
    }
  });

  test("notes that cannot be read leave a scent out, and an outage of all of them is said", async () => {
    const { shopper } = await newMember(shop, { language: "ja" });
    await refuse(shopper, "family:citrus");
    await stageFault(shop, { mode: "refuse", paths: ["/perfume-note"] });
    const { status, body } = await shopper.send("POST", "/raw-materials/chat", {
      content: "雨",
      top_k: 5,
    });
    expect([status, body.code]).toEqual([503, "upstream_maintenance"]);
    await stageFault(shop, { mode: "none" });
    const some = await ask(shopper, "雨");
    expect(some.products_id).toHaveLength(5);
    await stageFault(shop, { mode: "garbage", paths: ["/perfume-note"] });
    const cached = await ask(shopper, "雨");
    expect(cached.products_id.flatMap(familiesIn)).not.toContain("citrus");
    await stageFault(shop, { mode: "none" });
  });

  test("cart and orders say what was refused when the quiz was taken, whatever was refused later", async () => {
    const { shopper } = await newMember(shop);
    await refuse(shopper, "family:citrus", "material:rose");
    const config = await shopper.get("/config");
    const survey = config.body.survey_id;
    const sent = await shopper.send("POST", `/surveys/${survey}/submit`, {
      form_id: survey,
      answers: [
        { question_id: config.body.description_question_id, option_ids: [], answer_text: "Rain" },
      ],
    });
    expect(sent.status, JSON.stringify(sent.body)).toBeLessThan(300);
    await refuse(shopper, "family:tea");
    const line = { ...set, surveyResponseId: sent.body.id };
    const added = await shopper.send("POST", "/cart/items", line);
    expect(added.body.items[0].without).toEqual(["family:citrus", "material:rose"]);
    expect((await shopper.get("/cart")).body.items[0].without).toEqual([
      "family:citrus",
      "material:rose",
    ]);
    const stranger = await newMember(shop);
    const taken = await stranger.shopper.send("POST", "/cart/items", line);
    expect(taken.body.items[0]).not.toHaveProperty("without");
  });
});
