/** Odd answers, odd words and odd shapes against every call of the quiz. */
import * as fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { errorCodes } from "#contract/errors";
import { borrowShop } from "../../support/borrowed.ts";
import { burst, sized } from "../../support/experiment.ts";
import { newMember, type NewMember } from "../../support/new-member.ts";
import type { Json } from "../../support/shopper.ts";

const count = sized(80, 10_000);
const seed = 20_261_121;
const survey = "scent-discovery";

let member: NewMember;
/** What a patient attacker would know: the questions, an answer of their own and one of somebody else. */
let questions: Json[];
let responses: string[];
beforeAll(async () => {
  const shop = await borrowShop();
  const stranger = await newMember(shop);
  member = await newMember(shop);
  ({ questions } = (await member.shopper.get(`/surveys/${survey}/full`)).body);
  const answers = [{ question_id: "ideal-scent", option_ids: [], answer_text: "rain" }];
  const form = { form_id: survey, personal_option: "JAR", answers };
  const sent = [member, stranger].map(({ shopper }) =>
    shopper.send("POST", `/surveys/${survey}/submit`, form),
  );
  responses = (await Promise.all(sent)).map(({ body }) => body.id);
});

const wishes = [
  "雨後的檜木，不要太甜",
  "🌲🌧️👩🏽‍🔬👨‍👩‍👧‍👦🏳️‍🌈",
  "\u202Eesor on\u202C مسك وعنبر \u2067ורד\u2069",
  "<script>alert(1)</script><img src=x onerror=alert(1)>",
  "'; DROP TABLE survey_responses; --",
  "{{constructor.constructor('return 1')()}} ${7*7} %00 \\u0000",
  "e\u0301\u0323".repeat(300),
  "\ufeff\u200b\u200d\u00ad",
  ...["x", "檜", "🌲", "no rose, ", "\ud83c", "\u0000"].flatMap((piece) =>
    [999, 1_001, 4_000].map((length) => piece.repeat(length).slice(0, length)),
  ),
];
/** Any sixteen bits, so lone surrogates and control characters too. */
const sixteenBits = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 })
  .map((units) => String.fromCharCode(...units));
const graphemes = fc.string({ unit: "grapheme", maxLength: 80 });
const words = fc.oneof(fc.constantFrom(...wishes), graphemes, sixteenBits);
const wrongType = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(null, -1, 1e308, true, [], {}, { __proto__: [] }, "NaN"),
);
/** Mostly as usual, or everything would be refused. */
const mostly = <T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<unknown> = wrongType) =>
  fc.oneof({ weight: 30, arbitrary: usual }, { weight: 1, arbitrary: odd });
const oddId = fc.oneof(fc.uuid(), words, fc.constantFrom("..", "../../service/fault", "%00", ""));
const oddBodies = ["", "{", "null", '{"form_id":"a","form_id":"b"}', '{"a":['.repeat(50)];
const oddBody = fc.oneof(words, fc.constantFrom(...oddBodies));

function answerTo({ id, options, question_type: kind }: Json): fc.Arbitrary<unknown> {
  const own: string[] = options.map((option: Json) => option.id);
  const isText = own.length === 0;
  const optionId = mostly(fc.constantFrom(...own, ...(isText ? ["none"] : [])), oddId);
  const choices = { minLength: 1, maxLength: kind === "MULTIPLE_CHOICE" ? 4 : 1 };
  return fc.record({
    question_id: mostly(fc.constant(id)),
    option_ids: mostly(isText ? fc.constant<unknown[]>([]) : fc.array(optionId, choices)),
    answer_text: mostly(isText ? words : fc.constant(null)),
  });
}

type Route = "submit" | "start" | "recommendations" | "chat";
interface Attempt {
  route: Route;
  path: string;
  body: string;
}

/** What is sent to a route, and the ids that its path may have in the place of a star. */
function attemptsAt(
  route: Route,
  path: string,
  ids: string[],
  shape: fc.Arbitrary<unknown>,
): fc.Arbitrary<Attempt> {
  const body = shape.map((value) => JSON.stringify(value));
  const inPath = (id: unknown) => encodeURIComponent(String(id).toWellFormed().slice(0, 300));
  return fc
    .record({
      route: fc.constant(route),
      path: mostly(fc.constantFrom(...ids), oddId).map((id) => path.replace("*", inPath(id))),
      body: mostly(body, oddBody).map(String),
    })
    .filter((attempt) => attempt.body.length <= 8 * 1024);
}

function attempts(): fc.Arbitrary<Attempt> {
  const many = answerTo(questions[0]).map((answer) => Array.from({ length: 61 }, () => answer));
  const last = fc.tuple(answerTo(questions.at(-1)));
  const submission = fc.record({
    form_id: mostly(fc.constant(survey)),
    personal_option: mostly(fc.constantFrom("JAR", "SAMPLE_PAPER", null)),
    answers: mostly(fc.oneof(fc.tuple(...questions.map(answerTo)), last, last, many)),
  });
  const recommendation = fc.record({
    response_id: mostly(fc.constantFrom(...responses)),
    product_id: mostly(fc.constantFrom("hinoki-rain", "yuzu-morning"), oddId),
    recommendation_reason: mostly(words),
    recommendation_order: mostly(fc.integer({ min: -1, max: 12 })),
    ai_response: mostly(words),
  });
  const most = mostly(fc.integer({ min: 0, max: 11 }));
  const chat = fc.record({ content: mostly(words), top_k: most });
  const start = fc.record({ session_id: mostly(words) }, { requiredKeys: [] });
  const reasons = "/surveys/responses/*/recommendations";
  return fc.oneof(
    attemptsAt("submit", "/surveys/*/submit", [survey], submission),
    attemptsAt("start", "/surveys/*/start", [survey], start),
    attemptsAt("recommendations", reasons, responses, recommendation),
    attemptsAt("chat", "/raw-materials/chat", [""], chat),
  );
}

async function send(attempt: Attempt): Promise<{ attempt: Attempt; status: number; body: Json }> {
  const { path, body } = attempt;
  const headers = { "Content-Type": "application/json" };
  const answer = await member.shopper.get(path, { method: "POST", headers, body });
  if (answer.status !== 401) return { attempt, status: answer.status, body: answer.body };
  // The access token lives ten minutes.
  await member.shopper.signIn(member.email, member.password);
  return send(attempt);
}

test("no odd answer or description breaks the shop, and each refused one is told why", async () => {
  const all = fc.sample(attempts(), { seed, numRuns: count });
  const seen = await burst(all.length, 8, (index) => send(all[index] as Attempt));
  expect(seen.filter(({ status }) => status >= 500)).toEqual([]);
  const refused = seen.filter(({ status }) => status >= 400);
  const codes: readonly string[] = errorCodes;
  const isExplained = ({ code, requestId }: Json) => codes.includes(code) && requestId;
  expect(refused.filter(({ body }) => !isExplained(body))).toEqual([]);
  for (const route of ["submit", "start", "recommendations", "chat"]) {
    const taken = seen.filter((one) => one.attempt.route === route && one.status < 300);
    expect(taken.length, `${route}: odd, but not all of it refusable`).toBeGreaterThan(count / 100);
  }
  expect(refused.length).toBeGreaterThan(count / 10);
});
