import { expect, test } from "vitest";
import { borrowUpstream } from "../support/borrowed.ts";
import { call, talkTo } from "../support/upstream-member.ts";

const upstream = await borrowUpstream();
const { get, send, newMember } = talkTo(upstream);

const chosen = (question_id: string, ...option_ids: string[]) => ({
  question_id,
  option_ids,
  answer_text: null,
});
const said = (answer_text: string, question_id = "ideal-scent") => ({
  question_id,
  option_ids: [],
  answer_text,
});
const whole = [
  chosen("occasion", "occasion-home"),
  chosen("mood", "mood-calm", "mood-clean"),
  chosen("place", "place-forest"),
  chosen("season", "season-autumn"),
  chosen("strength", "strength-light"),
];
const submit = (token: string, answers: unknown) =>
  send("POST", "/surveys/scent-discovery/submit", token, {
    form_id: "scent-discovery",
    personal_option: "SAMPLE_PAPER",
    answers,
  });
const keep = (token: string, id: string, product_id: string, place = 1, response_id = id) =>
  send("POST", `/surveys/responses/${id}/recommendations`, token, {
    response_id,
    product_id,
    recommendation_reason: "雨 · 森林",
    recommendation_order: place,
    ai_response: "先聞聞檜雨",
  });
const read = (token: string, id: string) => get(`/surveys/responses/${id}/full`, token);

test.each([
  ["zh", "約會"],
  ["en", "On a date"],
  ["ja", "デート"],
])(
  "in %s anybody reads the questionnaire; the canonical text stays Chinese",
  async (language, text) => {
    const headers = { "Accept-Language": language };
    const { body } = await call(upstream, "GET", "/surveys/scent-discovery/full", { headers });
    expect(body.id).toBe("scent-discovery");
    expect(body.questions[0].options[2]).toEqual({
      id: "occasion-date",
      option_text: "約會",
      display_text: text,
      option_order: 3,
    });
    const types = body.questions.map(
      (question: { question_type: string }) => question.question_type,
    );
    expect(new Set(types)).toEqual(
      new Set(["SINGLE_CHOICE", "MULTIPLE_CHOICE", "TEXT", "TEXTAREA"]),
    );
  },
);

test("a member answers, keeps recommendations and reads all of it again", async () => {
  const { token } = await newMember();
  const submitted = await submit(token, [...whole, said("  雨後的檜木  ")]);
  expect([submitted.status, submitted.body]).toEqual([201, { id: expect.any(String) }]);
  const { id } = submitted.body;
  for (const [place, product] of ["hinoki-rain", "SL-021"].entries())
    expect((await keep(token, id, product, place + 1)).body).toEqual({ id: expect.any(String) });
  const ai_response = "先聞聞檜雨";
  expect((await read(token, id)).body).toEqual({
    id,
    form_id: "scent-discovery",
    personal_option: "SAMPLE_PAPER",
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    answers: [...whole, said("雨後的檜木")],
    recommendations: [
      { product_id: "hinoki-rain", recommendation_order: 1, ai_response },
      { product_id: "bamboo-hush", recommendation_order: 2, ai_response },
    ],
  });
});

test("recommendations sent again move to their new places and are never there twice", async () => {
  const { token } = await newMember();
  const { id } = (await submit(token, whole)).body;
  const again = ["salt-harbour", "hinoki-rain", "fig-terrace"];
  for (const products of [["hinoki-rain", "bamboo-hush", "salt-harbour"], again])
    for (const [place, product] of products.entries()) await keep(token, id, product, place + 1);
  const { recommendations } = (await read(token, id)).body;
  expect(recommendations.map((kept: { product_id: string }) => kept.product_id)).toEqual(again);
});

const [, ...others] = whole;
test.each([
  ["a question of another survey", [...whole, said("42", "shoe-size")]],
  ["an answer of another question", [chosen("occasion", "mood-calm"), ...others]],
  ["two answers to one choice", [chosen("occasion", "occasion-home", "occasion-date"), ...others]],
  ["a question answered twice", [...whole, whole[0]]],
  ["words where a choice is asked", [{ ...whole[0], answer_text: "at home" }, ...others]],
  ["a required question left out", others],
  ["a required question left empty", [chosen("occasion"), ...others]],
  ["nothing at all", []],
  ["an empty description", [said("   ")]],
  ["a description that is too long", [said("x".repeat(1_001))]],
  ["a lone surrogate", [said("\ud800")]],
  ["no list", "all of them"],
])("a submission with %s is refused with words", async (_what, answers) => {
  const { status, body } = await submit((await newMember()).token, answers);
  expect([status, body]).toEqual([422, { detail: expect.any(String) }]);
});

test("another member's response is as good as none", async () => {
  const [{ token }, stranger] = [await newMember(), await newMember()];
  const { id } = (await submit(token, whole)).body;
  expect((await read(stranger.token, id)).status).toBe(404);
  expect((await keep(stranger.token, id, "hinoki-rain")).status).toBe(404);
  expect((await keep(token, id, "no-such-scent")).status).toBe(404);
  expect((await keep(token, id, "hinoki-rain", 1, "another")).status).toBe(422);
});
