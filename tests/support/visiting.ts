/** A shop and a Chromium for one file of journeys; each visit is a person with a fresh browser profile. */
import type { Browser } from "playwright-core";
import { expect } from "vitest";
import { borrowBrowser } from "./borrowed.ts";
import { newVisitor, type Language, type Visitor } from "./browser.ts";
import { startShop, type Shop } from "./shop.ts";

interface Circumstances {
  width?: number;
  /** Statuses or texts of refusals that the test means to meet; any other trouble fails it. */
  refusals?: readonly (number | string | RegExp)[];
}

export type Walk = (visitor: Visitor) => Promise<void>;

export interface Visiting {
  shop: Shop;
  /** For visits of another kind; it is the next file's as well. */
  browser: Browser;
  visit(language: Language, walk: Walk, circumstances?: Circumstances): Promise<void>;
  close(): Promise<void>;
}

/** The journeys of a file that leaves its shop as it found it take `borrowShop`. */
export async function startVisiting(start: () => Promise<Shop> = startShop): Promise<Visiting> {
  const [shop, browser] = await Promise.all([start(), borrowBrowser()]);
  return {
    shop,
    browser,
    visit: (language, walk, circumstances = {}) =>
      visit(browser, shop, language, walk, circumstances),
    close: () => shop.close(),
  };
}

async function visit(
  browser: Browser,
  shop: Shop,
  language: Language,
  walk: Walk,
  { width, refusals = [] }: Circumstances,
): Promise<void> {
  const isMeant = (trouble: string) =>
    refusals.some((refusal) =>
      refusal instanceof RegExp ? refusal.test(trouble) : trouble.includes(`${refusal}`),
    );
  const visitor = await newVisitor(browser, shop.url, language, width);
  try {
    await walk(visitor);
    expect(visitor.troubles.filter((trouble) => !isMeant(trouble))).toEqual([]);
  } finally {
    await visitor.close();
  }
}
