import * as z from "zod/mini";
import { Hono } from "hono";
import { id } from "#contract/fields";
import { surveySubmitBody, chatBody } from "#contract/survey";
import type { App } from "../context.ts";
import { actorOf, requireMember } from "../middleware/actor.ts";
import { visitorOf } from "../middleware/browser-facts.ts";
import { jsonBody, paramsOf, queryOf } from "../middleware/validate.ts";
import { submitSurvey } from "../shop/surveys/submit-survey.ts";
import { recommendScents } from "../shop/recommendations/recommend-scents.ts";
import { asMember } from "../shop/sessions/as-member.ts";

export const surveys = new Hono<App>({ strict: false });

surveys.post(
  "/:id/submit",
  requireMember,
  paramsOf(z.object({ id })),
  queryOf(z.strictObject({})),
  jsonBody(surveySubmitBody, { maxBytes: 64 * 1024 }),
  async (c) => {
    const actor = actorOf(c);
    const deps = c.get("deps");
    const { id: surveyId } = c.req.valid("param");
    const sent = c.req.valid("json");
    const { body, status } = await submitSurvey(deps, actor, surveyId, sent, visitorOf(c));
    return c.json(body, status === 201 ? 201 : 200);
  },
);

export const rawMaterials = new Hono<App>({ strict: false });

rawMaterials.post(
  "/chat",
  requireMember,
  queryOf(z.strictObject({})),
  jsonBody(chatBody),
  async (c) => {
    const actor = actorOf(c);
    const deps = asMember(c.get("deps"), actor);
    return c.json(await recommendScents(deps, actor, c.req.valid("json")));
  },
);
