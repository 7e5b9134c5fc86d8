import { Hono } from "hono";
import type { App } from "../app.ts";
import { customTextsIn } from "../data/custom-texts.ts";
import { requireGoodToken } from "../http/actor.ts";

export const customTexts = new Hono<App>({ strict: false });

customTexts.get("/", requireGoodToken, (c) => {
  const prefix = c.req.query("type_filter") ?? "";
  return c.json({
    data: customTextsIn(c.get("deps").locale).filter(({ type }) => type.startsWith(prefix)),
  });
});
