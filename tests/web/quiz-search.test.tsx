import { flushSync } from "react-dom";
import type { Entry } from "../../web/pages/quiz/flow.ts";
import QuizPage from "../../web/pages/quiz/QuizPage.tsx";
import { presentDraft, useQuiz, useRecommendations } from "../../web/pages/quiz/quiz-store.ts";
import {
  all,
  arrives,
  business,
  choose,
  entry,
  forgetQuiz,
  found,
  heading,
  kept,
  progress,
  quizAnswers,
  survey,
  signInMei,
} from "../support/quiz-screens.ts";
import { openPages, page, until, type Answers } from "../support/shown-page.tsx";

const open = openPages();
const three = { ...found, products_id: ["1", "2", "3", "4"], response: "Three." };

beforeEach(() => {
  vi.stubGlobal("scrollTo", () => {});
  open.stage(quizAnswers);
  open.stage({
    "GET /members/me": { json: business },
    "POST /raw-materials/chat": { json: three },
  });
  signInMei();
});
afterEach(() => {
  forgetQuiz();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const ofBusiness: Entry = { ...entry, profile: "business", hasTaxId: true };
const ownWords = "Describe your ideal scent";
const searching = "Looking for your scents";
const submit = "Find my scents";
const down = { status: 503, json: { code: "upstream_maintenance" } };
/** The recommender takes its time. @returns what lets its answer come. */
const holdChat = (answer: object) => open.hold("POST /raw-materials/chat", answer);
async function searchOn(words = "rain on wood") {
  await describe(words);
  await page.press(submit);
  await until(() => expect(chats()).toHaveLength(1));
}

async function describe(words: string, answers: Answers = {}, query = "", language = "en") {
  open.stage(answers);
  await open.show(<QuizPage />, `/${language}/fragrance-quiz${query}`);
  await page.type({ description: words });
}
const sent = (name: string) => page.calls.filter((call) => call.name === name);
const chats = () => sent("POST /raw-materials/chat");
const submitted = () =>
  sent("POST /surveys/scents/submit").map(
    ({ json }) => json as { answers: { answer_text: string }[] },
  );
const storedScents = () => page.answers("POST /surveys/responses/response-1/recommendations");
const saved = () => sent("PUT /members/me/refusals").map(({ json }) => json);
const find = async () => {
  await page.press(submit);
  await arrives("3 scents for you");
};

test("words picked on home and sent as they are start the survey too", async () => {
  sessionStorage.setItem("scent-words", "Cedar\nFig");
  await open.show(<QuizPage />, "/en/fragrance-quiz");
  await until(() => expect(page.value("description")).toBe("cedar and fig"));
  await find();
  expect(sent("POST /surveys/scents/start")).toHaveLength(1);
});

test("a business describes a scent: its words are submitted, three scents asked for and each kept with its reasons", async () => {
  const reasons = ["rain", "wood"].map((label) => ({ kind: "wish", label }));
  await describe(" rain on wood ", {
    "POST /raw-materials/chat": { json: { ...three, matches: [{ product_id: "2", reasons }] } },
  });
  await find();
  expect(submitted()).toEqual([
    {
      form_id: "scents",
      personal_option: "JAR",
      answers: [{ question_id: "ideal", option_ids: [], answer_text: "rain on wood" }],
      refusals: [],
    },
  ]);
  expect(sent("POST /surveys/scents/start")).toHaveLength(1);
  expect(chats().map(({ json, headers }) => [json, headers.get("Accept-Language")])).toEqual([
    [{ content: "rain on wood", top_k: 3, selected_product: null, refusals: [] }, "en"],
  ]);
  const keeping = { response_id: "response-1", ai_response: "Three." };
  expect(storedScents().map(({ json }) => json)).toEqual([
    { ...keeping, product_id: "1", recommendation_reason: "", recommendation_order: 1 },
    { ...keeping, product_id: "2", recommendation_reason: "rain · wood", recommendation_order: 2 },
    { ...keeping, product_id: "3", recommendation_reason: "", recommendation_order: 3 },
  ]);
  const result = useRecommendations.getState().kept;
  expect(result).toMatchObject({
    products_id: ["1", "2", "3"],
    member_id: "mei",
    survey_response_id: "response-1",
    personal_option: "JAR",
    user_answer: "rain on wood",
    kept_product: null,
    asked: { locale: "en", content: "rain on wood", count: 3 },
  });
  expect(result).not.toHaveProperty("chosen");
  expect(presentDraft()).toMatchObject({
    isSearching: false,
    submitted: null,
    refusals: null,
    hasSeenResult: true,
    quiz: { step: "result", furthest: 1 },
  });
  expect(useQuiz.getState().search).toEqual({ status: "idle" });
  expect(history.state).toMatchObject({ quiz: { place: { step: "result" } } });
});

test("an individual who only answers is remembered by what was chosen, and gets five papers", async () => {
  open.stage({
    "GET /members/me": quizAnswers["GET /members/me"]!,
    "POST /raw-materials/chat": { json: found },
  });
  await open.show(<QuizPage />, "/en/fragrance-quiz");
  await choose("SAMPLE_PAPER", "questionnaire", "mood-first", "places-second");
  await page.press("Next");
  await page.press(submit);
  await arrives("5 scents for you");
  expect(submitted()).toMatchObject([{ personal_option: "SAMPLE_PAPER" }]);
  expect(chats()[0]?.json).toEqual({
    content: "Which mood?: mood first\nWhich places?: places second",
    top_k: 5,
    selected_product: null,
    refusals: [],
  });
  expect(useRecommendations.getState().kept).toMatchObject({
    user_answer: "mood first · places second",
    chosen: { mood: ["mood-first"], places: ["places-second"] },
  });
});

test("nothing is searched without words where there are no answers; a line to begin with is taken by a tap", async () => {
  await describe("");
  expect(page.text()).toContain("You don’t need any technical terms.");
  await page.press(submit);
  expect(page.mistake("description")).toBe("Please enter a description of your ideal scent");
  expect(page.focused()).toBe("description");
  expect([page.field("description").getAttribute("aria-required"), submitted()]).toEqual([
    "true",
    [],
  ]);
  const lines = all("main fieldset button");
  await page.press(lines[0]!);
  expect(page.mistake("description")).toBeNull();
  await page.press(lines[3]!);
  expect(page.value("description")).toBe(
    "A forest after rain: wood and moss, on the quiet side.\nSandalwood and vanilla on a winter night, warm and a little mysterious.",
  );
  expect(page.text()).toContain("126 of 1,000 characters");
});

test("a description that is too long is kept whole, counted by its signs, and not sent", async () => {
  const long = "檜🌲".repeat(501);
  await describe(long);
  expect(page.text()).toContain("1,002 of 1,000 characters");
  expect(page.mistake("description")).toBe("That is too long: please remove 2 characters.");
  await page.press(submit);
  expect([page.value("description"), page.focused(), submitted()]).toEqual([
    long,
    "description",
    [],
  ]);
  await page.type({ description: ` ${"檜🌲".repeat(500)} ` });
  expect(page.mistake("description")).toBeNull();
  await find();
});

test("a search says how far it is, stage by stage, and offers nothing else meanwhile", async () => {
  const readWords = open.hold("POST /surveys/scents/submit", { json: { id: "response-1" } });
  const match = holdChat({ json: three });
  const draw = open.hold("GET /products/3", quizAnswers["GET /products/3"] as object);
  await describe("rain on wood");
  expect([all("main output")[0], all("main ol")]).toEqual(["", []]);
  flushSync(() => useRecommendations.getState().keep(kept));
  expect(all("main button").at(-1)).toContain("Your last result");
  await page.press(submit);
  await arrives(searching);
  const stages = ["Reading your words", "Matching notes", "Drawing the scents"];
  const stands = (at: number) =>
    until(() => {
      expect([all("main output")[0], all("main ol > li")]).toEqual([stages[at], stages]);
    });
  await stands(0);
  expect([all("main button"), page.has("description"), progress()]).toEqual([[], false, 90]);
  expect(document.activeElement).toBe(document.querySelector("h1"));
  readWords();
  await stands(1);
  match();
  await stands(2);
  expect(useRecommendations.getState().kept).toEqual(kept);
  draw();
  await arrives("3 scents for you");
});

const unsent = "Your answers couldn’t be sent. Please try again.";
const unfound = "We couldn’t load your scents";
test.each([
  ["the answers cannot be sent", "POST /surveys/scents/submit", unsent, 2],
  ["the list cannot be read", "GET /members/me/refusals", unsent, 1],
  ["the recommender is away", "POST /raw-materials/chat", unfound, 1],
  ["a scent cannot be read", "GET /products/2", unfound, 1],
  ["its notes cannot be read", "GET /perfume-note/by_product/2", unfound, 1],
  ["a scent cannot be kept", "POST /surveys/responses/*", unfound, 1],
])("where %s that is said, and another try searches on", async (_what, name, title, times) => {
  await describe("rain on wood");
  open.stage({ [name]: down });
  await page.press(submit);
  await page.shows(title);
  expect(page.alert()).toContain(title);
  expect([heading(), page.value("description"), progress()]).toEqual([
    ownWords,
    "rain on wood",
    90,
  ]);
  expect(presentDraft()).toMatchObject({ isSearching: false, quiz: { step: "description" } });
  open.stage(quizAnswers);
  open.stage({ "POST /raw-materials/chat": { json: three } });
  await page.press("Try again");
  await arrives("3 scents for you");
  expect(submitted()).toHaveLength(times);
});

const tryOther = "Try other words, or ask for fewer things at once. What you wrote is still here.";
test("words that find nothing stay, and the shop says why", async () => {
  await describe("the moon", {
    "POST /raw-materials/chat": { json: { ...found, products_id: [], response: "Nothing is." } },
  });
  await page.press(submit);
  const lines = ["We found no matching scents", "Nothing is.", tryOther];
  await until(() => expect(all("main [role=alert] p")).toEqual(lines));
  expect([page.value("description"), heading()]).toEqual(["the moon", ownWords]);
  expect(() => page.button("Try again")).toThrow();
});

test.each([
  ["1", "1", "1"],
  // What was refused in it comes back as another scent.
  ["2", "2", null],
  // What can be no scent's name is not asked for.
  ["%3Cb%3E", null, null],
])("a scent to keep (%s) is asked for, and marked", async (id, selected_product, kept_product) => {
  const products_id = ["1", "4", "5"];
  const answers = { "POST /raw-materials/chat": { json: { ...found, products_id } } };
  await describe("rain", answers, `?selectedProduct=${id}`);
  await find();
  expect(chats()[0]?.json).toMatchObject({ selected_product });
  expect(useRecommendations.getState().kept).toMatchObject({ products_id, kept_product });
});

test("the shop's long answers are kept as far as they may be", async () => {
  const reasons = [{ kind: "wish", label: "🌧".repeat(600) }];
  await describe("rain", {
    "POST /raw-materials/chat": {
      json: { ...three, response: "🌧".repeat(4_100), matches: [{ product_id: "1", reasons }] },
    },
  });
  await find();
  expect(storedScents()[0]?.json).toMatchObject({
    recommendation_reason: "🌧".repeat(500),
    ai_response: "🌧".repeat(4_000),
  });
});

test("a search that a reload broke off is taken up once, without submitting again", async () => {
  const answers = JSON.stringify({
    form_id: "scents",
    personal_option: "JAR",
    answers: [{ question_id: "ideal", option_ids: [], answer_text: "rain on wood" }],
    refusals: [],
  });
  await describe("rain on wood");
  await page.leave();
  const submittedBefore = { answers, responseId: "response-7" };
  useQuiz.getState().change({ isSearching: true, submitted: submittedBefore }, "mei||");
  useQuiz.setState({ owner: null });
  await open.show(<QuizPage />, "/en/fragrance-quiz");
  await arrives("3 scents for you");
  expect([submitted(), chats().length]).toEqual([[], 1]);
  expect(useRecommendations.getState().kept?.survey_response_id).toBe("response-7");
});

test("a failed search is taken up neither by itself nor without words; other words are submitted anew", async () => {
  await describe("rain on wood", { "POST /raw-materials/chat": down });
  await page.press(submit);
  await page.shows(unfound);
  const [before] = submitted();
  await page.leave();
  await open.show(<QuizPage />, "/en/fragrance-quiz");
  await page.shows(unfound);
  await page.type({ description: "" });
  await page.press("Try again");
  await until(() => expect(page.mistake("description")).not.toBeNull());
  expect(chats()).toEqual([]);
  await page.type({ description: "rain on stone" });
  open.stage({ "POST /raw-materials/chat": { json: three } });
  await find();
  const words = [before, ...submitted()].map((one) => one?.answers[0]?.answer_text);
  expect(words).toEqual(["rain on wood", "rain on stone"]);
});

test("a page that is being left says nothing of the search that this breaks off, and the next takes it up", async () => {
  const come = holdChat(down);
  await searchOn();
  dispatchEvent(new Event("pagehide"));
  open.stage({ "POST /raw-materials/chat": { json: three } });
  come();
  await arrives("3 scents for you");
  expect([page.alert(), chats().length]).toEqual(["", 2]);
  dispatchEvent(new Event("pageshow"));
});

test("a member who goes elsewhere finds the search still going on, and its result when it is there", async () => {
  const come = holdChat({ json: three });
  await describe("rain on wood");
  useQuiz.getState().change({ hasSeenResult: true }, "mei||");
  await page.press(submit);
  await until(() => expect(chats()).toHaveLength(1));
  const calls = page.calls;
  // Of an earlier search.
  expect(presentDraft()?.hasSeenResult).toBe(false);
  come();
  await page.leave();
  await until(() =>
    expect(useRecommendations.getState().kept?.products_id).toEqual(["1", "2", "3"]),
  );
  expect(calls.filter(({ name }) => name === "POST /raw-materials/chat")).toHaveLength(1);
  await open.show(<QuizPage />, "/en/fragrance-quiz");
  await arrives("3 scents for you");
});

test.each([
  ["ends well", { json: three }],
  ["fails", down],
])("a search that %s after its quiz was left says nothing in the next", async (_how, answer) => {
  const come = holdChat(answer);
  await searchOn();
  flushSync(() => useQuiz.getState().begin("mei|other|", ofBusiness));
  come();
  await until(() => expect(page.calls.every(({ status }) => status !== null)).toBe(true));
  if (answer !== down) await until(() => expect(storedScents()).toHaveLength(3));
  expect(useRecommendations.getState().kept).toBeNull();
  expect(useQuiz.getState()).toMatchObject({
    search: { status: "idle" },
    drafts: { "mei||": { isSearching: true, quiz: { step: "description" } } },
  });
});

test("who starts over while the shop is searching gets the scents of the new words alone", async () => {
  const come = holdChat({ json: { ...three, response: "Old." } });
  await searchOn();
  flushSync(() => useQuiz.getState().restart(ofBusiness));
  open.stage({ "POST /raw-materials/chat": { json: three } });
  await page.type({ description: "the sea" });
  await find();
  come();
  await until(() => expect(storedScents()).toHaveLength(6));
  expect(useRecommendations.getState().kept).toMatchObject({
    user_answer: "the sea",
    response: "Three.",
  });
});

const folded = () => document.querySelector<HTMLDetailsElement>("main details");
const chips = () =>
  all('main ul[aria-label="Your avoid list"] > li').map((text) => text?.replace("×", ""));

const thisTime = () =>
  all('main ul[aria-label="Left out this time:"] > li').map((text) => text?.replace("×", ""));
const asked = () => sent("POST /raw-materials/chat").map(({ json }) => Object(json).refusals);

test("what the words refuse is left out of this quiz alone, unless it is taken back or kept for good", async () => {
  await describe("Rain, but no rose and no citrus.", {
    "GET /members/me/refusals": { json: { refusals: ["material:vanilla"] } },
  });
  await until(() => expect(thisTime()).toEqual(["rose", "citrus"]));
  expect(folded()?.querySelector("summary")?.textContent).toBe("Avoid list: vanilla");
  await page.press("Remove rose");
  await until(() => expect(thisTime()).toEqual(["citrus"]));
  await find();
  expect([saved(), asked()]).toEqual([[], [["material:vanilla", "family:citrus"]]]);
  await page.press("Change your answers");
  await until(() => expect(thisTime()).toEqual(["citrus"]));
  await page.press("Leave out next time too");
  await until(() => expect(chips()).toEqual(["vanilla", "citrus"]));
  await page.press("Add rose to your avoid list");
  await find();
  expect(saved()).toEqual([{ refusals: ["material:vanilla", "family:citrus", "material:rose"] }]);
  expect(submitted().map((json) => Object(json).refusals)).toEqual([
    ["material:vanilla", "family:citrus"],
    ["material:vanilla", "family:citrus", "material:rose"],
  ]);
});

test("words that seem to refuse something, and name nothing, are asked about", async () => {
  await describe("Not what I wear now.");
  await page.shows("Is there anything we should leave out?");
  expect(folded()?.open).toBe(true);
  await page.type({ description: "Cedar" });
  expect(page.text()).not.toContain("Is there anything we should leave out?");
  await page.press("Add cedarwood to your avoid list");
  await until(() => expect(chips()).toEqual(["cedarwood"]));
});

test("an answer that leaves something out is read like words", async () => {
  const [mood] = survey.questions;
  const options = mood!.options.map((option) => ({ ...option, display_text: "No florals" }));
  open.stage({
    "GET /members/me": quizAnswers["GET /members/me"]!,
    "GET /surveys/scents/full": { json: { ...survey, questions: [{ ...mood, options }] } },
  });
  await open.show(<QuizPage />, "/en/fragrance-quiz");
  await choose("JAR", "questionnaire");
  await page.tick('main input[value="mood-first"]');
  await until(() => expect(thisTime()).toEqual(["floral notes"]));
});

test("the list is changed here for this quiz, and stored with its search", async () => {
  await describe("Rain", {
    "GET /members/me/refusals": { json: { refusals: ["family:citrus", "material:agarwood"] } },
  });
  await until(() => expect(folded()?.open).toBe(true));
  await page.press("Remove citrus");
  await until(() => expect(chips()).toEqual(["agarwood"]));
  expect(presentDraft()).toMatchObject({
    refusals: ["material:agarwood"],
    declined: ["family:citrus"],
  });
  await page.press("Remove agarwood");
  await until(() => expect(chips()).toEqual([]));
  expect(saved()).toEqual([]);
  expect(folded()?.open, "the field in it has the focus").toBe(true);
  await find();
  expect(saved()).toEqual([{ refusals: [] }]);
});

test("the list is asked about once, below the last words", async () => {
  open.stage({ "GET /members/me": quizAnswers["GET /members/me"]! });
  await open.show(<QuizPage />, "/en/fragrance-quiz");
  await choose("JAR", "questionnaire", "mood-first");
  await arrives("Which places?");
  expect(folded()).toBeNull();
  await choose("places-first");
  await arrives("Which memory?");
  expect(folded()).toBeNull();
  await page.press("Next");
  await until(() => expect(folded()?.open).toBe(false));
});
