import { isSampleType } from "#contract/item-kind";
import type { SurveySubmitBody } from "#contract/survey";
import type { Deps, MemberActor } from "../../deps.ts";
import { ShopError } from "../../errors/shop-error.ts";
import { selectCart, selectItems, storedCart } from "../../store/carts.ts";
import { keepSnapshot, selectRefusals } from "../../store/refusals.ts";
import * as upstream from "../../upstream/surveys.ts";
import * as orders from "../orders/list-orders.ts";
import { requireKnown } from "../refusals/own-refusals.ts";
import { asMember, readAsLive } from "../sessions/as-member.ts";

export async function submitSurvey(
  deps: Deps,
  actor: MemberActor,
  surveyId: string,
  { form_id, personal_option, answers, refusals = [] }: SurveySubmitBody,
  visitor: upstream.Visitor,
) {
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
      answers: answers.map(({ answer_text = null, ...chosen }) => ({ ...chosen, answer_text })),
    },
  });
  const refused = [...new Set([...listed.map(({ refusal }) => refusal), ...refusals])];
  const ids = { responseId: submitted.body.id, memberId: actor.memberId };
  // Best effort: the answers are in, and must not be sent twice for it.
  const kept = keepSnapshot(db, { ...ids, refusals: refused }, deps.now()).catch((error: unknown) =>
    deps.log.error("the refusals of a quiz were not kept", { error }),
  );
  // Without refusals it only says whose quiz it is, for carts (`ownQuiz`).
  if (refused.length > 0) await kept;
  else deps.waitUntil(kept);
  return submitted;
}
