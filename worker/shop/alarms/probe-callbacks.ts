/** Whether a gateway's notice would get through: every five minutes the shop sends itself one, by its public address. */
import { paymentProviders } from "#contract/payment";
import type { Deps } from "../../deps.ts";
import { countAgainst } from "../../store/limits.ts";

/** A little less than five of the schedule's minutes. */
const turn = { key: "callback-probe", max: 1, windowMs: 290_000 };

export async function probeCallbacks(deps: Deps): Promise<void> {
  // Local mode has no address of its own.
  if (deps.config.PUBLIC_ORIGIN === undefined) return;
  if ((await countAgainst(deps.db, turn, deps.now())) !== null) return;
  for (const provider of paymentProviders) {
    const { path, answer, sign } = deps.payments[provider].probe;
    const told = await deps.postToShop(path, await sign(deps.now()));
    const hasPassed = told === `200 ${answer}`;
    deps.counters.count(
      hasPassed ? "probe.passed" : "probe.failed",
      provider,
      1,
      told.slice(0, 200),
    );
    if (!hasPassed) deps.log.warn("the shop's own notice failed", { reason: told });
  }
}
