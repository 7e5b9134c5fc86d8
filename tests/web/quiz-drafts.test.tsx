import type { Entry } from "../../web/pages/quiz/flow.ts";
import { presentDraft, useQuiz, useRecommendations } from "../../web/pages/quiz/quiz-store.ts";
import { memberHere } from "../../web/session/member-here.ts";
import { clearSession, signOutAllTabs } from "../../web/session/clear-session.ts";
import { storage, storageKeys } from "../../web/stores/storage.ts";
import { entry, kept } from "../support/quiz-screens.ts";

const unknown: Entry = { ...entry, profile: "unknown" };
const { begin, restart, dispatch, change, searching } = useQuiz.getState();
const write = (text: string) => dispatch({ type: "descriptionWritten", text });
const description = () => presentDraft()?.quiz.description;

beforeEach(() => useQuiz.getState().clear());
afterEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

test("another member in the same tab begins with nothing", () => {
  begin("mei||", entry);
  write("the sea");
  begin("sato||", entry);
  expect(description()).toBe("");
  expect(sessionStorage.getItem("fragrance_quiz")).not.toContain("the sea");
});

test("leaving on purpose forgets every word, and a search that ends afterwards brings none back", () => {
  begin("mei||", entry);
  write("the sea");
  signOutAllTabs();
  change({ isSearching: false }, "mei||");
  searching({ status: "idle" });
  expect(sessionStorage.getItem("fragrance_quiz") ?? "").not.toContain("the sea");
  expect(presentDraft()).toBeNull();
});

test("a member signs in where the browser has no more room, and out again", () => {
  const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
  });
  storage.setItem(storageKeys.accessToken, "kept by the page alone");
  expect(storage.getItem(storageKeys.accessToken)).toBe("kept by the page alone");
  storage.removeItem(storageKeys.accessToken);
  expect(storage.getItem(storageKeys.accessToken)).toBeNull();
  full.mockRestore();
});

test("a session that ends by itself forgets no words", () => {
  begin("mei||", entry);
  write("the sea");
  clearSession();
  expect(sessionStorage.getItem("fragrance_quiz")).toContain("the sea");
});

test("words outlive the page, and what is no draft is none", async () => {
  begin("mei||", entry);
  write("the sea");
  const stored = sessionStorage.getItem("fragrance_quiz") ?? "";
  expect(stored).toContain("the sea");

  useQuiz.getState().clear();
  sessionStorage.setItem("fragrance_quiz", stored);
  await useQuiz.persist.rehydrate();
  begin("mei||", entry);
  expect(description()).toBe("the sea");

  useQuiz.getState().clear();
  sessionStorage.setItem(
    "fragrance_quiz",
    stored.replace('"description":"the sea"', '"description":7'),
  );
  await useQuiz.persist.rehydrate();
  begin("mei||", entry);
  expect(description()).toBe("");
});

test("a search goes on when its quiz is shown again, and belongs to no other quiz", () => {
  begin("mei||", entry);
  searching({ status: "running", stage: "reading" });
  begin("mei||", entry);
  expect(useQuiz.getState().search.status).toBe("running");
  begin("mei|response-1|", entry);
  expect(useQuiz.getState().search.status).toBe("idle");
  searching({ status: "running", stage: "reading" });
  restart(entry);
  expect(useQuiz.getState().search.status).toBe("idle");
});

test.each([
  ["was not answered, once the shop knows it", false, entry, "personalOptions", ""],
  ["was not answered, while it does not", false, unknown, "userType", "the sea"],
  ["was answered, once it knows it too", true, entry, "personalOptions", "the sea"],
])("a quiz whose first question %s, comes back", (_what, isAnswered, later, step, words) => {
  begin("mei||", unknown);
  expect(presentDraft()?.quiz.step).toBe("userType");
  if (isAnswered) dispatch({ type: "choiceMade", step: "userType", value: "personal" });
  write("the sea");
  begin("mei|other|", unknown);
  begin("mei||", later);
  const profile = later === entry && !isAnswered ? "individual" : "unknown";
  expect(presentDraft()?.quiz).toMatchObject({ step, description: words, profile });
});

test.each([
  ["a token of Mei", "a.eyJzdWIiOiJtZWkiLCJuIjoi_z8-In0.c", "mei"],
  ["no token", null, "nobody"],
  ["half a token", "a", "nobody"],
  ["a token with an odd subject", `a.${btoa('{"sub":7}')}.c`, "nobody"],
  ["a token of nothing", `a.${btoa("null")}.c`, "nobody"],
])("%s belongs to %3$s", (_what, token, member) => {
  if (token !== null) localStorage.setItem("access_token", token);
  expect(memberHere()).toBe(member);
});

const result = { ...kept, asked: { ...kept.asked, locale: "zh" as const } };
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

test("a session that ends forgets the result on the screen and the device, and only the tab keeps it", async () => {
  useRecommendations.getState().keep(result);
  expect(storedResult()).toContain("rain on wood");
  clearSession();
  expect(useRecommendations.getState().kept).toBeNull();
  expect(storedResult()).not.toContain("rain on wood");
  await useRecommendations.persist.rehydrate();
  expect(useRecommendations.getState().kept).toEqual(result);
  signOutAllTabs();
  expect(sessionStorage.getItem("fragrance_result")).toBeNull();
  await useRecommendations.persist.rehydrate();
  expect(useRecommendations.getState().kept).toBeNull();
});
