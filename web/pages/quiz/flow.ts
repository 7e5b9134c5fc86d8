/** The quiz as a pure reducer. Going back and forth never drops an answer. */
import * as z from "zod/mini";
import { personalOptions, type Question, type SurveyResponse } from "#contract/survey";

const steps = [
  "userType",
  "personalOptions",
  "selection",
  "questionnaire",
  "description",
  "result",
] as const;
export type Step = (typeof steps)[number];

export const stages = ["reading", "matching", "drawing"] as const;
export type Stage = (typeof stages)[number];

/** A schema, since a tab keeps it and may hold one of an older page. */
export const quizState = z.object({
  profile: z.enum(["business", "individual", "unknown"]),
  hasTaxId: z.boolean(),
  isRetry: z.boolean(),
  step: z.enum(steps),
  trail: z.array(z.enum(steps)),
  userType: z.nullable(z.enum(["personal", "enterprise"])),
  personalOption: z.nullable(z.enum(personalOptions)),
  way: z.nullable(z.enum(["questionnaire", "description"])),
  questionIndex: z.int().check(z.gte(0)),
  optionIds: z.record(z.string(), z.array(z.string())),
  texts: z.record(z.string(), z.string()),
  description: z.string(),
  /** 0–1: the progress line never gets shorter. */
  furthest: z.number(),
});
export type QuizState = z.infer<typeof quizState>;

export const quizPlace = z.pick(quizState, { step: true, trail: true, questionIndex: true });
export type QuizPlace = z.infer<typeof quizPlace>;

export interface Entry extends Pick<QuizState, "profile" | "hasTaxId"> {
  surveyId: string;
  descriptionQuestionId: string;
  history: SurveyResponse | null;
}

export const choices = {
  userType: {
    field: "userType",
    leadsTo: { personal: "personalOptions", enterprise: "selection" },
  },
  personalOptions: {
    field: "personalOption",
    leadsTo: { SAMPLE_PAPER: "selection", JAR: "selection" },
  },
  selection: {
    field: "way",
    leadsTo: { questionnaire: "questionnaire", description: "description" },
  },
} as const satisfies Record<string, { field: keyof QuizState; leadsTo: Record<string, Step> }>;
export type ChoiceName = keyof typeof choices;
export type ChoiceValue = NonNullable<QuizState[(typeof choices)[ChoiceName]["field"]]>;

export type QuizEvent =
  | { type: "choiceMade"; step: ChoiceName; value: ChoiceValue }
  | { type: "optionChosen"; question: Question; optionId: string }
  | { type: "textWritten"; questionId: string; text: string }
  | { type: "descriptionWritten"; text: string }
  | { type: "descriptionSent" }
  | { type: "nextQuestion"; questions: readonly Question[] }
  | { type: "ownWordsPreferred" }
  | { type: "back" }
  | { type: "changedMind" }
  | { type: "resultFound" }
  | { type: "placeOpened"; place: QuizPlace };

type Beginning = Pick<QuizState, "step" | "userType" | "way">;
const beginnings: Record<QuizState["profile"] | "businessAgain", Beginning> = {
  individual: { step: "personalOptions", userType: "personal", way: null },
  business: { step: "description", userType: "enterprise", way: "description" },
  businessAgain: { step: "selection", userType: "enterprise", way: null },
  unknown: { step: "userType", userType: null, way: null },
};

export function enterQuiz({ profile, hasTaxId, history, descriptionQuestionId }: Entry): QuizState {
  const answers = history?.answers ?? [];
  const isRetry = history !== null;
  const isBusinessAgain = isRetry && profile === "business";
  const begun = { ...beginnings[isBusinessAgain ? "businessAgain" : profile], questionIndex: 0 };
  const chosen = answers.filter(({ option_ids }) => option_ids.length > 0);
  const written = answers.filter(({ answer_text }) => answer_text);
  const { [descriptionQuestionId]: description = "", ...texts } = Object.fromEntries(
    written.map(({ question_id, answer_text }) => [question_id, answer_text ?? ""]),
  );
  return {
    profile,
    hasTaxId,
    isRetry,
    ...begun,
    trail: [],
    personalOption: history?.personal_option ?? null,
    optionIds: Object.fromEntries(
      chosen.map(({ question_id, option_ids }) => [question_id, option_ids]),
    ),
    texts,
    description,
    furthest: progressOf(begun, []),
  };
}

export function quizReducer(state: QuizState, event: QuizEvent): QuizState {
  const moved = moveBy(state, event);
  const questions = event.type === "nextQuestion" ? event.questions : [];
  const reached = event.type === "descriptionSent" ? searching : progressOf(moved, questions);
  return { ...moved, furthest: Math.max(state.furthest, reached) };
}

function moveBy(state: QuizState, event: QuizEvent): QuizState {
  switch (event.type) {
    case "choiceMade": {
      const { field, leadsTo } = choices[event.step];
      const step = Object.entries(leadsTo).find(([value]) => value === event.value)?.[1];
      return step === undefined ? state : goTo({ ...state, [field]: event.value }, step);
    }
    case "optionChosen":
      return {
        ...state,
        optionIds: {
          ...state.optionIds,
          [event.question.id]: withOption(state, event.question, event.optionId),
        },
      };
    case "textWritten":
      return { ...state, texts: { ...state.texts, [event.questionId]: event.text } };
    case "descriptionWritten":
      return { ...state, description: event.text };
    case "descriptionSent":
      return state;
    case "nextQuestion":
      return nextQuestion(state, event.questions);
    case "ownWordsPreferred":
      return {
        ...state,
        way: "description",
        step: "description",
        trail: [...state.trail, state.step].filter(isBeforeQuestions),
      };
    case "back":
      return back(state);
    case "changedMind":
      return {
        ...state,
        step: "description",
        trail: state.trail.at(-1) === "description" ? state.trail.slice(0, -1) : state.trail,
      };
    case "resultFound":
      return state.step === "result" ? state : goTo(state, "result");
    case "placeOpened":
      return canOpen(state, event.place)
        ? { ...state, ...event.place, way: wayTo(event.place) ?? state.way }
        : state;
    default:
      return event satisfies never;
  }
}

/** A quiz that was begun anew has not made the choices that led there. */
function canOpen(state: QuizState, { trail }: QuizPlace): boolean {
  return Object.entries(choices).every(
    ([name, { field }]) => !trail.includes(name as ChoiceName) || state[field] !== null,
  );
}

function wayTo({ step, trail }: QuizPlace): QuizState["way"] {
  if (step === "questionnaire" || trail.includes("questionnaire")) return "questionnaire";
  return step === "description" ? "description" : null;
}

export const isBeforeQuestions = (step: Step) => step !== "questionnaire" && step !== "description";

function goTo(state: QuizState, step: Step): QuizState {
  return { ...state, step, trail: [...state.trail, state.step] };
}

function withOption(state: QuizState, question: Question, optionId: string): string[] {
  const before = state.optionIds[question.id] ?? [];
  if (questionKinds[question.question_type] !== "multiple") return [optionId];
  return before.includes(optionId) ? before.filter((id) => id !== optionId) : [...before, optionId];
}

function nextQuestion(state: QuizState, questions: readonly Question[]): QuizState {
  const question = questions[state.questionIndex];
  if (state.step !== "questionnaire" || (question && !canLeave(state, question))) return state;
  const following = state.questionIndex + 1;
  return following < questions.length
    ? { ...state, questionIndex: following }
    : goTo(state, "description");
}

function back(state: QuizState): QuizState {
  if (state.step === "questionnaire" && state.questionIndex > 0)
    return { ...state, questionIndex: state.questionIndex - 1 };
  const previous = state.trail.at(-1);
  return previous === undefined
    ? state
    : { ...state, step: previous, trail: state.trail.slice(0, -1) };
}

export function canGoBack(state: QuizState): boolean {
  return state.trail.length > 0 || (state.step === "questionnaire" && state.questionIndex > 0);
}

/** A new kind of question does not compile until this says how it is answered. */
export const questionKinds: Record<Question["question_type"], "single" | "multiple" | "text"> = {
  SINGLE_CHOICE: "single",
  MULTIPLE_CHOICE: "multiple",
  TEXT: "text",
  TEXTAREA: "text",
};

export const longTexts: readonly Question["question_type"][] = ["TEXTAREA"];

export function isTextQuestion({ question_type }: Question): boolean {
  return questionKinds[question_type] === "text";
}

/** Options that the survey no longer has do not count as answers. */
export function canLeave(state: QuizState, question: Question): boolean {
  if (!question.is_required) return true;
  if (isTextQuestion(question)) return (state.texts[question.id] ?? "").trim() !== "";
  const optionIds = state.optionIds[question.id] ?? [];
  return question.options.some((option) => optionIds.includes(option.id));
}

export function askedQuestions(questions: readonly Question[], descriptionQuestionId: string) {
  return questions.filter((question) => question.id !== descriptionQuestionId);
}

/** "3 of 7", without text questions; on one, the count of the question before it. */
export function questionCount(index: number, questions: readonly Question[]) {
  const counted = questions.map((question) => !isTextQuestion(question));
  return {
    at: Math.max(1, counted.slice(0, index + 1).filter(Boolean).length),
    of: counted.filter(Boolean).length,
  };
}

const searching = 0.9;
const progressAt = { userType: 0, personalOptions: 0.05, selection: 0.1, result: 1 } as const;

/** The line goes with the count, stays on the questions to write in, and is full at the result. */
export function progressOf(
  { step, way, questionIndex }: Pick<QuizState, "step" | "way" | "questionIndex">,
  questions: readonly Question[],
): number {
  if (step === "description") return way === "questionnaire" ? searching : 0.5;
  if (step !== "questionnaire") return progressAt[step];
  const { at, of } = questionCount(questionIndex, questions);
  const begun = progressAt.selection;
  return begun + (searching - begun) * ((at - 1) / Math.max(1, of));
}

/** False for a result kept from another visit, whose answers are gone. */
export function hasAnswers({ optionIds, texts, description }: QuizState): boolean {
  return (
    description.trim() !== "" || Object.keys(optionIds).length > 0 || Object.keys(texts).length > 0
  );
}
