/** A shop and a Chromium for one file of journeys; each visit is a person with a fresh browser profile. */
import type { Browser } from "playwright-core";
import { expect } from "vitest";
import { launchBrowser, newVisitor, type Language, type Visitor } from "./browser.ts";
import { startShop, type Shop } from "./shop.ts";

interface Circumstances {
  width?: number;
  /** Statuses or texts of refusals that the test means to meet; any other trouble fails it. */
  refusals?: (number | string)[];
}

export interface Visiting {
  shop: Shop;
  visit(language: Language, work: (visitor: Visitor) => Promise<void>, circumstances?: Circumstances): Promise<void>;
  close(): Promise<void>;
}

export async function startVisiting(): Promise<Visiting> {
  const [shop, browser] = await Promise.all([startShop(), launchBrowser()]);
  return {
    shop,
    visit: (language, work, circumstances = {}) => visit(browser, shop, language, work, circumstances),
    async close() {
      await browser.close();
      await shop.close();
    },
  };
}

async function visit(
  browser: Browser,
  shop: Shop,
  language: Language,
  work: (visitor: Visitor) => Promise<void>,
  { width, refusals = [] }: Circumstances,
): Promise<void> {
  const visitor = await newVisitor(browser, shop.url, language, width);
  try {
    await work(visitor);
    expect(visitor.troubles.filter((trouble) => !refusals.some((refusal) => trouble.includes(`${refusal}`)))).toEqual([]);
  } finally {
    await visitor.close();
  }
}
