import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SurveyResponse } from "#contract/survey";
import type { Entry } from "../../web/pages/quiz/flow.ts";
import { memberHere } from "../../web/pages/quiz/member-here.ts";
import { presentDraft, useQuiz } from "../../web/pages/quiz/quiz-store.ts";
import {
  useRecommendations,
  type KeptRecommendations,
} from "../../web/pages/quiz/recommendations-store.ts";
import { clearSession, signOutAllTabs } from "../../web/session/clear-session.ts";
import { dropAccessToken, findAccessToken, keepAccessToken } from "../../web/stores/storage.ts";

const entry: Entry = {
  profile: "individual",
  hasTaxId: false,
  history: null,
  descriptionQuestionId: "ideal-scent",
};
const earlier: SurveyResponse = {
  id: "response-1",
  personal_option: "JAR",
  answers: [{ question_id: "ideal-scent", option_ids: [], answer_text: "rain on wood" }],
};
const write = (text: string) => useQuiz.getState().dispatch({ type: "descriptionWritten", text });
const description = () => presentDraft()?.quiz.description;

beforeEach(() => useQuiz.getState().clear());
afterEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

test("a retry and the quiz before it each keep their own words", () => {
  const { begin } = useQuiz.getState();
  begin("mei||", entry);
  write("the sea");
  begin("mei|response-1|", { ...entry, history: earlier });
  expect(description()).toBe("rain on wood");
  write("rain on stone");
  begin("mei||", entry);
  expect(description()).toBe("the sea");
  begin("mei|response-1|", { ...entry, history: earlier });
  expect(description()).toBe("rain on stone");
});

test("another member in the same tab begins with nothing", () => {
  useQuiz.getState().begin("mei||", entry);
  write("the sea");
  useQuiz.getState().begin("sato||", entry);
  expect(description()).toBe("");
  expect(sessionStorage.getItem("fragrance_quiz")).not.toContain("the sea");
});

test("a token that cannot be read for a moment costs its member no words", () => {
  useQuiz.getState().begin("mei||", entry);
  write("the sea");
  useQuiz.getState().begin("nobody||", entry);
  useQuiz.getState().begin("mei||", entry);
  expect(description()).toBe("the sea");
});

test("leaving on purpose forgets every word, and a search that ends afterwards brings none back", () => {
  useQuiz.getState().begin("mei||", entry);
  write("the sea");
  signOutAllTabs();
  useQuiz.getState().change("mei||", { isSearching: false });
  useQuiz.getState().searching({ status: "idle" });
  expect(sessionStorage.getItem("fragrance_quiz") ?? "").not.toContain("the sea");
  expect(presentDraft()).toBeNull();
});

test("a member signs in where the browser has no more room, and out again", () => {
  const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
  });
  keepAccessToken("kept by the page alone");
  expect(findAccessToken()).toBe("kept by the page alone");
  dropAccessToken();
  expect(findAccessToken()).toBeNull();
  full.mockRestore();
});

test("a session that ends by itself forgets no words", () => {
  useQuiz.getState().begin("mei||", entry);
  write("the sea");
  clearSession();
  expect(sessionStorage.getItem("fragrance_quiz")).toContain("the sea");
});

test("words outlive the page, and what is no draft is none", async () => {
  useQuiz.getState().begin("mei||", entry);
  write("the sea");
  const kept = sessionStorage.getItem("fragrance_quiz") ?? "";
  expect(kept).toContain("the sea");

  useQuiz.getState().clear();
  sessionStorage.setItem("fragrance_quiz", kept);
  await useQuiz.persist.rehydrate();
  useQuiz.getState().begin("mei||", entry);
  expect(description()).toBe("the sea");

  useQuiz.getState().clear();
  sessionStorage.setItem(
    "fragrance_quiz",
    kept.replace('"description":"the sea"', '"description":7'),
  );
  await useQuiz.persist.rehydrate();
  useQuiz.getState().begin("mei||", entry);
  expect(description()).toBe("");
});

test("a tab keeps the latest few quizzes and no more", () => {
  for (let retry = 0; retry < 20; retry += 1)
    useQuiz.getState().begin(`mei|response-${retry}|`, entry);
  expect(Object.keys(useQuiz.getState().drafts)).toHaveLength(6);
  expect(presentDraft()).not.toBeNull();
});

test("starting over forgets the answers, whether they were searched for or submitted", () => {
  useQuiz.getState().begin("mei||", entry);
  write("the sea");
  useQuiz.getState().change("mei||", {
    hasStarted: true,
    isSearching: true,
    submitted: { answers: "x", responseId: "y" },
  });
  useQuiz.getState().restart(entry);
  expect(presentDraft()).toMatchObject({
    hasStarted: false,
    isSearching: false,
    submitted: null,
    quiz: { description: "" },
  });
});

test.each([
  ["a token of Mei", `a.${btoa(JSON.stringify({ sub: "mei", name: "é" }))}.c`, "mei"],
  ["no token", null, "nobody"],
  ["half a token", "a", "nobody"],
  ["a token with an odd subject", `a.${btoa('{"sub":7}')}.c`, "nobody"],
  ["a token of nothing", `a.${btoa("null")}.c`, "nobody"],
])("%s belongs to %3$s", (_what, token, member) => {
  if (token !== null) localStorage.setItem("access_token", token);
  expect(memberHere()).toBe(member);
});

const result: KeptRecommendations = {
  member_id: "mei",
  survey_response_id: "response-1",
  personal_option: "JAR",
  user_answer: "rain on wood",
  kept_product: null,
  asked: { locale: "zh", content: "rain on wood", count: 3 },
  products_id: ["p1"],
  response: "Rain it is.",
  matches: [{ product_id: "p1", reasons: [{ kind: "wish", label: "rain" }] }],
};
const storedResult = () => localStorage.getItem("fragrance_recommendations") ?? "";

test("a result outlives the page, and anything else under its name is no result", async () => {
  useRecommendations.getState().keep(result);
  const stored = storedResult();
  useRecommendations.getState().forget();
  localStorage.setItem("fragrance_recommendations", stored);
  await useRecommendations.persist.rehydrate();
  expect(useRecommendations.getState().kept).toEqual(result);

  for (const odd of [
    stored.replace('"zh"', '"fr"'),
    stored.replace('"count":3', '"count":"3"'),
    '{"state":null}',
    "[]",
  ]) {
    useRecommendations.getState().forget();
    localStorage.setItem("fragrance_recommendations", odd);
    await useRecommendations.persist.rehydrate();
    expect(useRecommendations.getState().kept, odd).toBeNull();
  }
});

test("a session that ends forgets the result, on the screen and on the device", () => {
  useRecommendations.getState().keep(result);
  expect(storedResult()).toContain("rain on wood");
  clearSession();
  expect(useRecommendations.getState().kept).toBeNull();
  expect(storedResult()).not.toContain("rain on wood");
});
