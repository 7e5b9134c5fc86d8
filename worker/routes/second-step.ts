import { Hono } from "hono";
import { passwordConfirmation, secondStepCode } from "#contract/auth";
import type { App } from "../context.ts";
import { policy } from "../middleware/policy.ts";
import {
  beginOwnSecondStep,
  confirmOwnSecondStep,
  endOwnSecondStep,
  getSecondStep,
  renewRecoveryCodes,
} from "../shop/second-step/manage-second-step.ts";
import { confirmPassword } from "../shop/sessions/confirm-password.ts";

const confirmed = { who: "member", live: true, json: passwordConfirmation, maxKib: 8 } as const;
const withCode = { who: "member", live: true, json: secondStepCode, maxKib: 8 } as const;

export const secondStep = new Hono<App>({ strict: false });

secondStep.get("/", policy({ who: "member" }), async (c) =>
  c.json(await getSecondStep(c.var.deps, c.var.actor)),
);

secondStep.post("/", policy(confirmed), async (c) => {
  const { deps, actor } = c.var;
  await confirmPassword(deps, actor, c.req.valid("json").password);
  return c.json({ secret: await beginOwnSecondStep(deps, actor) }, 201);
});

secondStep.post("/confirm", policy(withCode), async (c) => {
  const { deps, actor } = c.var;
  return c.json({
    recovery_codes: await confirmOwnSecondStep(deps, actor, c.req.valid("json").code),
  });
});

secondStep.post("/recovery-codes", policy(confirmed), async (c) => {
  const { deps, actor } = c.var;
  await confirmPassword(deps, actor, c.req.valid("json").password);
  return c.json({ recovery_codes: await renewRecoveryCodes(deps, actor) });
});

secondStep.post("/off", policy(confirmed), async (c) => {
  const { deps, actor } = c.var;
  await confirmPassword(deps, actor, c.req.valid("json").password);
  await endOwnSecondStep(deps, actor);
  return c.body(null, 204);
});
