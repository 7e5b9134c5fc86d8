// One shop, one reference upstream and one browser for all files of a test process, one file after the other. For tests that own
// their members: whoever changes variables, secrets, published content or demo members, stages an
// outage or counts the rows of whole tables starts a shop of their own.
import type { Browser } from "playwright-core";
import { launchBrowser } from "./browser.ts";
import { closeAtProcessEnd } from "./environment.ts";
import { startShop, startUpstream, type Shop, type UpstreamAlone } from "./shop.ts";

const once = <T extends { close(): Promise<void> }>(start: () => Promise<T>) => {
  let started: Promise<T> | null = null;
  return () => {
    if (started === null) {
      started = start();
      const one = started;
      closeAtProcessEnd(async () => (await one).close());
    }
    return started;
  };
};

const shopOfProcess = once(() => startShop());
const upstreamOfProcess = once(() => startUpstream());

/** Without the used up limits and the log of the file before. Closing it leaves it open for the next. */
export async function borrowShop(): Promise<Shop> {
  const shop = await shopOfProcess();
  for (const database of [shop.db, shop.upstreamDb])
    await database.prepare("DELETE FROM limits").run();
  const said = shop.logs().length;
  return { ...shop, logs: () => shop.logs().slice(said), close: async () => {} };
}

export async function borrowUpstream(): Promise<UpstreamAlone> {
  const upstream = await upstreamOfProcess();
  await upstream.db.prepare("DELETE FROM limits").run();
  return { ...upstream, close: async () => {} };
}

export const borrowBrowser: () => Promise<Browser> = once(launchBrowser);
