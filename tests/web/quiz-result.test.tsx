import { flushSync } from "react-dom";
import { ResultStep } from "../../web/pages/quiz/ResultStep.tsx";
import { useRecommendations, type KeptRecommendations } from "../../web/pages/quiz/quiz-store.ts";
import { cartWith } from "../support/buying.ts";
import {
  all,
  forgetQuiz,
  found,
  kept,
  noteOf,
  notesOf,
  quizAnswers,
  signInMei,
} from "../support/quiz-screens.ts";
import { openPages, page, refusal, until, type Answers } from "../support/shown-page.tsx";

const open = openPages();
const down = refusal(503, "upstream_maintenance");

beforeEach(() => {
  open.stage(quizAnswers);
  signInMei();
});
afterEach(() => {
  forgetQuiz();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function look(
  change: Partial<KeptRecommendations> = {},
  answers: Answers = {},
  language = "en",
) {
  useRecommendations.getState().keep({ ...kept, ...change });
  open.stage(answers);
  await open.show(
    <ResultStep onChange={() => {}} onRestart={() => {}} />,
    `/${language}/fragrance-quiz`,
  );
  const count = change.products_id?.length ?? 3;
  await until(() => {
    const cards = document.querySelectorAll("main ol > li");
    if (cards.length !== count) throw new Error(page.text());
    if (document.querySelectorAll("main ol > li :is(h2, [role=alert])").length < count)
      throw new Error(page.text());
  });
}
const card = (at: number) => document.querySelectorAll("main ol > li")[at];
const reason = (label: string) => ({ kind: "wish", label });
const matches = [
  { product_id: "1", reasons: [reason("rain"), reason("Rain"), reason(" wood ")] },
  { product_id: "2", reasons: [] },
];

test("a scent that cannot be read says so in its place, and is read again", async () => {
  await look({}, { "GET /products/2": down, "GET /perfume-note/by_product/3": down });
  await until(() => expect(all("main ol > li [role=alert] p")).toHaveLength(4));
  expect(all("main ol > li [role=alert] p")[0]).toBe("We couldn’t load your scents");
  expect([all("h2", card(1)), all("h2", card(2))]).toEqual([[], ["Scent 3"]]);
  expect(card(1)?.textContent).not.toContain("Loading");
  open.stage(quizAnswers);
  for (const at of [1, 2]) flushSync(() => card(at)?.querySelector("button")?.click());
  await until(() => expect([all("h2", card(1)), page.alert()]).toEqual([["Scent 2"], ""]));
  await until(() => expect(card(2)?.textContent).toContain("Cedarwood"));
});

const chosen = { mood: ["mood-first"], places: ["gone"] };
const foreign = {
  asked: { ...kept.asked, locale: "ja" as const, content: "雨" },
  response: "雨です。",
};

const noSurvey = { "GET /surveys/scents/full": down };
test.each([
  ["in the page's language", {}, quizAnswers, "mood first", true],
  ["as they were, being own words", { chosen: undefined }, quizAnswers, "雨の日", false],
  ["as they were, where the questions cannot be had", {}, noSurvey, "雨の日", true],
  ["as they were, of other answers", { chosen: { mood: ["gone"] } }, quizAnswers, "雨の日", true],
  ["as they were, in their own language", { asked: kept.asked }, quizAnswers, "雨の日", false],
])("chosen answers are told %s", async (_how, change, answers, told, asks) => {
  await look({ ...foreign, chosen, user_answer: "雨の日", ...change }, answers);
  await until(() => expect(all("main q")).toEqual([told]));
  if (asks) await until(() => expect(page.answers("GET /surveys/scents/full")).toHaveLength(1));
  else expect(page.calls.some(({ name }) => name.startsWith("GET /surveys"))).toBe(false);
});

const answerIn = () => document.querySelector("main p[lang]")?.getAttribute("lang") ?? null;
const inEnglish = { ...found, products_id: ["1", "2", "3"], response: "It is rain.", matches };

test("answer and reasons come in the page's language, asked for as before", async () => {
  const come = open.hold("POST /raw-materials/chat", { json: inEnglish });
  await look({ ...foreign, kept_product: "1" });
  expect(page.text()).not.toContain("雨です。");
  expect(document.querySelectorAll("main ol [class*=skeleton]").length).toBeGreaterThan(0);
  come();
  await page.shows("It is rain.");
  await page.shows("It meets your wish with rain and wood.");
  expect(answerIn()).toBeNull();
  const [call] = page.answers("POST /raw-materials/chat");
  expect(call?.json).toEqual({ content: "雨", top_k: 3, selected_product: "1", refusals: [] });
  expect(call?.headers.get("Accept-Language")).toBe("en");
});

test.each([
  ["is about other scents", { json: { ...inEnglish, products_id: ["1", "2", "4"] } }],
  ["cannot be had", down],
])("an answer that %s in the page's language stays as it was", async (_what, answer) => {
  const wood = [{ product_id: "1", reasons: [reason("木")] }];
  await look({ ...foreign, matches: wood }, { "POST /raw-materials/chat": answer });
  await page.shows("雨です。");
  expect([answerIn(), document.querySelector("main ol span[lang]")?.textContent]).toEqual([
    "ja",
    "木",
  ]);
});

test("the set goes into the cart with its words at the second try, and the member with it", async () => {
  await look({}, { "POST /cart/items": down });
  await page.press("Add to cart");
  await page.shows("The set couldn’t be added to your cart");
  const come = open.hold("POST /cart/items", { json: cartWith() });
  await page.press("Add to cart");
  expect(page.text()).not.toContain("The set couldn’t be added to your cart");
  expect(page.button("Add to cart").ariaBusy).toBe("true");
  expect(location.pathname).toBe("/en/fragrance-quiz");
  come();
  await until(() => expect(location.pathname).toBe("/en/cart"));
  expect(page.answers("POST /cart/items")[1]?.json).toEqual({
    productIds: ["1", "2", "3"],
    itemType: "JAR",
    type: "SAMPLE",
    surveyResponseId: "response-1",
    userAnswer: "rain on wood",
  });
});

test("who wants to know how to smell them is told which first: the lightest", async () => {
  const notes = [0.1, 0.9, 0.5].map((volatility, at) => {
    const { share, raw_material } = noteOf("Note", "woody");
    const json = {
      ...notesOf(`${at + 1}`),
      top: [],
      back: [{ share, raw_material: { ...raw_material, volatility } }],
    };
    return [`GET /perfume-note/by_product/${at + 1}`, { json }];
  });
  await look({}, Object.fromEntries(notes));
  await until(() => expect(page.calls.every(({ status }) => status !== null)).toBe(true));
  const asked = page.calls.length;
  await page.tick("details:has(> dl) > summary");
  await page.shows("lightest first: Scent 2, Scent 3, Scent 1");
  expect(page.calls, "nothing more is asked for").toHaveLength(asked);
});

test("on a phone all but the best are folded, with what must not be overlooked outside", async () => {
  vi.stubGlobal("matchMedia", (query: string) =>
    Object.assign(new EventTarget(), { matches: query === "(max-width: 639px)" }),
  );
  await look(
    { matches: [{ product_id: "2", reasons: [reason("rain")] }] },
    {
      "GET /members/me/refusals": { json: { refusals: ["family:woody"] } },
      "GET /products/3": down,
    },
  );
  await page.shows("This scent contains something on your avoid list");
  const details = document.querySelectorAll("main li:not(:only-child) details");
  expect(
    [...details].map((one) => all("h2", one)),
    "a failure is not folded away",
  ).toEqual([["Scent 2"]]);
  expect(details[0]?.querySelector("summary")?.textContent).toBe(
    "Scent 2SL-2The story of 2.It meets your wish with rain.This scent contains something on your avoid list: Cedarwood.",
  );
});

/** jsdom draws nothing: how a print looks is for eyes, who gets it is told here. */
function stageCanvas(share?: (print: ShareData) => Promise<void>) {
  const paper = new Proxy(
    { measureText: () => ({ width: 1 }) },
    { get: (known, name) => Reflect.get(known, name) ?? (() => {}), set: () => true },
  );
  vi.stubGlobal("Path2D", Object);
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(paper as never);
  vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation((take) => take(new Blob()));
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  HTMLImageElement.prototype.decode = () => Promise.resolve();
  Object.assign(navigator, { share, canShare: () => share !== undefined });
  Object.assign(URL, { createObjectURL: () => "blob:print", revokeObjectURL: () => {} });
  return saved;
}
const refusing = (name: string) => () => Promise.reject(new DOMException("no", name));

test.each([
  ["downloaded where nothing can be shared", undefined, ["Scent 1.png"]],
  ["downloaded when pressed too long ago", refusing("NotAllowedError"), ["Scent 1.png"]],
  ["left alone when sharing is called off", refusing("AbortError"), []],
])("the best scent as a picture is %s", async (_how, share, downloads) => {
  const saved = stageCanvas(share);
  await look();
  await page.press("Save as a picture");
  await until(() => expect(page.button("Save as a picture").ariaBusy).toBeNull());
  expect([saved, page.alert()]).toEqual([downloads, ""]);
});

test("the picture is shared by its name, and one that cannot be made says so", async () => {
  const shared: ShareData[] = [];
  stageCanvas(async (print) => void shared.push(print));
  await look();
  await page.press("Save as a picture");
  await until(() => expect(shared).toHaveLength(1));
  expect(shared[0]).toMatchObject({ title: "Scent 1", files: [{ type: "image/png" }] });
  await until(() => expect(page.button("Save as a picture").ariaDisabled).toBeNull());
  vi.mocked(HTMLCanvasElement.prototype.getContext).mockReturnValue(null);
  await page.press("Save as a picture");
  await page.shows("The picture couldn’t be made");
});
