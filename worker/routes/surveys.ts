import { Hono } from "hono";
import { surveySubmitBody, chatBody } from "#contract/survey";
import type { App } from "../context.ts";
import { visitorOf } from "../middleware/browser-facts.ts";
import { policy } from "../middleware/policy.ts";
import { submitSurvey } from "../shop/surveys/submit-survey.ts";
import { recommendScents } from "../shop/recommendations/recommend-scents.ts";
import { asMember } from "../shop/sessions/as-member.ts";
import { refusalList } from "#contract/refusals";
import { keepRefusals, listRefusals } from "../shop/refusals/own-refusals.ts";

export const quiz = new Hono<App>();

const answers = { who: "member", rate: "survey-submit", json: surveySubmitBody } as const;

quiz.post("/surveys/:id/submit", policy({ ...answers, maxKib: 64 }), async (c) => {
  const { deps, actor } = c.var;
  const sent = c.req.valid("json");
  const { body, status } = await submitSurvey(deps, actor, c.req.param("id"), sent, visitorOf(c));
  return c.json(body, status === 201 ? 201 : 200);
});

const chat = { who: "member", rate: "chat", json: chatBody } as const;

quiz.post("/raw-materials/chat", policy(chat), async (c) => {
  const { deps, actor } = c.var;
  return c.json(await recommendScents(asMember(deps, actor), actor, c.req.valid("json")));
});

quiz.get("/members/me/refusals", policy({ who: "member" }), async (c) =>
  c.json({ refusals: await listRefusals(c.var.deps, c.var.actor) }),
);

const listing = { who: "member", live: true, json: refusalList } as const;

quiz.put("/members/me/refusals", policy(listing), async (c) => {
  const list = c.req.valid("json");
  await keepRefusals(c.var.deps, c.var.actor, list.refusals);
  return c.json(list);
});
