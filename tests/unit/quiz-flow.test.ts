import { chatTextMaxLength, productsPerSet } from "#contract/limits";
import { chatBody, type Question, type SurveyResponse } from "#contract/survey";
import * as answers from "../../web/pages/quiz/answers.ts";
import * as flow from "../../web/pages/quiz/flow.ts";
import type { Entry, QuizEvent, QuizState, Step } from "../../web/pages/quiz/flow.ts";

function question(
  id: string,
  question_type: Question["question_type"],
  isRequired = true,
): Question {
  const options = ["a", "b", "c"].map((name, index) => ({
    id: `${id}-${name}`,
    option_text: name,
    display_text: `${id} ${name}`,
    option_order: index,
  }));
  const named = { id, question_name: `About ${id}`, question_type, is_reference: false };
  const isText = question_type.startsWith("TEXT");
  return { ...named, is_required: isRequired, options: isText ? [] : options };
}

const mood = question("mood", "SINGLE_CHOICE");
const places = question("places", "MULTIPLE_CHOICE", false);
const memory = question("memory", "TEXTAREA", false);
const ideal = question("ideal-scent", "TEXTAREA");
const survey = [mood, places, memory, ideal];
const asked = flow.askedQuestions(survey, "ideal-scent");

function entered(change: Partial<Entry> = {}): QuizState {
  const named = { surveyId: "scents", descriptionQuestionId: "ideal-scent" };
  const entry = { hasTaxId: false, history: null, ...named };
  return flow.enterQuiz({ profile: "individual", ...entry, ...change });
}
const after = (state: QuizState, ...events: QuizEvent[]) => events.reduce(flow.quizReducer, state);
const next: QuizEvent = { type: "nextQuestion", questions: asked };
const back: QuizEvent = { type: "back" };
const takes = (value: "JAR" | "SAMPLE_PAPER") =>
  ({ type: "choiceMade", step: "personalOptions", value }) as const;
const goes = (value: "questionnaire" | "description") =>
  ({ type: "choiceMade", step: "selection", value }) as const;
const toQuestions = [takes("SAMPLE_PAPER"), goes("questionnaire")] as const;
const earlier: SurveyResponse = {
  id: "response-1",
  personal_option: "JAR",
  answers: [
    { question_id: "mood", option_ids: ["mood-b"], answer_text: null },
    { question_id: "memory", option_ids: [], answer_text: "grandmother's garden" },
    { question_id: "ideal-scent", option_ids: [], answer_text: "rain on wood" },
  ],
};

test.each<[Entry["profile"], boolean, Step, QuizState["userType"], QuizState["way"]]>([
  ["business", false, "description", "enterprise", "description"],
  ["business", true, "selection", "enterprise", null],
  ["individual", false, "personalOptions", "personal", null],
  ["individual", true, "personalOptions", "personal", null],
  ["unknown", false, "userType", null, null],
  ["unknown", true, "userType", null, null],
])("a member whose type is %s (retry: %s) begins at %s, as %s", (profile, again, ...begins) => {
  const { step, userType, way } = entered({ profile, history: again ? earlier : null });
  expect([step, userType, way]).toEqual(begins);
});

const chosen = (which: Question, option: string): QuizEvent => ({
  type: "optionChosen",
  question: which,
  optionId: `${which.id}-${option}`,
});
const asking = [...toQuestions, chosen(mood, "a")];
const toResult: QuizEvent = { type: "resultFound" };
const newWords: QuizEvent = { type: "changedMind" };
const unknown = () => entered({ profile: "unknown" });
const business = (history: SurveyResponse | null = null) =>
  entered({ profile: "business", history });
const says = (value: "enterprise" | "personal") =>
  ({ type: "choiceMade", step: "userType", value }) as const;

test.each<[string, QuizState, QuizEvent[], Step]>([
  ["a visitor who says that it is for a business", unknown(), [says("enterprise")], "selection"],
  ["an individual who takes samples", entered(), [takes("SAMPLE_PAPER")], "selection"],
  ["somebody who wants questions", entered(), [...toQuestions], "questionnaire"],
  ["a business that retries with words", business(earlier), [goes("description")], "description"],
  ["a business whose scents were found", business(), [toResult], "result"],
  ["somebody who changes the words of a result", business(), [toResult, newWords], "description"],
])("%s comes to the right step", (_, state, events, step) => {
  expect(after(state, ...events).step).toBe(step);
});

test("the last question leads to the description, which then may stay empty", () => {
  const state = after(entered(), ...asking, next, next, next);
  expect(state.step).toBe("description");
  expect(state.way).toBe("questionnaire");
  expect(entered({ profile: "business" }).way).toBe("description");
});

test("a single choice replaces the one before, a multiple choice toggles", () => {
  const toggles = [..."aca"].map((option) => chosen(places, option));
  const choices = [chosen(mood, "a"), chosen(mood, "b"), ...toggles];
  const state = after(entered(), ...choices);
  expect(state.optionIds).toEqual({ mood: ["mood-b"], places: ["places-c"] });
});

test("back from every step keeps every answer and ends where the quiz began", () => {
  let state = after(
    entered({ profile: "unknown" }),
    says("personal"),
    ...toQuestions,
    chosen(mood, "a"),
    next,
    chosen(places, "b"),
    next,
    { type: "textWritten", questionId: "memory", text: "the sea" },
    next,
    { type: "descriptionWritten", text: "rain on wood" },
  );
  const { optionIds, texts, description, furthest } = state;
  const kept = { optionIds, texts, description, furthest, userType: "personal" };
  const seen: string[] = [];
  while (flow.canGoBack(state)) {
    state = after(state, back);
    seen.push(state.step === "questionnaire" ? `${state.questionIndex}` : state.step);
  }
  expect(seen).toEqual(["2", "1", "0", "selection", "personalOptions", "userType"]);
  const chose = { personalOption: "SAMPLE_PAPER", way: "questionnaire" };
  expect(state).toMatchObject({ ...kept, ...chose });
  expect(after(state, back)).toEqual(state);
});

test("an answer that the survey no longer offers does not open the way on", () => {
  const optionIds = { mood: ["gone-from-the-survey"] };
  const state = { ...after(entered(), ...toQuestions), optionIds };
  expect(flow.canLeave(state, mood)).toBe(false);
  expect(after(state, next).questionIndex).toBe(0);
});

test("a quiz knows whether it holds any answer", () => {
  expect(flow.hasAnswers(entered())).toBe(false);
  expect(flow.hasAnswers({ ...entered(), description: "  " })).toBe(false);
  expect(flow.hasAnswers(entered({ history: earlier }))).toBe(true);
  expect(flow.hasAnswers({ ...entered(), description: "rain" })).toBe(true);
  expect(flow.hasAnswers({ ...entered(), optionIds: { mood: ["mood-a"] } })).toBe(true);
  expect(flow.hasAnswers({ ...entered(), texts: { memory: "the sea" } })).toBe(true);
});

test("pages to write in are not counted among the steps", () => {
  const steps = [0, 1, 2].map((index) => flow.questionCount(index, asked));
  expect(steps.map(({ at, of }) => `${at} of ${of}`)).toEqual(["1 of 2", "2 of 2", "2 of 2"]);
});

test("a retry begins with the answers of the earlier quiz", () => {
  const state = entered({ history: earlier });
  const kept = { isRetry: true, personalOption: "JAR", description: "rain on wood" };
  expect(state).toMatchObject(kept);
  expect(state.optionIds).toEqual({ mood: ["mood-b"] });
  expect(state.texts).toEqual({ memory: "grandmother's garden" });
});

test("the answers that are sent follow the way that was taken", () => {
  const optionIds = { mood: ["mood-b", "gone-from-the-survey"] };
  const state = { ...entered({ history: earlier }), optionIds };
  const sent = (way: QuizState["way"]) =>
    answers.answersOf({ ...state, way }, asked, "ideal-scent");
  expect(sent("description")).toEqual(earlier.answers.slice(2));
  expect(sent("questionnaire")).toEqual(earlier.answers);
});

test("the recommender reads a line for each answer and then the member's own words", () => {
  const state = {
    ...entered({ history: earlier }),
    way: "questionnaire" as const,
    optionIds: { mood: ["mood-b"], places: ["places-c", "places-a"] },
  };
  const lines = "About mood: mood b\nAbout places: places a, places c\n";
  const written = "About memory: grandmother's garden\nrain on wood";
  expect(answers.chatContentOf(state, asked)).toBe(lines + written);
  expect(answers.chatContentOf({ ...state, way: "description" }, asked)).toBe("rain on wood");
  expect(answers.userAnswerOf(state, asked)).toBe("rain on wood");
  expect(answers.userAnswerOf({ ...state, description: " " }, asked)).toBe(
    "mood b · places a · places c",
  );
});

test("broken characters of a paste are repaired, and a line of the cart remembers five hundred", () => {
  const pasted = { ...entered(), description: "rose\u0000\ud83c and \ud83c\udf39 " };
  expect(answers.chatContentOf(pasted, asked)).toBe("rose \ufffd and 🌹");
  const long = { ...entered(), description: "🌧".repeat(501) };
  expect(answers.userAnswerOf(long, asked)).toBe("🌧".repeat(500));
});

test.each([
  [{ userType: "enterprise", personalOption: "SAMPLE_PAPER", hasTaxId: false }, 3, "JAR"],
  [{ userType: "personal", personalOption: "JAR", hasTaxId: false }, 3, "JAR"],
  [{ userType: "personal", personalOption: "SAMPLE_PAPER", hasTaxId: true }, 5, "SAMPLE_PAPER"],
  [{ userType: null, personalOption: null, hasTaxId: true }, 3, "JAR"],
  [{ userType: null, personalOption: null, hasTaxId: false }, 5, "SAMPLE_PAPER"],
] as const)("%j is recommended %i scents, sold as %s", (who, count, itemType) => {
  expect(productsPerSet[answers.setTypeOf(who)]).toBe(count);
  expect(answers.setTypeOf(who)).toBe(itemType);
});

test("the scent a member was satisfied with stands first in the new result, once", () => {
  expect(answers.keptFirst(["a", "b", "c", "d"], "c", 3)).toEqual(["c", "a", "b"]);
  expect(answers.keptFirst(["a", "b", "c"], "z", 3)).toEqual(["z", "a", "b"]);
  expect(answers.keptFirst(["a", "b", "a"], null, 5)).toEqual(["a", "b"]);
});

test("a short text is text too: it must be written, and is not counted", () => {
  const name = question("name", "TEXT");
  expect(flow.canLeave(entered(), name)).toBe(false);
  expect(flow.canLeave({ ...entered(), texts: { name: "  " } }, name)).toBe(false);
  expect(flow.canLeave(entered(), { ...name, is_required: false })).toBe(true);
  expect(flow.canLeave({ ...entered(), texts: { name: "rain" } }, name)).toBe(true);
  expect(flow.questionCount(1, [mood, name])).toEqual({ at: 1, of: 1 });
});

test("the line has its places", () => {
  const at = (step: Step, way: QuizState["way"] = null, questionIndex = 0) =>
    flow.progressOf({ step, way, questionIndex }, asked);
  const steps = (["userType", "personalOptions", "selection", "result"] as const).map((step) =>
    at(step),
  );
  expect(steps).toEqual([0, 0.05, 0.1, 1]);
  expect([at("description", "description"), at("description", "questionnaire")]).toEqual([
    0.5, 0.9,
  ]);
  // It goes with the count, 1 of 2 and 2 of 2, and stays there on the questions to write in.
  const questions = [0, 1, 2].map((index) => at("questionnaire", "questionnaire", index));
  expect(questions).toEqual([0.1, 0.5, 0.5]);
  const begun = { step: "questionnaire", way: "questionnaire", questionIndex: 0 } as const;
  expect(flow.progressOf(begun, [])).toBe(0.1);
});

test("what was left empty is neither sent nor read to the recommender", () => {
  const state = { ...entered(), way: "questionnaire" as const, texts: { memory: "  " } };
  expect(answers.answersOf(state, asked, "ideal-scent")).toEqual([]);
  expect(answers.chatContentOf(state, asked)).toBe("");
});

test("the member's own words are never cut, the questions' lines are", () => {
  const memories = "m".repeat(chatTextMaxLength * 2);
  const texts = { memory: memories };
  const state = { ...entered(), way: "questionnaire" as const, texts, description: "rain 🌧" };
  const content = answers.chatContentOf(state, asked);
  expect([...content]).toHaveLength(chatTextMaxLength * 2);
  expect(content).toMatch(/^About memory: m+\nrain 🌧$/);
  const isTaken = (text: string) => chatBody.safeParse({ content: text, top_k: 3 }).success;
  expect([content, `${content}m`, ""].map(isTaken)).toEqual([true, false, false]);
});

test("the next question is one further, and there is none outside or behind the questions", () => {
  const begun = after(entered(), ...asking);
  expect(after(begun, next).questionIndex).toBe(1);
  const selecting = after(entered(), takes("SAMPLE_PAPER"));
  expect(after(selecting, next)).toEqual(selecting);
  const beyond = { ...after(entered(), ...toQuestions), questionIndex: 7 };
  expect(after(beyond, next).step, "of a survey that has become shorter").toBe("description");
});
