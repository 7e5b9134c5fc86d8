import { isSampleType } from "#contract/item-kind";
import type { SurveySubmitBody } from "#contract/survey";
import type { Deps, MemberActor } from "../../deps.ts";
import { ShopError } from "../../errors/shop-error.ts";
import { selectCart, selectItems, storedCart } from "../../store/carts.ts";
import { keepSnapshot, selectRefusals } from "../../store/refusals.ts";
import type { UpstreamAnswer } from "../../upstream/endpoint.ts";
import * as upstream from "../../upstream/surveys.ts";
import * as orders from "../orders/list-orders.ts";
import { requireKnown } from "../refusals/with-refusals.ts";
import { asMember, readAsLive } from "../sessions/as-member.ts";

/**
 * @throws ShopError `sample_in_cart`, `active_sample_order` or `order_unreadable` for a member with
 * a sample set in the cart or in an order that is not delivered yet.
 */
export async function submitSurvey(
  deps: Deps,
  actor: MemberActor,
  surveyId: string,
  { form_id, personal_option, answers, refusals = [] }: SurveySubmitBody,
  visitor: upstream.Visitor,
): Promise<UpstreamAnswer<{ id: string }>> {
  const { db } = deps;
  requireKnown(refusals);
  const { session, found } = await readAsLive(deps, actor, {}, [
    selectCart(db, actor),
    selectItems(db, actor),
    selectRefusals(db, actor.memberId),
    ...orders.selectOwnStatuses(deps, actor),
  ]);
  const [carts, lines, listed, paid, cancelled] = found;
  const { items } = storedCart(carts, lines, deps.now());
  if (items.some(({ saleType }) => isSampleType(saleType))) throw new ShopError("sample_in_cart");
  const asThem = asMember(deps, actor, { session });
  const recent = await orders.findRecentOrders(asThem, { paid, cancelled });
  orders.refuseActiveSampleOrder(recent ?? []);
  const submitted = await upstream.submitSurvey(asThem.upstream, {
    params: { id: surveyId },
    body: {
      form_id,
      ...visitor,
      personal_option: personal_option ?? null,
      answers: answers.map(({ question_id, option_ids, answer_text }) => ({
        question_id,
        option_ids,
        answer_text: answer_text ?? null,
      })),
    },
  });
  const refused = [...new Set([...listed.map(({ refusal }) => refusal), ...refusals])];
  const kept = keepRefusalsOf(deps, actor, submitted.body.id, refused);
  // Without refusals it only says whose quiz it is, for carts (`ownQuiz`).
  if (refused.length > 0) await kept;
  else deps.waitUntil(kept);
  return submitted;
}

/** Best effort: the answers are in, and must not be sent twice for it. */
async function keepRefusalsOf(
  deps: Deps,
  { memberId }: MemberActor,
  responseId: string,
  refusals: string[],
): Promise<void> {
  try {
    await keepSnapshot(deps.db, { responseId, memberId, refusals }, deps.now());
  } catch (error) {
    deps.log.error("the refusals of a quiz were not kept", { error });
  }
}
