/** Which quizzes a tab keeps, and what begins anew. */
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Entry } from "../../web/pages/quiz/flow.ts";
import { presentDraft, useQuiz } from "../../web/pages/quiz/quiz-store.ts";

const entry: Entry = {
  profile: "individual",
  hasTaxId: false,
  history: null,
  descriptionQuestionId: "ideal-scent",
};
const unknown: Entry = { ...entry, profile: "unknown" };
const { begin, restart, dispatch, change, searching } = useQuiz.getState();
const write = (text: string) => dispatch({ type: "descriptionWritten", text });
const description = () => presentDraft()?.quiz.description;
const owners = () => Object.keys(useQuiz.getState().drafts);

beforeEach(() => useQuiz.getState().clear());
afterEach(() => sessionStorage.clear());

test("a quiz begins with nothing answered, searched for or seen", () => {
  begin("mei||", entry);
  expect(presentDraft()).toMatchObject({
    hasStarted: false,
    hasSeenResult: false,
    isSearching: false,
    submitted: null,
    refusals: null,
    declined: [],
    inferred: [],
    quiz: { step: "personalOptions", description: "" },
  });
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

test("the six quizzes begun last stay, and coming back to one costs no other", () => {
  for (let retry = 0; retry < 8; retry += 1) begin(`mei|${retry}|`, entry);
  expect(owners()).toEqual([2, 3, 4, 5, 6, 7].map((retry) => `mei|${retry}|`));
  begin("mei|4|", entry);
  expect(owners()).toEqual([2, 3, 5, 6, 7, 4].map((retry) => `mei|${retry}|`));
});

test("somebody asked whether they buy for a company is led on once the shop knows it", () => {
  begin("mei||", unknown);
  write("the sea");
  expect(presentDraft()?.quiz.step).toBe("userType");
  begin("mei|other|", unknown);
  begin("mei||", entry);
  expect(presentDraft()?.quiz).toMatchObject({ step: "personalOptions", description: "" });
});

test("somebody asked whether they buy for a company finds their words again while the shop does not know it", () => {
  begin("mei||", unknown);
  write("the sea");
  begin("mei|other|", unknown);
  begin("mei||", unknown);
  expect(presentDraft()?.quiz).toMatchObject({ step: "userType", description: "the sea" });
});

test("somebody who has said whether they buy for a company stays where they are once the shop knows it too", () => {
  begin("mei||", unknown);
  dispatch({ type: "userTypeChosen", userType: "personal" });
  write("the sea");
  const { step } = presentDraft()?.quiz ?? {};
  begin("mei|other|", unknown);
  begin("mei||", entry);
  expect(presentDraft()?.quiz).toMatchObject({ step, profile: "unknown", description: "the sea" });
});

test("without a quiz nothing is written, changed or started over", () => {
  write("the sea");
  restart(entry);
  change("mei||", { hasStarted: true });
  expect([owners(), presentDraft()]).toEqual([[], null]);
});

test("a quiz whose words the browser has lost takes none until it begins again", async () => {
  begin("mei||", entry);
  sessionStorage.setItem("fragrance_quiz", '{"state":{"drafts":{}},"version":0}');
  await useQuiz.persist.rehydrate();
  write("the sea");
  expect(presentDraft()).toBeNull();
  restart(entry);
  expect(description()).toBe("");
});

test("a change is written to the quiz that it is about, though another is on the screen", () => {
  begin("mei|1|", entry);
  begin("mei|2|", entry);
  change("mei|1|", { isSearching: true });
  expect(presentDraft()?.isSearching).toBe(false);
  begin("mei|1|", entry);
  expect(presentDraft()?.isSearching).toBe(true);
});
