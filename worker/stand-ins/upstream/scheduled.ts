/** Every five minutes: cancels orders that are unpaid for a day and deletes expired rows. */
import { createMiddleware } from "hono/factory";
import type { App, Deps } from "./app.ts";
import { forgetOldLimits } from "./store/limits.ts";
import { forgetEndedPasswords } from "./store/mailed-passwords.ts";
import { forgetOldMails } from "./store/mails.ts";
import { cancelUnpaid } from "./store/orders.ts";
import { forgetOldChallenges } from "./store/otp-challenges.ts";
import { forgetOldTokens } from "./store/tokens.ts";

export async function runSchedule({ db, now }: Deps): Promise<void> {
  await db.batch([
    cancelUnpaid(db, now),
    forgetOldMails(db, now),
    forgetOldChallenges(db, now),
    forgetOldTokens(db, now),
    forgetOldLimits(db, now),
    forgetEndedPasswords(db, now),
  ]);
}

const sweepEveryMs = 300_000;
let sweptAt = 0;

/** In local mode nothing runs this Worker's schedule, so requests run it now and then. */
export const sweepNowAndThen = createMiddleware<App>(async (c, next) => {
  await next();
  const deps = c.get("deps");
  if (deps.now - sweptAt < sweepEveryMs) return;
  sweptAt = deps.now;
  c.executionCtx.waitUntil(runSchedule(deps));
});
