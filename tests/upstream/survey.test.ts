import { expect, test } from "vitest";
import { getMe } from "../../worker/upstream/members.ts";
import { getNotes, getProduct } from "../../worker/upstream/products.ts";
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

  test("a questionnaire that is not there is refused", async () => {
    refusalOf(await get("/surveys/no-such-survey/full"));
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
    const { products_id, response } = shown(
      askRecommender,
      await post("/raw-materials/chat", { content: wish, top_k: 3 }),
    );
    expect(new Set(products_id).size).toBe(products_id.length);
    for (const [place, productId] of products_id.entries()) {
      const path = encodeURIComponent(productId);
      shown(getProduct, await get(`/products/${path}`));
      const { top, middle, back } = shown(getNotes, await get(`/perfume-note/by_product/${path}`));
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

  test("a product that is not there is refused", async () => {
    refusalOf(await get("/products/no-such-scent"));
  });
});
