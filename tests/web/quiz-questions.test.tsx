import { readFileSync } from "node:fs";
import { act, useReducer, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Question } from "#contract/survey";
import { addMessages } from "../../web/i18n/messages.ts";
import { LocaleContext } from "../../web/i18n/translate.ts";
import { enterQuiz, quizReducer } from "../../web/pages/quiz/flow.ts";
import { QuestionStep } from "../../web/pages/quiz/QuestionStep.tsx";
import { rendersInsideAct } from "../support/react-act.ts";

rendersInsideAct();

const optionsOf = (id: string) =>
  ["first", "second", "third"].map((name, index) => ({
    id: `${id}-${name}`,
    option_text: name,
    display_text: name,
    option_order: index,
  }));
const mood: Question = {
  id: "mood",
  question_name: "Which mood?",
  question_type: "SINGLE_CHOICE",
  is_required: true,
  is_reference: false,
  options: optionsOf("mood"),
};
const places: Question = {
  ...mood,
  id: "places",
  question_name: "Which places?",
  question_type: "MULTIPLE_CHOICE",
  options: optionsOf("places"),
};

function Questions({
  questions,
  onFirstAnswer = () => {},
}: {
  questions: Question[];
  onFirstAnswer?: () => void;
}) {
  const begun = quizReducer(
    enterQuiz({
      profile: "individual",
      hasTaxId: false,
      history: null,
      descriptionQuestionId: "ideal-scent",
    }),
    {
      type: "wayChosen",
      way: "questionnaire",
    },
  );
  const [quiz, dispatch] = useReducer(quizReducer, begun);
  if (quiz.step !== "questionnaire") return <h1>{quiz.step}</h1>;
  return (
    <QuestionStep
      quiz={quiz}
      questions={questions}
      dispatch={dispatch}
      onFirstAnswer={onFirstAnswer}
    />
  );
}

let unmount = () => {};

async function show(page: ReactNode) {
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  unmount = () => act(() => root.unmount());
  await act(async () => root.render(<LocaleContext value="en">{page}</LocaleContext>));
}

const heading = () => document.querySelector("h1")?.textContent;
const answer = (name: string) =>
  [...document.querySelectorAll("label")]
    .find((label) => label.textContent === name)!
    .querySelector("input")!;
const next = () =>
  [...document.querySelectorAll("button")].find((button) => button.textContent === "Next")!;
const later = (milliseconds: number) => act(async () => void vi.advanceTimersByTime(milliseconds));

async function tap(input: HTMLInputElement) {
  await act(async () => {
    input.dispatchEvent(new Event("pointerdown", { bubbles: true }));
    input.click();
  });
}

/** An arrow key moves the choice of a radio group: browsers tell it as a key and a click on the new radio. */
async function arrowTo(input: HTMLInputElement) {
  await act(async () => {
    input.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true }));
    input.click();
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  // jsdom has no layout, so it has no media queries either: the window never changes its width here.
  vi.stubGlobal("matchMedia", () => new EventTarget());
  for (const namespace of ["common", "shop"] as const) {
    addMessages(
      "en",
      namespace,
      JSON.parse(readFileSync(`worker/content/locales/en/${namespace}.json`, "utf8")),
    );
  }
});

afterEach(() => {
  unmount();
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("somebody who answers with the keyboard stays on the question until she presses next", async () => {
  await show(<Questions questions={[mood, places]} />);
  await arrowTo(answer("first"));
  await arrowTo(answer("second"));
  await later(5_000);
  expect(heading()).toBe("Which mood?");
  expect(answer("second").checked).toBe(true);
  await act(async () => next().click());
  expect(heading()).toBe("Which places?");
});

test("somebody who taps an answer is led on after 400 ms and not before", async () => {
  await show(<Questions questions={[mood, places]} />);
  await tap(answer("first"));
  await later(399);
  expect(heading()).toBe("Which mood?");
  await later(1);
  expect(heading()).toBe("Which places?");
});

test("somebody who corrects a tap at once has the wait begin again", async () => {
  await show(<Questions questions={[mood, places]} />);
  await tap(answer("first"));
  await later(300);
  await tap(answer("third"));
  await later(300);
  expect(heading()).toBe("Which mood?");
  await later(100);
  expect(heading()).toBe("Which places?");
});

test("somebody who presses next before the wait is over does not skip a question", async () => {
  await show(<Questions questions={[mood, { ...places, is_required: false }]} />);
  await tap(answer("first"));
  await act(async () => next().click());
  await later(1_000);
  expect(heading()).toBe("Which places?");
});

test("somebody who may choose several stays, and may take a choice back", async () => {
  await show(<Questions questions={[places]} />);
  await tap(answer("first"));
  await tap(answer("second"));
  await tap(answer("first"));
  await later(5_000);
  expect(heading()).toBe("Which places?");
  expect(
    [...document.querySelectorAll("input")]
      .filter((input) => input.checked)
      .map((input) => input.value),
  ).toEqual(["places-second"]);
});

test("next is closed while a required question has no answer", async () => {
  await show(<Questions questions={[mood]} />);
  expect(next().disabled).toBe(true);
  await arrowTo(answer("first"));
  expect(next().disabled).toBe(false);
  await act(async () => next().click());
  expect(heading()).toBe("description");
});

test("a screen reader hears the question as the name of the group of answers", async () => {
  await show(<Questions questions={[mood]} />);
  expect(document.querySelector("fieldset > legend")?.textContent).toBe("Which mood?");
  expect([...document.querySelectorAll("input")].map((input) => input.type)).toEqual([
    "radio",
    "radio",
    "radio",
  ]);
  expect(document.querySelector("progress")?.getAttribute("aria-label")).toBe(
    "Progress through the quiz",
  );
});

test.each(["Which places? (Choose any)", "Which places?（可複選）", "Which places?（複数選択可）"])(
  "that several may be chosen is said once, below the question: %s",
  async (question_name) => {
    await show(<Questions questions={[{ ...places, question_name }]} />);
    expect(heading()).toBe("Which places?");
    expect(document.querySelector("fieldset > legend")?.textContent).toBe("Which places?");
    expect(document.body.textContent).toContain("Choose as many as you like.");
  },
);

test.each([
  { ...places, question_name: "Which places? (At night)" },
  { ...mood, question_name: "Which mood? (Choose any)" },
])("a bracket that says something else stays: $question_name", async (question) => {
  await show(<Questions questions={[question]} />);
  expect(heading()).toBe(question.question_name);
});
