import { Hono } from "hono";
import type { ShopConfig } from "#contract/config";
import { setPriceTwd } from "#contract/money";
import type { App } from "../context.ts";
import { wellKnownIds } from "../upstream/wire.ts";

export const config = new Hono<App>();

config.get("/", (c) => {
  const answer: ShopConfig = {
    survey_id: wellKnownIds.survey,
    description_question_id: wellKnownIds.descriptionQuestion,
    label_category_id: wellKnownIds.labelCategory,
    ecpay_environment: c.get("deps").config.ECPAY_ENVIRONMENT,
    set_price: setPriceTwd,
  };
  return c.json(answer);
});
