/** Every five minutes: orders nobody paid for a day are cancelled, and what has been kept long enough is forgotten. */
import type { Deps } from "./app.ts";
import { forgetOldLimits } from "./store/limits.ts";
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
  ]);
}
