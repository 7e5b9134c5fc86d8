import { getMe } from "../../worker/upstream/members.ts";
import * as products from "../../worker/upstream/products.ts";
import { askRecommender, getSurvey, submitSurvey } from "../../worker/upstream/surveys.ts";
import { isDone, refusalOf, shown } from "./readings.ts";
import { ids, ofEverySystem } from "./contract.ts";

ofEverySystem(({ get, post }) => {
  const form = `/surveys/${encodeURIComponent(ids.survey)}`;
  const wish = "雨後的森林，安靜的木質香";
  const origin = async () => ({
    member_id: shown(getMe, await get("/members/me")).id,
    session_id: "contract-suite",
    ip_address: "203.0.113.9",
    user_agent: "contract suite",
  });
  const submission = async () => ({
    ...(await origin()),
    form_id: ids.survey,
    personal_option: "JAR",
    answers: [{ question_id: ids.descriptionQuestion, option_ids: [], answer_text: wish }],
  });

  test("the questionnaire asks, and offers what to choose", async () => {
    const { questions } = shown(getSurvey, await get(`${form}/full`));
    const choices = questions.filter(({ question_type }) => /choice/i.test(question_type));
    expect(choices.length).toBeGreaterThan(0);
    for (const { question_name, options } of choices)
      expect(options?.length, question_name).toBeGreaterThan(1);
  });

  test("a member starts, describes a scent and finds the answer again for a retry", async () => {
    expect(isDone(await post(`${form}/start`, await origin()))).toBe(true);
    const { id } = shown(submitSurvey, await post(`${form}/submit`, await submission()));
    const earlier = await get(`/surveys/responses/${encodeURIComponent(id)}/full`);
    expect(isDone(earlier)).toBe(true);
    expect(JSON.stringify(earlier.body)).toContain(wish);
  });

  test("an invented token submits nothing", async () => {
    expect(refusalOf(await post(`${form}/submit`, await submission(), "invented"))).toBe(401);
  });

  test("words become fragrances whose names and notes can be read, and which are kept with the answers", async () => {
    const { id } = shown(submitSurvey, await post(`${form}/submit`, await submission()));
    const chat = await post("/raw-materials/chat", { content: wish, top_k: 3 });
    const { products_id, response } = shown(askRecommender, chat);
    expect(new Set(products_id).size).toBe(products_id.length);
    for (const [place, productId] of products_id.entries()) {
      const path = encodeURIComponent(productId);
      shown(products.getProduct, await get(`/products/${path}`));
      const notes = await get(`/perfume-note/by_product/${path}`);
      const { top, middle, back } = shown(products.getNotes, notes);
      expect(top.length + middle.length + back.length).toBeGreaterThan(0);
      const kept = await post(`/surveys/responses/${encodeURIComponent(id)}/recommendations`, {
        response_id: id,
        product_id: productId,
        recommendation_reason: wish,
        recommendation_order: place + 1,
        ai_response: response,
      });
      expect(isDone(kept), JSON.stringify(kept.body)).toBe(true);
    }
  });

  test.for(["/products/no-such-scent", "/surveys/no-such-survey/full"])(
    "%s is not there and refused",
    async (path) => void refusalOf(await get(path)),
  );
});

ofEverySystem(({ get }) => {
  const categories = async () => shown(products.listAddons, await get("/product-addons/all/")).data;

  test("add-ons come in categories, each with something to choose", async () => {
    const found = await categories();
    expect(found.length).toBeGreaterThan(0);
    for (const { name, items } of found) expect(items.length, name).toBeGreaterThan(0);
  });

  test("dependency rules name categories and items that exist", async () => {
    const idsOf = (items: { id: unknown }[]) => items.map(({ id }) => String(id));
    const found = await categories();
    const known = new Map(found.map(({ id, items }) => [String(id), idsOf(items)]));
    const rules = await get("/product-addons/dependency-rules/all/");
    for (const rule of shown(products.listDependencyRules, rules).data)
      for (const [category, item] of [
        [rule.trigger_category_id, rule.trigger_item_id],
        [rule.target_category_id, rule.target_item_id],
      ] as const) {
        expect([...known.keys()]).toContain(String(category));
        if (item != null) expect(known.get(String(category))).toContain(String(item));
      }
  });

  test("every kind of buyer has one setting at most, and its prices begin somewhere", async () => {
    const settings = shown(products.listReorderSettings, await get("/reorder-settings/")).data;
    expect(settings.length).toBeGreaterThan(0);
    expect(new Set(settings.map(({ user_type }) => user_type)).size).toBe(settings.length);
    for (const { id } of settings) {
      const prices = await get(`/product-pricing/${encodeURIComponent(id)}`);
      const tiers = shown(products.listPricingTiers, prices).data;
      expect(tiers.length).toBeGreaterThan(0);
      for (const { unit_price } of tiers) expect(Number(unit_price)).toBeGreaterThan(0);
    }
  });

  test("the checkout's texts are of the asked kind", async () => {
    const known = /^checkout_(important_notices|checkbox_text|modal_content)$/;
    const answer = await get("/custom-texts/?type_filter=checkout_");
    const texts = shown(products.listCustomTexts, answer).data;
    for (const { type } of texts) expect(type).toMatch(/^checkout_/);
    const kinds = new Set(texts.map(({ type }) => type));
    expect(texts.filter(({ type }) => known.test(type))).toHaveLength(kinds.size);
  });
});
