import type { SurveySubmitBody } from "#contract/survey";
import type { Deps, MemberActor } from "../../deps.ts";
import { keepSnapshot } from "../../store/refusals.ts";
import type { UpstreamAnswer } from "../../upstream/port.ts";
import * as upstream from "../../upstream/surveys.ts";
import { refuseSecondSampleSet } from "../orders/refuse-active-sample-order.ts";

/** @throws ShopError `sample_in_cart`, `active_sample_order` or `order_unreadable` for a member with an unfinished sample set. */
export async function submitSurvey(
  deps: Deps,
  actor: MemberActor,
  surveyId: string,
  { form_id, personal_option, answers }: SurveySubmitBody,
  visitor: upstream.Visitor,
): Promise<UpstreamAnswer<{ id: string }>> {
  await refuseSecondSampleSet(deps, actor);
  const submitted = await upstream.submitSurvey(deps.upstream, {
    params: { id: surveyId },
    body: {
      form_id,
      ...upstream.originOf(visitor),
      personal_option: personal_option ?? null,
      answers: answers.map(({ question_id, option_ids, answer_text }) => ({
        question_id,
        option_ids,
        answer_text: answer_text ?? null,
      })),
    },
  });
  await keepRefusalsOf(deps, actor, submitted.body.id);
  return submitted;
}

/** Without them cart and order do not say what was refused; the answers are in, and must not be sent twice for it. */
async function keepRefusalsOf(
  deps: Deps,
  { memberId }: MemberActor,
  responseId: string,
): Promise<void> {
  try {
    await keepSnapshot(deps.db, { responseId, memberId }, deps.now());
  } catch (error) {
    deps.log.error("the refusals of a quiz were not kept", { error });
  }
}
