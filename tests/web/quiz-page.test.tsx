import { flushSync } from "react-dom";
import type { Order } from "#contract/order";
import QuizPage from "../../web/pages/quiz/QuizPage.tsx";
import { presentDraft, useQuiz, useRecommendations } from "../../web/pages/quiz/quiz-store.ts";
import { useToasts } from "../../web/stores/toasts.ts";
import { cartLine, cartWith } from "../support/buying.ts";
import {
  all,
  arrives,
  business,
  cards,
  choose,
  chosen,
  forgetQuiz,
  heading,
  individual,
  kept,
  orderIn,
  orders,
  progress,
  quizAnswers,
  signInMei,
} from "../support/quiz-screens.ts";
import { openPages, page, until, type Answers } from "../support/shown-page.tsx";

const open = openPages();

beforeEach(() => {
  vi.stubGlobal("scrollTo", () => {});
  vi.spyOn(console, "info").mockImplementation(() => {});
  open.stage(quizAnswers);
  signInMei();
});
afterEach(() => {
  forgetQuiz();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function enter(answers: Answers = {}, query = "", language = "en") {
  open.stage(answers);
  await open.show(<QuizPage />, `/${language}/fragrance-quiz${query}`);
}
const again = async (query = "") => {
  await page.leave();
  useQuiz.setState({ owner: null });
  history.replaceState(null, "");
  await enter({}, query);
};
const tryFirst = "How would you like to try your scent?";
const howToTell = "How would you like to describe your scent?";
const ownWords = "Describe your ideal scent";
const down = { status: 503, json: { code: "upstream_maintenance" } };

test("words picked on home are the first own words, once, and wait while there are others", async () => {
  sessionStorage.setItem("scent-words", "Cedar\nFig\nRose");
  await enter({}, "", "zh");
  await until(() => expect(presentDraft()?.quiz.description).toBe("cedar、fig和rose"));
  for (const text of ["", "rain"]) {
    useQuiz.getState().dispatch({ type: "descriptionWritten", text });
    await again();
    await arrives(tryFirst);
    expect(presentDraft()?.quiz.description).toBe(text);
    sessionStorage.setItem("scent-words", "Cedar");
  }
  const name = "GET /surveys/responses/response-0/full";
  open.stage({ [name]: { json: { id: "response-0", personal_option: "JAR", answers: [] } } });
  await again("?retryFrom=response-0");
  await arrives(tryFirst);
  expect(presentDraft()?.quiz.description, "of a quiz taken again").toBe("");
});

test("whom the upstream calls neither says who the scent is for", async () => {
  await enter({ "GET /members/me": { json: { ...individual, is_business: null } } });
  await arrives("Who is this scent for?");
  expect(page.button("Next").disabled).toBe(true);
  await choose("enterprise");
  await arrives(howToTell);
  await page.press("Back");
  await arrives("Who is this scent for?");
  expect(chosen()).toEqual(["enterprise"]);
});

test("Back and Forward of the browser lead through the steps, and lose nothing that was said", async () => {
  await enter();
  await choose("JAR", "questionnaire");
  await arrives("Which mood?");
  await choose("mood-first");
  await arrives("Which places?");
  history.back();
  await arrives("Which mood?");
  expect(chosen()).toEqual(["mood-first"]);
  await page.press("Back");
  await arrives(howToTell);
  expect([chosen(), progress()], "the line does not go back").toEqual([["questionnaire"], 50]);
  await until(() => expect(history.state.quiz.place.step).toBe("selection"));
  history.forward();
  await arrives("Which mood?");
  history.go(-2);
  await arrives(tryFirst);
  expect(chosen()).toEqual(["JAR"]);
  history.go(3);
  await arrives("Which places?");
});

test("the entry of a step opens that step again from another page, and none of a quiz begun anew", async () => {
  await enter();
  await choose("JAR", "description");
  await arrives(ownWords);
  await page.type({ description: "rain on wood" });
  history.back();
  await arrives(howToTell);
  await page.leave();
  useQuiz.setState({ owner: null });
  await enter();
  await arrives(howToTell);
  history.forward();
  await arrives(ownWords);
  expect(page.value("description")).toBe("rain on wood");
  await page.leave();
  forgetQuiz();
  await enter();
  await arrives(tryFirst);
});

test("the start is told once, at the first answer; nobody waits for it, nor hears that it failed", async () => {
  await enter({ "POST /surveys/scents/start": down });
  await choose("JAR", "questionnaire");
  await arrives("Which mood?");
  const starts = () => page.calls.filter(({ name }) => name === "POST /surveys/scents/start");
  expect(starts()).toEqual([]);
  await choose("mood-first", "places-first");
  await page.type({ memory: "the sea" });
  expect(starts().map(({ json }) => json)).toEqual([{}]);
  expect(page.alert()).toBe("");
});

test("the cards take Enter to choose and go on at once; where several may be chosen it does neither", async () => {
  await enter();
  await arrives(tryFirst);
  page.key("ArrowDown", {}, document.querySelector('input[value="JAR"]'));
  page.key("Enter", {}, document.querySelector('input[value="JAR"]'));
  await arrives(howToTell);
  expect(presentDraft()?.quiz.personalOption).toBe("JAR");
  const hint = document.querySelector("fieldset")?.getAttribute("aria-describedby") ?? "";
  expect(document.getElementById(hint)?.textContent).toBe("On a keyboard, press Enter to go on.");
  await choose("questionnaire", "mood-first");
  await arrives("Which places?");
  expect(document.querySelector("fieldset")?.hasAttribute("aria-describedby")).toBe(false);
  page.key("Enter", {}, document.querySelector('input[value="places-first"]'));
  await vi.waitFor(() => expect(heading()).toBe("Which places?"));
  expect(chosen()).toEqual([]);
});

test("each new step is heard: its heading has the focus, and the page is at its top", async () => {
  const scrolled: unknown[] = [];
  vi.stubGlobal("scrollTo", (to: unknown) => scrolled.push(to));
  await enter();
  await arrives(tryFirst);
  expect([document.activeElement?.tagName, scrolled]).toEqual(["BODY", []]);
  await choose("JAR");
  await arrives(howToTell);
  expect(document.activeElement).toBe(document.querySelector("h1"));
  expect(scrolled).toEqual([{ top: 0, behavior: "instant" }]);
  await choose("questionnaire", "mood-first");
  await arrives("Which places?");
  expect(document.activeElement).toBe(document.querySelector("h1"));
});

test.each([
  ["the shop's settings", "GET /config", ""],
  ["the member", "GET /members/me", ""],
  ["the cart", "GET /cart/", ""],
  ["the orders", "GET /orders/my-orders", ""],
  ["the scent to keep", "GET /products/1", "?selectedProduct=1"],
  ["the earlier answers", "GET /surveys/responses/response-0/full", "?retryFrom=response-0"],
])("while %s may still come, nothing can be chosen", async (_what, name, query) => {
  const come = open.hold(name, quizAnswers[name] as object);
  await enter({}, query);
  const others = new Set(
    ["GET /config", "GET /members/me", "GET /cart/"].filter((one) => one !== name),
  );
  await until(() => {
    for (const other of others) expect(page.answers(other).length, other).toBeGreaterThan(0);
  });
  expect([heading(), cards()]).toEqual(["Scent quiz", []]);
  expect(page.text()).toContain("Loading");
  come();
  await arrives(tryFirst);
});

test("questions that cannot be loaded are asked for again, or told around in own words", async () => {
  const come = open.hold("GET /surveys/scents/full", down);
  await enter();
  await choose("JAR", "questionnaire");
  await arrives("Scent quiz");
  expect([page.text(), page.alert()]).toEqual([expect.stringContaining("Loading"), ""]);
  come();
  await page.shows("The quiz couldn’t be loaded");
  expect([heading(), progress()]).toEqual(["Scent quiz", 10]);
  await page.press("Describe it in your own words");
  await arrives(ownWords);
  await page.press("Back");
  await arrives(howToTell);
  await choose("questionnaire");
  await page.shows("The quiz couldn’t be loaded");
  open.stage(quizAnswers);
  await page.press("Try again");
  await arrives("Which mood?");
});

test("a retry finds its words, and the quiz begun before stays as it stood", async () => {
  await enter();
  await choose("SAMPLE_PAPER", "description");
  await page.type({ description: "half a wish" });
  await again("?retryFrom=response-0");
  await arrives(tryFirst);
  await page.press("Next");
  await choose("questionnaire");
  expect(chosen()).toEqual(["mood-second"]);
  await page.press("Back");
  await until(() => expect(history.state.quiz.place.step).toBe("selection"));
  await choose("description");
  expect(page.value("description")).toBe("rain on wood");
  await again();
  await arrives(ownWords);
  expect(page.value("description")).toBe("half a wish");
});

const sample = orderIn("processing", "SAMPLE");
const cartHolds = (...types: ("SAMPLE" | "FINISHED_PRODUCT")[]) => ({
  "GET /cart/": { json: cartWith(...types.map((type) => cartLine({ id: type, type }))) },
});
const ordered = (...given: Order[]) => ({ "GET /orders/my-orders": orders(...given) });

const inCart = "A sample set is already in your cart";
const underWay = "You have a sample order under way";
const both = { ...cartHolds("SAMPLE"), ...ordered(sample) };
const unsure = { ...cartHolds("SAMPLE"), "GET /orders/my-orders": down };
const sentBottles = ordered(orderIn("shipped", "FINISHED_PRODUCT"));
const bottles = { ...cartHolds("FINISHED_PRODUCT"), ...sentBottles };
test.each<[string, Answers, string | null]>([
  ["a set in the cart beside bottles", cartHolds("FINISHED_PRODUCT", "SAMPLE"), inCart],
  ["both a set on its way and one in the cart", both, underWay],
  ["a set in the cart, where orders cannot be read", unsure, inCart],
  ["a set that was delivered", ordered(orderIn("delivered", "SAMPLE")), null],
  ["finished perfume in the cart and on its way", bottles, null],
  ["what cannot be read", { "GET /orders/my-orders": down, "GET /cart/": down }, null],
])("%s stands before a new quiz with a way back, or does not", async (_what, answers, title) => {
  await enter(answers);
  if (title === null) await arrives(tryFirst);
  if (title === null) return expect(document.querySelector("dialog")).toBeNull();
  await page.shows(title);
  expect([heading(), cards()]).toEqual(["Scent quiz", []]);
  await page.press("Go back");
  expect(location.pathname).toBe("/en/home");
});

test("an order that nobody has paid is cancelled here, its sets leave the cart with it, and the quiz begins", async () => {
  let lines = [
    cartLine({ id: "a", type: "SAMPLE" }),
    cartLine({ id: "bottle", type: "FINISHED_PRODUCT" }),
    cartLine({ id: "b", type: "SAMPLE" }),
  ];
  await enter({
    ...ordered(orderIn("payment_pending", "SAMPLE")),
    "GET /cart/": () => ({ json: cartWith(...lines) }),
    "POST /orders/o1/cancel": () => {
      open.stage({ "GET /orders/my-orders": orders() });
      return { json: orderIn("cancelled", "SAMPLE") };
    },
    "DELETE /cart/items/*": ({ name }) => {
      lines = lines.filter(({ id }) => !name.endsWith(`/${id}`));
      return { json: cartWith(...lines) };
    },
  });
  await page.shows("SL-1");
  await page.press("Cancel this order");
  await page.shows(
    "Any sample sets in your cart will be removed as well, and the quiz will begin.",
  );
  await page.press("Yes, cancel the order");
  await until(() => expect(lines.map(({ id }) => id)).toEqual(["bottle"]));
  await arrives(tryFirst);
  expect(document.querySelector("dialog")).toBeNull();
});

const lastResult = () => all("main button").find((text) => text?.startsWith("Your last result"));
const keep = (change: Partial<typeof kept> = {}) =>
  useRecommendations.getState().keep({ ...kept, ...change });

test("the last result is one tap away on the first step, and on no other", async () => {
  keep();
  await enter();
  await arrives(tryFirst);
  expect(lastResult()).toBe("Your last result3 scents for you→");
  await choose("JAR");
  await arrives(howToTell);
  expect(lastResult()).toBeUndefined();
  await page.press("Back");
  await page.press(lastResult()!);
  await arrives("3 scents for you");
  expect(document.querySelector("progress")).toBeNull();
});

const setOf = (status: string, survey_response_id: string) =>
  ordered(orderIn(status, "SAMPLE", { survey_response_id }));
test.each([
  ["not to another member", "sato", "", {}, false],
  ["not in a retry", "mei", "?retryFrom=response-0", {}, false],
  ["not once its set is paid", "mei", "", setOf("delivered", "response-1"), false],
  ["while its set was never paid", "mei", "", setOf("cancelled", "response-1"), true],
  ["while a set of another quiz is paid", "mei", "", setOf("delivered", "response-9"), true],
])("the last result is shown %s", async (_when, member_id, query, answers, isShown) => {
  keep({ member_id });
  await enter(answers, query);
  await arrives(tryFirst);
  expect(lastResult() !== undefined).toBe(isShown);
  expect(page.text()).not.toContain("rain on wood");
});

async function foundBefore(hasSeenResult: boolean): Promise<void> {
  keep();
  await enter({ "GET /members/me": { json: business } });
  await arrives(ownWords);
  await page.type({ description: "rain on wood" });
  flushSync(() => useQuiz.getState().dispatch({ type: "resultFound" }));
  await arrives("3 scents for you");
  useQuiz.getState().change({ hasSeenResult });
}

const resultPlace = {
  quiz: { place: { step: "result", trail: ["description"], questionIndex: 0 } },
};

const reloaded = { quiz: { ...resultPlace.quiz, before: null } };

test("a result that was seen does not open by itself on another visit, one that was not does", async () => {
  await foundBefore(true);
  expect(history.state).toMatchObject(resultPlace);
  await again();
  await arrives(ownWords);
  expect([page.value("description"), lastResult()]).toEqual(["", expect.any(String)]);
  await page.leave();
  forgetQuiz();
  await foundBefore(false);
  await again();
  await arrives("3 scents for you");
});

test.each([
  ["a reload or the way back", () => history.replaceState(reloaded, ""), "", true],
  ["the same screen in another language", () => {}, "http://shop.test/zh/fragrance-quiz", true],
  ["another screen", () => {}, "http://shop.test/en/home", false],
  ["another site", () => {}, "http://other.test/zh/fragrance-quiz", false],
  ["nowhere", () => {}, "", false],
])("after %s a result that was seen opens again, or not", async (_from, mark, referrer, opens) => {
  await foundBefore(true);
  await page.leave();
  useQuiz.setState({ owner: null });
  history.replaceState(null, "");
  vi.spyOn(document, "referrer", "get").mockReturnValue(referrer);
  open.stage({});
  const { jsdom } = globalThis as unknown as { jsdom: { reconfigure(to: { url: string }): void } };
  jsdom.reconfigure({ url: "http://shop.test/en/fragrance-quiz" });
  mark();
  await enter();
  await arrives(opens ? "3 scents for you" : ownWords);
});

test("a quiz whose result is gone, or is another member's, shows its words", async () => {
  await foundBefore(false);
  useRecommendations.getState().keep({ ...kept, member_id: "sato" });
  await again();
  await arrives(ownWords);
  expect(page.value("description")).toBe("rain on wood");
});

test("the words of a result are changed where they are, and asked of the shop where this tab has none", async () => {
  await foundBefore(true);
  await page.press("Change your answers");
  await arrives(ownWords);
  expect(page.value("description")).toBe("rain on wood");
  await page.leave();
  forgetQuiz();
  keep();
  await enter({ "GET /members/me": { json: business } });
  await arrives(ownWords);
  await page.press(lastResult()!);
  await page.press("Change your answers");
  await until(() => expect(location.search).toBe("?retryFrom=response-1"));
});

test("starting over forgets the answers and the result, until that is taken back", async () => {
  await foundBefore(true);
  await page.press("Start again");
  await arrives(ownWords);
  expect([page.value("description"), lastResult()]).toEqual(["", undefined]);
  const [toast] = useToasts.getState().toasts;
  expect([toast?.text, toast?.action?.label]).toEqual([
    "You are back at the start. Your answers and result can still be restored.",
    "Undo",
  ]);
  flushSync(() => toast?.action?.run());
  await arrives("3 scents for you");
  expect(presentDraft()?.quiz.description).toBe("rain on wood");
});
