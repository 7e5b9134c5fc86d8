/** Cloudflare's counters, as they are deployed. */
import { env } from "cloudflare:workers";
import { counterOf, type PerMinute } from "../../worker/env.ts";
import { minuteMs } from "./database.ts";

/** @returns how many of so many requests of somebody new pass. Counters begin anew with each minute of the clock. */
export async function passInAMinute(allowance: PerMinute, requests: number): Promise<number> {
  const minute = () => Math.floor(Date.now() / minuteMs);
  for (;;) {
    const begun = minute();
    const key = crypto.randomUUID();
    const answers = await Promise.all(
      Array.from({ length: requests }, () => env[counterOf(allowance)].limit({ key })),
    );
    if (minute() === begun) return answers.filter(({ success }) => success).length;
  }
}
