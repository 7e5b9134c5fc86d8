/** Each rate at its deployed number, and how many that number lets pass in a minute. */
import { expect, test } from "vitest";
import { refuses } from "./database.ts";
import type { Deps } from "../../worker/deps.ts";
import { enforceRate, type Counted, type RateName } from "../../worker/shop/limits/enforce-rate.ts";
import type { Counter } from "../../worker/env.ts";
import { passAtOnce } from "./counters.ts";

const dear = {
  address: "PER_MINUTE_10",
  network: "PER_MINUTE_60",
  member: "PER_MINUTE_10",
} as const;
const rates: Record<RateName, Partial<Record<Counted, Counter>>> = {
  api: { address: "PER_TEN_SECONDS_500", member: "PER_MINUTE_300" },
  chat: dear,
  "survey-start": dear,
  "survey-submit": dear,
  "cart-read": { address: "PER_MINUTE_300", member: "PER_MINUTE_300" },
  "cart-write": { address: "PER_MINUTE_120", network: "PER_MINUTE_300", member: "PER_MINUTE_120" },
  refresh: { member: "PER_MINUTE_120" },
  "sign-in": { member: "PER_TEN_SECONDS_10" },
  checkout: { member: "PER_MINUTE_60" },
};

const kinds = ["address", "network", "member"] as const;
const names = Object.keys(rates) as RateName[];

test.each(names)(
  "%s: who is counted, by which counter, and how long the next waits (R25)",
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
      const counter = rates[name][kind];
      await ask();
      expect(asked).toEqual(counter === undefined ? [] : [[counter, `${name}:${kind}:mei`]]);
      isLeft = false;
      if (counter === undefined) await ask();
      else
        await refuses(ask(), "too_many_requests", {
          detail: { retry_after_seconds: counter.startsWith("PER_TEN") ? 1 : 60 },
          reason: `${name}:${kind}`,
        });
    }
  },
);

test.each(["PER_TEN_SECONDS_10", "PER_MINUTE_10", "PER_MINUTE_60", "PER_MINUTE_300"] as const)(
  "of %s as many pass, and nobody else waits",
  async (counter) => {
    const max = Number(/\d+$/.exec(counter)?.[0]);
    expect(await passAtOnce(counter, max + 3)).toBe(max);
    expect(await passAtOnce(counter, 1)).toBe(1);
  },
);
