import { Hono } from "hono";
import { passwordConfirmation, secondStepCode } from "#contract/auth";
import type { App } from "../context.ts";
import { actorOf, requireLiveMember, requireMember } from "../middleware/actor.ts";
import { jsonBody, small } from "../middleware/validate.ts";
import {
  beginOwnSecondStep,
  confirmOwnSecondStep,
  endOwnSecondStep,
  getSecondStep,
  renewRecoveryCodes,
} from "../shop/second-step/manage-second-step.ts";
import { confirmPassword } from "../shop/sessions/confirm-password.ts";

const withPassword = jsonBody(passwordConfirmation, small);

export const secondStep = new Hono<App>({ strict: false });

secondStep.get("/", requireMember, async (c) =>
  c.json(await getSecondStep(c.get("deps"), actorOf(c))),
);

secondStep.post("/", requireLiveMember, withPassword, async (c) => {
  await confirmPassword(c.get("deps"), actorOf(c), c.req.valid("json").password);
  return c.json({ secret: await beginOwnSecondStep(c.get("deps"), actorOf(c)) }, 201);
});

secondStep.post("/confirm", requireLiveMember, jsonBody(secondStepCode, small), async (c) => {
  const { code } = c.req.valid("json");
  const recovery_codes = await confirmOwnSecondStep(c.get("deps"), actorOf(c), code);
  return c.json({ recovery_codes });
});

secondStep.post("/recovery-codes", requireLiveMember, withPassword, async (c) => {
  await confirmPassword(c.get("deps"), actorOf(c), c.req.valid("json").password);
  return c.json({ recovery_codes: await renewRecoveryCodes(c.get("deps"), actorOf(c)) });
});

secondStep.post("/off", requireLiveMember, withPassword, async (c) => {
  await confirmPassword(c.get("deps"), actorOf(c), c.req.valid("json").password);
  await endOwnSecondStep(c.get("deps"), actorOf(c));
  return c.body(null, 204);
});
