/** What a member asks for and the upstream does not have, in words that every language knows. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { newMember, type NewMember } from "../support/new-member.ts";
import { startShop, type Shop } from "../support/shop.ts";

let shop: Shop;
let noor: NewMember;
beforeAll(async () => {
  shop = await startShop();
  noor = await newMember(shop);
});
afterAll(() => shop.close());

test.each([
  ["/surveys/responses/nobodys/full", "survey_response_not_found"],
  ["/orders/nobodys/survey-recommendations", "order_not_found"],
])("%s that is not there is %s, beside the upstream's own words", async (path, code) => {
  const answer = await noor.shopper.get(path);
  expect(answer.status).toBe(404);
  expect(answer.body).toMatchObject({ code, detail: expect.stringMatching(/^找不到/) });
});

test("earlier answers of somebody else are as absent as those of nobody", async () => {
  const other = await newMember(shop);
  const answers = [{ question_id: "ideal-scent", option_ids: [], answer_text: "rain on cedar" }];
  const body = { form_id: "scent-discovery", personal_option: "SAMPLE_PAPER", answers };
  const { body: theirs } = await other.shopper.send(
    "POST",
    "/surveys/scent-discovery/submit",
    body,
  );
  expect((await other.shopper.get(`/surveys/responses/${theirs.id}/full`)).status).toBe(200);
  const answer = await noor.shopper.get(`/surveys/responses/${theirs.id}/full`);
  expect([answer.status, answer.body.code]).toEqual([404, "survey_response_not_found"]);
});
