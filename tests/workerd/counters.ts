/** Cloudflare's counters, as they are deployed. */
import { env } from "cloudflare:workers";
import type { Counter } from "../../worker/env.ts";
import { minuteMs } from "./database.ts";

/** @returns how many of so many requests of somebody new pass. Counters begin anew with each of their times of the clock. */
export async function passAtOnce(counter: Counter, requests: number): Promise<number> {
  const time = () => Math.floor(Date.now() / (counter.startsWith("PER_TEN") ? 10_000 : minuteMs));
  for (;;) {
    const begun = time();
    const key = crypto.randomUUID();
    const answers = await Promise.all(
      Array.from({ length: requests }, () => env[counter].limit({ key })),
    );
    if (time() === begun) return answers.filter(({ success }) => success).length;
  }
}
