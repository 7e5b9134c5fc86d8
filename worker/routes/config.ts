import { Hono } from "hono";
import type { ShopConfig } from "#contract/config";
import { setPriceTwd } from "#contract/money";
import { usualProvider } from "#contract/payment";
import type { WorkCalendar } from "#contract/delivery";
import type { App } from "../context.ts";
import type { Deps } from "../deps.ts";
import { paymentEnvironment } from "../env.ts";
import { policy } from "../middleware/policy.ts";
import { readWorkCalendar } from "../store/content.ts";

export const config = new Hono<App>();

/** As JSON, by the one part of it that can change while the Worker runs. */
const made = new WeakMap<WorkCalendar, string>();

config.get("/", policy({ who: "anyone" }), async (c) => {
  const { deps } = c.var;
  const calendar = await readWorkCalendar(deps);
  const json = made.get(calendar) ?? JSON.stringify(answerOf(deps, calendar));
  made.set(calendar, json);
  return c.body(json, 200, { "Content-Type": "application/json" });
});

function answerOf({ config: settings, payments }: Deps, calendar: WorkCalendar): ShopConfig {
  return {
    survey_id: settings.SURVEY_ID,
    description_question_id: settings.DESCRIPTION_QUESTION_ID,
    label_category_id: settings.LABEL_CATEGORY_ID,
    concentration_items: settings.CONCENTRATION_ITEM_IDS,
    bottle_items: settings.BOTTLE_ITEM_IDS,
    ecpay_environment: paymentEnvironment(settings),
    set_price: setPriceTwd,
    payable_twd: payments[usualProvider].payableTwd,
    featured_scents: settings.SCENT_IDS.slice(0, 4),
    delivery: { preparing: settings.PREPARING_DAYS, transit: settings.TRANSIT_DAYS, calendar },
  };
}
