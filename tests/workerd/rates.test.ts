/** Each rate at its deployed number: how many pass in a minute, and that nobody else waits with it. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { Deps } from "../../worker/deps.ts";
import { counterOf, type PerMinute } from "../../worker/env.ts";
import { ShopError } from "../../worker/errors/shop-error.ts";
import { enforceRate, type RateName } from "../../worker/shop/limits/enforce-rate.ts";
import { minuteMs } from "./database.ts";

const rates: Record<RateName, Partial<Record<"address" | "member" | "all", number>>> = {
  api: { address: 1200, member: 300 },
  chat: { address: 10, member: 10 },
  "survey-start": { address: 10, member: 10 },
  "survey-submit": { address: 10, member: 10 },
  "cart-read": { address: 300, member: 300 },
  "cart-write": { address: 120, member: 120 },
  refresh: { address: 120 },
  "sign-in": { address: 60, member: 10 },
  checkout: { member: 60 },
  health: { address: 10, all: 60 },
  "csp-report": { address: 10, all: 60 },
};

/** A rate asks for the counters, says when one is used up, and knows nothing else of a request. */
const deps = {
  allows: async (allowance: PerMinute, key: string) =>
    (await env[counterOf(allowance)].limit({ key })).success,
  log: { info: () => undefined },
  clientKey: () => Promise.resolve(undefined),
} as unknown as Deps;

type Counted = keyof (typeof rates)["api"];
const names = Object.keys(rates) as RateName[];
const kinds = ["address", "member", "all"] as const satisfies Counted[];
const rows = names.flatMap((name) => kinds.map((kind) => ({ name, kind, max: rates[name][kind] })));

/** Counters begin anew with each minute of the clock. */
async function withinOneMinute<T>(act: () => Promise<T>): Promise<T> {
  const minute = () => Math.floor(Date.now() / minuteMs);
  for (;;) {
    const begun = minute();
    const result = await act();
    if (minute() === begun) return result;
  }
}

test.each(rows)("$name by $kind: $max pass (R25)", async ({ name, kind, max }) => {
  const ask = (subject: string) =>
    enforceRate(deps, name, kind, subject).then(
      () => null,
      (error: unknown) => error,
    );
  const answers = await withinOneMinute(async () => {
    const subject = crypto.randomUUID();
    const asked = Array.from({ length: (max ?? 50) + 3 }, () => ask(subject));
    return Promise.all(asked);
  });
  const refusals = answers.filter((answer) => answer !== null);
  expect(answers.length - refusals.length).toBe(max ?? answers.length);
  for (const refusal of refusals) {
    expect(refusal).toBeInstanceOf(ShopError);
    expect(refusal).toMatchObject({
      code: "too_many_requests",
      facts: { detail: { retry_after_seconds: 60 } },
    });
  }
  expect(await ask("somebody else")).toBeNull();
});
