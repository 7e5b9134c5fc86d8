import { useReducer } from "react";
import { flushSync } from "react-dom";
import type { Question } from "#contract/survey";
import { enterQuiz, quizReducer } from "../../web/pages/quiz/flow.ts";
import { QuestionStep } from "../../web/pages/quiz/QuestionStep.tsx";
import { chosen, entry, heading, question } from "../support/quiz-screens.ts";
import { openPages, page } from "../support/shown-page.tsx";

const open = openPages();
const mood = question("mood");
const places = question("places", { question_type: "MULTIPLE_CHOICE" });
const begun = quizReducer(enterQuiz(entry), {
  type: "choiceMade",
  step: "selection",
  value: "questionnaire",
});

function Questions({ questions }: { questions: Question[] }) {
  const [quiz, dispatch] = useReducer(quizReducer, begun);
  if (quiz.step !== "questionnaire") return <h1>{quiz.step}</h1>;
  return <QuestionStep {...{ quiz, questions, dispatch }} />;
}
async function ask(...questions: Question[]) {
  await open.show(<Questions questions={questions} />, "/en/fragrance-quiz");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
}

const answer = (id: string) => document.querySelector<HTMLInputElement>(`input[value="${id}"]`)!;
async function later(milliseconds: number) {
  await vi.advanceTimersByTimeAsync(milliseconds);
  await new Promise((done) => setImmediate(done));
}
function tap(id: string) {
  flushSync(() => answer(id).dispatchEvent(new Event("pointerdown", { bubbles: true })));
  flushSync(() => answer(id).click());
}
/** An arrow key moves the choice of a radio group: browsers tell it as a key and a click on the new radio. */
function arrowTo(id: string) {
  page.key("ArrowDown", {}, answer(id));
  flushSync(() => answer(id).click());
}

test("somebody who answers with the keyboard stays on the question until she presses next", async () => {
  await ask(mood, places);
  arrowTo("mood-first");
  arrowTo("mood-second");
  await later(5_000);
  expect([heading(), chosen()]).toEqual(["Which mood?", ["mood-second"]]);
  await page.press("Next");
  expect(heading()).toBe("Which places?");
});

test("somebody who taps an answer is led on after 400 ms and not before; a correction begins the wait again", async () => {
  await ask(mood, places);
  tap("mood-first");
  await later(300);
  tap("mood-second");
  await later(399);
  expect(heading()).toBe("Which mood?");
  await later(1);
  expect(heading()).toBe("Which places?");
});

test("somebody who presses next before the wait is over does not skip a question", async () => {
  await ask(mood, { ...places, is_required: false });
  tap("mood-first");
  await page.press("Next");
  await later(1_000);
  expect(heading()).toBe("Which places?");
});

test("somebody who may choose several stays, and may take a choice back", async () => {
  await ask(places);
  for (const id of ["places-first", "places-second", "places-first"]) tap(id);
  await later(5_000);
  expect([heading(), chosen()]).toEqual(["Which places?", ["places-second"]]);
});

test.each([
  ["Which places? (Choose any)", places, "Which places?"],
  ["Which places?（可複選）", places, "Which places?"],
  ["Which places?（複数選択可）", places, "Which places?"],
  ["Which places? (At night)", places, "Which places? (At night)"],
  ["Which mood? (Choose any)", mood, "Which mood? (Choose any)"],
])("that several may be chosen is said once, below the question: %s", async (name, one, said) => {
  await ask({ ...one, question_name: name });
  expect(heading()).toBe(said);
  const legend = document.querySelector("fieldset > legend")?.textContent;
  expect(legend, "a screen reader hears it as the name of the answers").toBe(said);
  const progress = document.querySelector("progress")?.getAttribute("aria-label");
  expect(progress).toBe("Progress through the quiz");
  expect(page.text().includes("Choose as many as you like.")).toBe(one === places);
});
