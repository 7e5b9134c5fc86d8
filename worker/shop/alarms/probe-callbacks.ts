/** Every five minutes the shop sends itself a notice as a gateway does, by its public address. */
import { paymentProviders } from "#contract/payment";
import type { Deps } from "../../deps.ts";
import { countAgainst } from "../../store/limits.ts";
import { failuresInARow } from "../../store/settings.ts";

/** A little less than five of the schedule's minutes. */
const everyFiveMinutes = { key: "callback-probe", max: 1, windowMs: 290_000 };
/** One that is lost is nothing to wake somebody for. */
const failuresToTell = 2;

export async function probeCallbacks(deps: Deps): Promise<void> {
  // Local mode has no address of its own.
  if (deps.config.PUBLIC_ORIGIN === undefined) return;
  if ((await countAgainst(deps.db, everyFiveMinutes, deps.now())) !== null) return;
  for (const provider of paymentProviders) {
    const { probe } = deps.payments[provider].notices ?? {};
    if (probe === undefined) continue;
    const answered = await deps.postToShop(probe.path, await probe.sign(deps.now()));
    const hasFailed = answered !== `200 ${probe.answer}`;
    const count = await failuresInARow(deps.db, `${provider}_probe_failures`, hasFailed);
    const facts = { reason: `${provider}: ${answered}`, count };
    if (count >= failuresToTell) deps.log.error("notices do not get through", facts);
    else if (hasFailed) deps.log.warn("the shop's own notice failed", facts);
  }
}
