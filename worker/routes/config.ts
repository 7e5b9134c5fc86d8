import { Hono } from "hono";
import type { ShopConfig } from "#contract/config";
import { setPriceTwd, type PayableTwd } from "#contract/money";
import { usualProvider } from "#contract/payment";
import type { WorkCalendar } from "#contract/delivery";
import type { App } from "../context.ts";
import { KeptAnswers } from "../documents/kept-answers.ts";
import { paymentEnvironment, type Config } from "../env.ts";
import { policy } from "../middleware/policy.ts";
import { withConstantHeaders } from "../platform/constant-headers.ts";
import { readWorkCalendar } from "../store/content.ts";

export const config = new Hono<App>();

const made = new KeptAnswers<string>(1);
const headers = withConstantHeaders({ "Content-Type": "application/json; charset=utf-8" });

config.get("/", policy({ who: "anyone" }), async (c) => {
  const { deps } = c.var;
  const settings = deps.config;
  const calendar = await readWorkCalendar(deps);
  const json = await made.get("config", [settings, calendar], () =>
    JSON.stringify(answerOf(settings, calendar, deps.payments[usualProvider].payableTwd)),
  );
  return new Response(json, { headers });
});

function answerOf(settings: Config, calendar: WorkCalendar, payable_twd: PayableTwd): ShopConfig {
  return {
    survey_id: settings.SURVEY_ID,
    description_question_id: settings.DESCRIPTION_QUESTION_ID,
    label_category_id: settings.LABEL_CATEGORY_ID,
    concentration_items: settings.CONCENTRATION_ITEM_IDS,
    bottle_items: settings.BOTTLE_ITEM_IDS,
    ecpay_environment: paymentEnvironment(settings),
    set_price: setPriceTwd,
    payable_twd,
    featured_scents: settings.SCENT_IDS.slice(0, 4),
    delivery: {
      preparing: settings.PREPARING_DAYS,
      transit: settings.TRANSIT_DAYS,
      calendar,
    },
  };
}
