import { useEffect, useState } from "react";
import useSWR from "swr";
import type { Order } from "#contract/order";
import { loadCart } from "../../api/cart.ts";
import { useShopConfig } from "../../api/config.ts";
import { useMember } from "../../api/member.ts";
import { latestOrders, sampleBlockAmong, wasOrdered, type SampleBlock } from "../../api/orders.ts";
import { once } from "../../api/read.ts";
import { loadSurveyResponse } from "../../api/survey.ts";
import { useCart } from "../../stores/cart.ts";
import type { Entry } from "./flow.ts";
import { useRecommendations } from "./recommendations-store.ts";

export type QuizBlock = { kind: "cart" } | SampleBlock;

/**
 * Why no new quiz can begin; a check that fails lets the member through. The order comes before the cart: emptying the cart
 * would only lead to the dialog about the order.
 */
async function findBlock(): Promise<QuizBlock | null> {
  const [cart, orders] = await Promise.allSettled([loadCart(), latestOrders()]);
  if (orders.status === "fulfilled") {
    endOrdered(orders.value);
    const order = sampleBlockAmong(orders.value);
    if (order !== null) return order;
  }
  const { items } = cart.status === "fulfilled" ? cart.value : useCart.getState().cart;
  return items.some((item) => item.type === "SAMPLE") ? { kind: "cart" } : null;
}

/** A kept result ends when its set is ordered. */
function endOrdered(orders: readonly Order[]): void {
  const { kept, forget } = useRecommendations.getState();
  if (kept !== null && wasOrdered(orders, kept.survey_response_id)) forget();
}

/** Checked once: what the member adds to the cart here must not block this screen. */
export function useBlock() {
  const [block, setBlock] = useState<QuizBlock | null | "checking">("checking");
  useEffect(() => {
    let isHere = true;
    findBlock().then((found) => isHere && setBlock(found));
    return () => {
      isHere = false;
    };
  }, []);
  return { block, checkAgain: async () => setBlock(await findBlock()) };
}

export interface QuizEntry extends Entry {
  surveyId: string;
}

type Entering =
  | { entry: QuizEntry | null; failure: null }
  | {
      entry: null;
      failure: { what: "survey" | "history"; error: unknown; mutate: () => Promise<unknown> };
    };

/** Null while loading. A member who cannot be loaded is of unknown type and is asked. */
export function useEntry(retryFrom: string | null): Entering {
  const config = useShopConfig();
  const member = useMember();
  const history = useSWR(
    retryFrom === null ? null : ["survey-response", retryFrom],
    () => loadSurveyResponse(retryFrom ?? ""),
    once,
  );
  if (config.error !== undefined) return { entry: null, failure: { what: "survey", ...config } };
  if (history.error !== undefined) return { entry: null, failure: { what: "history", ...history } };
  const isMemberKnown = member.data !== undefined || member.error !== undefined;
  const isHistoryKnown = retryFrom === null || history.data !== undefined;
  if (config.data === undefined || !isMemberKnown || !isHistoryKnown)
    return { entry: null, failure: null };
  const isBusiness = member.data?.is_business ?? null;
  return {
    failure: null,
    entry: {
      surveyId: config.data.survey_id,
      descriptionQuestionId: config.data.description_question_id,
      profile: isBusiness === null ? "unknown" : isBusiness ? "business" : "individual",
      hasTaxId: (member.data?.tax_id ?? "") !== "",
      history: history.data ?? null,
    },
  };
}
