/** What a first visit costs: everything that the browser fetches before the page is quiet, and what moves meanwhile. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser, newVisitor } from "../support/browser.ts";
import { shiftsOf, watchShifts } from "../support/layout-shift.ts";
import { startShop, type Shop } from "../support/shop.ts";

let shop: Shop;
let browser: Browser;
beforeAll(async () => {
  [shop, browser] = await Promise.all([startShop(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await shop?.close();
});

test.each(["zh", "en", "ja"] as const)(
  "a stranger's first look at home takes at most eleven requests, and nothing jumps (%s)",
  async (language) => {
    const visitor = await newVisitor(browser, shop.url, language, 360);
    const { page } = visitor;
    try {
      // Installing the page for offline use comes afterwards and is no part of the first look.
      await page.addInitScript(() =>
        Object.defineProperty(navigator, "serviceWorker", { value: undefined }),
      );
      await watchShifts(page);
      const fetched: { path: string; kilobytes: number }[] = [];
      page.on("requestfinished", async (request) => {
        const { responseBodySize } = await request.sizes();
        fetched.push({
          path: new URL(request.url()).pathname,
          kilobytes: Math.round(responseBodySize / 100) / 10,
        });
      });
      await page.goto(`/${language}/home`, { waitUntil: "networkidle" });
      await page.getByRole("heading", { level: 1 }).waitFor();
      console.table(fetched);
      expect(fetched.length).toBeGreaterThan(3);
      expect(fetched.length).toBeLessThanOrEqual(11);
      expect(await shiftsOf(page)).toEqual([]);
      expect(visitor.troubles).toEqual([]);
    } finally {
      await visitor.close();
    }
  },
);
