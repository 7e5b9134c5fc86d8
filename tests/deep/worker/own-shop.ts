import { expectInvariants } from "../../support/invariants.ts";
import { startShop, type Shop } from "../../support/shop.ts";

export async function ownShop(
  options: Parameters<typeof startShop>[0] = {},
  check: (shop: Shop) => Promise<void> = async () => {},
): Promise<Shop> {
  const shop = await startShop(options);
  afterAll(async () => {
    await expectInvariants(shop.db);
    await check(shop);
    await shop.close();
  });
  return shop;
}
