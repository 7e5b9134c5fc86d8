/** Once a minute, however few shoppers there are: an outage at night has nobody else to notice it. */
import type { Deps } from "../../deps.ts";
import { ShopError } from "../../errors/shop-error.ts";
import { countUpstreamFailure, forgetUpstreamFailures } from "../../store/heartbeat.ts";
import { getPasswordPolicy } from "../../upstream/auth.ts";
import { missingTexts } from "./look.ts";

/** One lost answer is nothing to wake somebody for. */
const failuresToTell = 2;

export async function lookAround(deps: Deps): Promise<void> {
  const missing = (await missingTexts(deps)) ?? [];
  if (missing.length > 0)
    deps.log.error("the published texts are gone", {
      count: missing.length,
      reason: missing.join(" "),
    });
  const outage = await outageOf(deps);
  if (outage === null) return forgetUpstreamFailures(deps.db);
  const count = await countUpstreamFailure(deps.db);
  if (count >= failuresToTell)
    deps.log.error("the upstream does not answer", { count, error: outage });
}

async function outageOf({ upstream }: Deps): Promise<unknown> {
  try {
    await getPasswordPolicy(upstream, {});
    return null;
  } catch (error) {
    const isAlive =
      error instanceof ShopError && (error.status < 500 || error.code === "upstream_garbled");
    return isAlive ? null : error;
  }
}
