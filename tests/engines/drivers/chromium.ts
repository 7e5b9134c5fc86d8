/** Chromium, by Playwright as in the journeys. */
import { chromium } from "playwright-core";
import { findBrowser } from "../../../.scripts/browser.ts";
import { browserFlags } from "../../support/browser.ts";
import type { Engine } from "./driver.ts";

export async function startChromium(): Promise<Engine> {
  const executablePath = findBrowser();
  if (executablePath === null) throw new Error("No Chromium: run npm test, or set CHROMIUM_PATH");
  const browser = await chromium.launch({
    executablePath,
    // A context that ignores wrong certificates still refuses a service worker behind one.
    args: [...browserFlags, "--ignore-certificate-errors"],
  });
  return {
    name: "chromium",
    close: () => browser.close(),
    async open(browserTag) {
      const context = await browser.newContext({ locale: browserTag, reducedMotion: "reduce" });
      const page = await context.newPage();
      const troubles: string[] = [];
      page.on("pageerror", (error) => troubles.push(`uncaught: ${error.message}`));
      page.on("console", (message) => {
        if (message.type() === "error")
          troubles.push(`console: ${message.text()} ${message.location().url}`);
      });
      return {
        goto: async (url) => void (await page.goto(url)),
        evaluate: (expression) => page.evaluate<string>(expression),
        clickAt: (x, y) => page.mouse.click(x, y),
        type: (text) => page.keyboard.type(text),
        resize: (width, height) => page.setViewportSize({ width, height }),
        troubles: () => troubles,
        close: () => context.close(),
      };
    },
  };
}
