import { Hono } from "hono";
import * as z from "zod/mini";
import { passwordConfirmation } from "#contract/auth";
import { id } from "#contract/fields";
import type { App } from "../context.ts";
import { actorOf, requireLiveMember, requireMember } from "../middleware/actor.ts";
import { refreshCookie } from "../middleware/cookies.ts";
import { jsonBody, paramsOf, small } from "../middleware/validate.ts";
import {
  endAllOtherSessions,
  endOwnSession,
  listSessions,
} from "../shop/sessions/manage-sessions.ts";

export const sessions = new Hono<App>({ strict: false });

sessions.get("/", requireMember, async (c) =>
  c.json({ data: await listSessions(c.get("deps"), actorOf(c)) }),
);

sessions.delete("/", requireLiveMember, jsonBody(passwordConfirmation, small), async (c) => {
  await endAllOtherSessions(c.get("deps"), actorOf(c), c.req.valid("json").password);
  return c.body(null, 204);
});

sessions.delete(
  "/:id",
  requireLiveMember,
  paramsOf(z.strictObject({ id })),
  jsonBody(passwordConfirmation, small),
  async (c) => {
    const actor = actorOf(c);
    const { id: sessionId } = c.req.valid("param");
    await endOwnSession(c.get("deps"), actor, sessionId, c.req.valid("json").password);
    if (sessionId === actor.sessionId) refreshCookie.clear(c);
    return c.body(null, 204);
  },
);
