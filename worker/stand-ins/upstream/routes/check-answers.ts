/** The free description alone is enough; a questionnaire that was begun must be complete. */
import type { SurveyAnswer } from "../wire.ts";
import type { SurveyQuestion } from "../data/survey.ts";
import { invalid } from "../http/refusal.ts";
import type { StoredAnswer } from "../store/schema.ts";

export function checkedAnswers(
  questions: readonly SurveyQuestion[],
  answers: readonly SurveyAnswer[],
): StoredAnswer[] {
  const known = new Map(questions.map((question) => [question.id, question]));
  const checked = new Map<string, StoredAnswer>();
  for (const answer of answers) {
    const question = known.get(answer.question_id);
    if (question === undefined) throw invalid(`題目不屬於此問卷：${answer.question_id}`);
    if (checked.has(question.id)) throw invalid(`題目重複作答：${question.id}`);
    checked.set(question.id, checkedAnswer(question, answer));
  }
  const given = [...checked.values()].filter(isAnswered);
  if (given.length === 0) throw invalid("請回答問卷，或描述理想的香氣");
  const isQuestionnaire = given.some(
    (answer) => known.get(answer.question_id)?.isReference !== true,
  );
  const missing = questions.find(
    (question) =>
      question.isRequired && !given.some((answer) => answer.question_id === question.id),
  );
  if (isQuestionnaire && missing !== undefined) throw invalid(`必填題目尚未作答：${missing.id}`);
  return given;
}

function checkedAnswer(
  question: SurveyQuestion,
  { option_ids, answer_text }: SurveyAnswer,
): StoredAnswer {
  const isText = question.type === "TEXT" || question.type === "TEXTAREA";
  const optionIds = [...new Set(option_ids)];
  const foreign = optionIds.find((id) => !question.options.some((option) => option.id === id));
  if (foreign !== undefined) throw invalid(`選項不屬於此題目：${foreign}`);
  if (question.type === "SINGLE_CHOICE" && optionIds.length > 1)
    throw invalid(`單選題只能選一項：${question.id}`);
  const text = answer_text?.trim() ?? "";
  if (!isText && text !== "") throw invalid(`選擇題不接受文字：${question.id}`);
  return {
    question_id: question.id,
    option_ids: optionIds,
    answer_text: text === "" ? null : text,
  };
}

const isAnswered = ({ option_ids, answer_text }: StoredAnswer) =>
  option_ids.length > 0 || answer_text !== null;
