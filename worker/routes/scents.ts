import { Hono } from "hono";
import * as z from "zod/mini";
import { id } from "#contract/fields";
import type { App } from "../context.ts";
import { paramsOf, queryOf } from "../middleware/validate.ts";
import { readScent } from "../shop/scents/read-scent.ts";
import { presentDeps, publicAnswer } from "./public-answer.ts";

export const scents = new Hono<App>({ strict: false });

scents.get("/:id", paramsOf(z.object({ id })), queryOf(z.strictObject({})), async (c) => {
  const scent = await readScent(await presentDeps(c), c.req.valid("param").id);
  return publicAnswer(c, JSON.stringify(scent));
});
