import type { Deps } from "../../deps.ts";
import { ShopError } from "../../errors/shop-error.ts";
import { getMe } from "../../upstream/members.ts";

/**
 * Only business members buy by the kilogram. `deps` calls the upstream as the member. A guest's line is let into the cart, since
 * nobody knows who it will belong to, and is asked about at checkout. @throws ShopError `business_only`.
 */
export async function refuseKilograms(
  deps: Deps,
  lines: readonly { itemType: string }[],
): Promise<void> {
  if (!lines.some(({ itemType }) => itemType === "LARGE_JAR_KG")) return;
  const { body: member } = await getMe(deps.upstream, {});
  if (member.is_business === false) throw new ShopError("business_only");
}
