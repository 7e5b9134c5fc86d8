/** How long visitors wait for the network, by where they are, with the shop in one place and with its API beside its database. */
import { ensureBrowser } from "../../.scripts/browser.ts";
import { launchBrowser } from "../support/browser.ts";
import { startWatchedShop } from "../support/watched-shop.ts";
import type { Way } from "../support/watched.ts";
import { head, row } from "./figures.ts";
import { timeOf, waits, type Wait } from "./waits.ts";

export const name = "What visitors wait for the network, near and far";

/** A page that is late asks after the clock has gone on: the fastest try is the right one. */
const tries = Number(process.env.FAR_TRIES ?? 2);

/** Round trips in milliseconds: browser to Worker, Worker to the database in Tokyo, Worker to the upstream in Taipei. */
type Place = Record<"request" | "d1" | "upstream", number>;

/**
 * São Paulo's are derived from what public measurements usually show: some 110 ms to the east of the United States, 150 from there
 * to Tokyo, and 50 more to Taipei.
 */
const places: Record<string, Place> = {
  Taipei: { request: 10, d1: 38, upstream: 38 },
  Tokyo: { request: 8, d1: 11, upstream: 68 },
  Frankfurt: { request: 12, d1: 243, upstream: 290 },
  "São Paulo": { request: 12, d1: 260, upstream: 310 },
};

type Ways = Partial<Record<Way, number>>;
const shapes: Record<string, (place: Place) => Ways> = {
  "in one place, near the visitor": (place) => place,
  // One hop to it, and from there everything is as near as in Tokyo.
  "API beside its database": ({ request, d1 }) => ({ request, api: d1, d1: 2, upstream: 68 }),
};

export async function run(): Promise<{ held: boolean }> {
  process.env.CHROMIUM_PATH ??= await ensureBrowser();
  const [shop, browser] = await Promise.all([startWatchedShop(), launchBrowser()]);
  const fastest = async (wait: Wait, ways: Ways): Promise<number> => {
    const times: number[] = [];
    for (let at = 0; at < tries; at += 1) times.push(await timeOf(wait, shop, browser, ways));
    return Math.min(...times);
  };
  try {
    for (const [shape, waysOf] of Object.entries(shapes)) {
      head(`${shape}, ms`, ...Object.keys(places));
      for (const wait of waits) {
        const times: number[] = [];
        for (const place of Object.values(places)) times.push(await fastest(wait, waysOf(place)));
        row(wait.name, ...times);
      }
      console.log();
    }
    return { held: true };
  } finally {
    await browser.close();
    await shop.close();
  }
}
