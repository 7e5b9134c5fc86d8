import { chatAnswer } from "#contract/survey";
import { rawMaterials, allFragrances } from "../../worker/stand-ins/upstream/catalogue.ts";
import { borrowShop } from "../support/borrowed.ts";
import { newMember } from "../support/new-member.ts";
import type { Shopper } from "../support/shopper.ts";

const shop = await borrowShop();

const citric = new Set(
  Object.entries(rawMaterials).flatMap(([id, { family }]) => (family === "citrus" ? [id] : [])),
);
function holdsCitrus(productId: string): boolean {
  const { top, middle, back } = allFragrances.find(({ id }) => id === productId) ?? {};
  return Object.keys({ ...top, ...middle, ...back }).some((id) => citric.has(id));
}
const refuse = (shopper: Shopper, ...refusals: string[]) =>
  shopper.send("PUT", "/members/me/refusals", { refusals });

test("who refuses citrus gets five scents without it, though a scent from before has it; cart and orders say so", async () => {
  const { shopper } = await newMember(shop);
  const refusals = ["family:citrus", "material:rose"];
  expect((await refuse(shopper, ...refusals)).body).toEqual({ refusals });
  expect((await shopper.get("/members/me/refusals")).body).toEqual({ refusals });
  const selected_product = allFragrances.find(({ id }) => holdsCitrus(id))?.id;
  const wish = { content: "Never citrus again, it gives me a rash.", top_k: 5, selected_product };
  const { status, body } = await shopper.send("POST", "/raw-materials/chat", wish);
  expect(status, JSON.stringify(body)).toBe(200);
  const answer = chatAnswer.parse(body);
  expect(answer.products_id).toHaveLength(5);
  expect(answer.products_id.filter(holdsCitrus)).toEqual([]);
  expect(answer.refusals).toMatchObject({ applied: refusals, missing: 0 });
  expect(answer.refusals?.selected_refused?.length).toBeGreaterThan(0);
  const answers = [{ question_id: "ideal-scent", option_ids: [], answer_text: "Rain" }];
  const form = { form_id: "scent-discovery", answers };
  const sent = await shopper.send("POST", "/surveys/scent-discovery/submit", form);
  await refuse(shopper, "family:tea");
  const jar = { productIds: ["hinoki-rain"], itemType: "JAR", type: "SAMPLE" };
  const line = { ...jar, surveyResponseId: sent.body.id };
  const [item] = (await shopper.send("POST", "/cart/items", line)).body.items;
  expect(item.without).toEqual(refusals);
  expect((await shopper.get("/cart")).body.items[0].without).toEqual(item.without);
});
