/** Each rate at its deployed number, and how many that number lets pass in a minute. */
import { expect, test } from "vitest";
import { refuses } from "./database.ts";
import type { Deps } from "../../worker/deps.ts";
import { enforceRate, type RateName } from "../../worker/shop/limits/enforce-rate.ts";
import { passInAMinute } from "./counters.ts";

const rates: Record<RateName, Partial<Record<"address" | "member", number>>> = {
  api: { address: 1200, member: 300 },
  chat: { address: 10, member: 10 },
  "survey-start": { address: 10, member: 10 },
  "survey-submit": { address: 10, member: 10 },
  "cart-read": { address: 300, member: 300 },
  "cart-write": { address: 120, member: 120 },
  refresh: { address: 120 },
  "sign-in": { address: 60, member: 10 },
  checkout: { member: 60 },
  health: { address: 60 },
};

const kinds = ["address", "member"] as const;
const names = Object.keys(rates) as RateName[];

test.each(names)(
  "%s: who is counted, by how many a minute, and how long the next waits (R25)",
  async (name) => {
    for (const kind of kinds) {
      const asked: unknown[] = [];
      let isLeft = true;
      // A rate asks the counters, and knows nothing else of a request.
      const deps = {
        allows: (...question: unknown[]) => {
          asked.push(question);
          return Promise.resolve(isLeft);
        },
      } as unknown as Deps;
      const ask = () => enforceRate(deps, name, kind, "mei");
      const max = rates[name][kind];
      await ask();
      expect(asked).toEqual(max === undefined ? [] : [[max, `${name}:${kind}:mei`]]);
      isLeft = false;
      if (max === undefined) await ask();
      else
        await refuses(ask(), "too_many_requests", {
          detail: { retry_after_seconds: 60 },
          reason: `${name}:${kind}`,
        });
    }
  },
);

test.each([10, 60, 120, 300] as const)(
  "of %s a minute as many pass, and nobody else waits",
  async (allowance) => {
    expect(await passInAMinute(allowance, allowance + 3)).toBe(allowance);
    expect(await passInAMinute(allowance, 1)).toBe(1);
  },
);
