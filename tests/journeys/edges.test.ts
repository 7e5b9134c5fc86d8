/** Bar, page and footer stand on the same two edges on every screen, however wide the window. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser, newVisitor } from "../support/browser.ts";
import { startShop, type Shop } from "../support/shop.ts";
import { signIn } from "../support/visits.ts";

const widths = [1280, 1680, 2560];
const screens = ["cart", "orders", "profile", "scent/SL-001", "info/ReturnPolicy", "home"];

let shop: Shop;
let browser: Browser;
beforeAll(async () => {
  [shop, browser] = await Promise.all([startShop(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await shop?.close();
});

test("bar, page and footer share their left and right edge at 1280, 1680 and 2560 px", async () => {
  const visitor = await newVisitor(browser, shop.url, "en");
  const { page } = visitor;
  const faults: string[] = [];
  const measure = async (path: string) => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      const boxes = await page.evaluate(() => {
        const edgesOf = (selector: string) => {
          const box = document.querySelector(selector)?.getBoundingClientRect();
          return box === undefined ? null : { left: box.left, right: box.right };
        };
        return {
          bar: edgesOf("[class*=_bar_] > [class*=_row_]"),
          page: edgesOf("#main > :first-child"),
          footer: edgesOf("[class*=_footer_] > [class*=_row_]"),
          end: edgesOf("[class*=_footer_] > [class*=_end_]"),
        };
      });
      for (const edge of ["left", "right"] as const) {
        const at = Object.values(boxes).map((box) => box?.[edge] ?? Number.NaN);
        if (!(Math.max(...at) - Math.min(...at) <= 1))
          faults.push(`${edge} of ${path} at ${width}: ${JSON.stringify(boxes)}`);
      }
    }
  };
  try {
    await page.goto("/en/login");
    await signIn(visitor, { email: "mei@example.test", password: "Perfume#2026" });
    await page.waitForURL((url) => !url.pathname.includes("login"));
    for (const path of screens) {
      await page.goto(`/en/${path}`, { waitUntil: "networkidle" });
      await page.getByRole("heading", { level: 1 }).waitFor();
      await measure(path);
    }
    expect(faults).toEqual([]);
  } finally {
    await visitor.close();
  }
});
