import { beforeAll, expect, test } from "vitest";
import { borrowUpstream } from "../support/borrowed.ts";
import type { UpstreamAlone } from "../support/shop.ts";
import { call, newUpstreamMember } from "../support/upstream-member.ts";

let upstream: UpstreamAlone;
beforeAll(async () => void (upstream = await borrowUpstream()));

const survey = async (language: string) =>
  (
    await call(upstream, "GET", "/surveys/scent-discovery/full", {
      headers: { "Accept-Language": language },
    })
  ).body;
const whole = [
  { question_id: "occasion", option_ids: ["occasion-home"], answer_text: null },
  { question_id: "mood", option_ids: ["mood-calm", "mood-clean"], answer_text: null },
  { question_id: "place", option_ids: ["place-forest"], answer_text: null },
  { question_id: "season", option_ids: ["season-autumn"], answer_text: null },
  { question_id: "strength", option_ids: ["strength-light"], answer_text: null },
];
const submit = (token: string, answers: unknown, change: Record<string, unknown> = {}) =>
  call(upstream, "POST", "/surveys/scent-discovery/submit", {
    token,
    json: { form_id: "scent-discovery", personal_option: "SAMPLE_PAPER", answers, ...change },
  });

test("anybody reads the questionnaire in their language; the canonical text stays Chinese", async () => {
  const [zh, en, ja] = await Promise.all(["zh", "en", "ja"].map(survey));
  expect(zh.id).toBe("scent-discovery");
  expect(zh.questions[0]).toEqual({
    id: "occasion",
    question_name: "您最想在什麼時候擦上它？",
    question_type: "SINGLE_CHOICE",
    is_required: true,
    is_reference: false,
    options: expect.arrayContaining([
      { id: "occasion-date", option_text: "約會", display_text: "約會", option_order: 3 },
    ]),
  });
  expect(en.questions[0].options[2]).toEqual({
    id: "occasion-date",
    option_text: "約會",
    display_text: "On a date",
    option_order: 3,
  });
  expect(ja.questions[0].options[2]).toEqual({
    id: "occasion-date",
    option_text: "約會",
    display_text: "デート",
    option_order: 3,
  });
});

test("it asks at least seven questions, single, multiple and in own words, one of them with more than eight answers", async () => {
  const { questions } = await survey("en");
  const types = questions.map((question: { question_type: string }) => question.question_type);
  expect(types.filter((type: string) => type.endsWith("CHOICE")).length).toBeGreaterThanOrEqual(7);
  expect(new Set(types)).toEqual(new Set(["SINGLE_CHOICE", "MULTIPLE_CHOICE", "TEXT", "TEXTAREA"]));
  expect(questions.some((question: { options: unknown[] }) => question.options.length > 8)).toBe(
    true,
  );
  expect(questions.at(-1)).toMatchObject({
    id: "ideal-scent",
    question_type: "TEXTAREA",
    is_reference: true,
    options: [],
  });
});

test("another survey does not exist", async () => {
  const { token } = await newUpstreamMember(upstream);
  for (const id of ["other", "..", "scent-discovery-2"])
    expect((await call(upstream, "GET", `/surveys/${id}/full`)).status, id).toBe(404);
  expect((await call(upstream, "POST", "/surveys/other/start", { token, json: {} })).status).toBe(
    404,
  );
});

test("a member starts, answers, keeps recommendations and reads all of it again", async () => {
  const { token } = await newUpstreamMember(upstream);
  expect(
    (
      await call(upstream, "POST", "/surveys/scent-discovery/start", {
        token,
        json: { member_id: "x", session_id: null, ip_address: "203.0.113.9", user_agent: "test" },
      })
    ).status,
  ).toBe(201);
  const answers = [
    ...whole,
    { question_id: "ideal-scent", option_ids: [], answer_text: "  雨後的檜木  " },
  ];
  const submitted = await submit(token, answers);
  expect([submitted.status, submitted.body]).toEqual([201, { id: expect.any(String) }]);
  const { id } = submitted.body;
  const path = `/surveys/responses/${id}`;
  for (const [place, product_id] of ["hinoki-rain", "SL-021"].entries()) {
    const json = {
      response_id: id,
      product_id,
      recommendation_reason: "雨 · 森林",
      recommendation_order: place + 1,
      ai_response: "先聞聞檜雨",
    };
    expect((await call(upstream, "POST", `${path}/recommendations`, { token, json })).body).toEqual(
      { id: expect.any(String) },
    );
  }
  expect((await call(upstream, "GET", `${path}/full`, { token })).body).toEqual({
    id,
    form_id: "scent-discovery",
    personal_option: "SAMPLE_PAPER",
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    answers: [...whole, { question_id: "ideal-scent", option_ids: [], answer_text: "雨後的檜木" }],
    recommendations: [
      { product_id: "hinoki-rain", recommendation_order: 1, ai_response: "先聞聞檜雨" },
      { product_id: "bamboo-hush", recommendation_order: 2, ai_response: "先聞聞檜雨" },
    ],
  });
});

test("recommendations sent again move to their new places and are never there twice", async () => {
  const { token } = await newUpstreamMember(upstream);
  const { id } = (await submit(token, whole)).body;
  const keep = (product_id: string, recommendation_order: number) =>
    call(upstream, "POST", `/surveys/responses/${id}/recommendations`, {
      token,
      json: {
        response_id: id,
        product_id,
        recommendation_reason: "",
        recommendation_order,
        ai_response: "",
      },
    });
  for (const [place, product] of ["hinoki-rain", "bamboo-hush", "salt-harbour"].entries())
    await keep(product, place + 1);
  for (const [place, product] of ["salt-harbour", "hinoki-rain", "fig-terrace"].entries())
    await keep(product, place + 1);
  const { recommendations } = (
    await call(upstream, "GET", `/surveys/responses/${id}/full`, { token })
  ).body;
  expect(recommendations.map((kept: { product_id: string }) => kept.product_id)).toEqual([
    "salt-harbour",
    "hinoki-rain",
    "fig-terrace",
  ]);
});

test("the free description alone is enough", async () => {
  const { token } = await newUpstreamMember(upstream);
  const answer = await submit(
    token,
    [{ question_id: "ideal-scent", option_ids: [], answer_text: "green tea" }],
    {
      personal_option: null,
    },
  );
  expect(answer.status).toBe(201);
});

test.each([
  [
    "a question of another survey",
    [...whole, { question_id: "shoe-size", option_ids: [], answer_text: "42" }],
  ],
  [
    "an answer of another question",
    [{ ...whole[0], option_ids: ["mood-calm"] }, ...whole.slice(1)],
  ],
  [
    "two answers to a single choice",
    [{ ...whole[0], option_ids: ["occasion-home", "occasion-date"] }, ...whole.slice(1)],
  ],
  ["a question answered twice", [...whole, whole[0]]],
  ["words where a choice is asked", [{ ...whole[0], answer_text: "at home" }, ...whole.slice(1)]],
  ["a required question left out", whole.slice(1)],
  ["a required question left empty", [{ ...whole[0], option_ids: [] }, ...whole.slice(1)]],
  ["nothing at all", []],
  ["an empty description", [{ question_id: "ideal-scent", option_ids: [], answer_text: "   " }]],
  [
    "a description that is too long",
    [{ question_id: "ideal-scent", option_ids: [], answer_text: "x".repeat(1_001) }],
  ],
  ["a lone surrogate", [{ question_id: "ideal-scent", option_ids: [], answer_text: "\ud800" }]],
  ["no list", "all of them"],
])("a submission with %s is refused with words", async (_what, answers) => {
  const { token } = await newUpstreamMember(upstream);
  const refused = await submit(token, answers);
  expect([refused.status, refused.body]).toEqual([422, { detail: expect.any(String) }]);
});

test("a submission must name the survey it is sent to", async () => {
  const { token } = await newUpstreamMember(upstream);
  expect((await submit(token, whole, { form_id: "other" })).status).toBe(422);
});

test("another member's response is as good as none", async () => {
  const owner = await newUpstreamMember(upstream);
  const stranger = await newUpstreamMember(upstream);
  const { id } = (await submit(owner.token, whole)).body;
  const json = {
    response_id: id,
    product_id: "hinoki-rain",
    recommendation_reason: "",
    recommendation_order: 1,
    ai_response: "",
  };
  expect(
    (await call(upstream, "GET", `/surveys/responses/${id}/full`, { token: stranger.token }))
      .status,
  ).toBe(404);
  expect(
    (
      await call(upstream, "POST", `/surveys/responses/${id}/recommendations`, {
        token: stranger.token,
        json,
      })
    ).status,
  ).toBe(404);
  const wrong = { ...json, product_id: "no-such-scent" };
  expect(
    (
      await call(upstream, "POST", `/surveys/responses/${id}/recommendations`, {
        token: owner.token,
        json: wrong,
      })
    ).status,
  ).toBe(404);
  const other = { ...json, response_id: "another" };
  expect(
    (
      await call(upstream, "POST", `/surveys/responses/${id}/recommendations`, {
        token: owner.token,
        json: other,
      })
    ).status,
  ).toBe(422);
});

test("nobody answers without a token", async () => {
  for (const [method, path] of [
    ["POST", "/surveys/scent-discovery/start"],
    ["POST", "/surveys/scent-discovery/submit"],
    ["GET", "/surveys/responses/x/full"],
    ["POST", "/surveys/responses/x/recommendations"],
  ] as const)
    expect(
      (await call(upstream, method, path, method === "GET" ? {} : { json: {} })).status,
      path,
    ).toBe(401);
});
