import type { Browser } from "playwright-core";
import { borrowBrowser, borrowShop } from "./borrowed.ts";
import { newVisitor, type Language, type SignedIn, type Visitor } from "./browser.ts";
import type { Shop } from "./shop.ts";
import { newShopper } from "./shopper.ts";

interface Circumstances {
  width?: number;
  /** Signed in from the start, in a session of this visit's own. */
  as?: { email: string; password: string };
  /** Statuses or texts of refusals that the test means to meet; any other trouble fails it. */
  refusals?: readonly (number | string | RegExp)[];
}

export type Walk = (visitor: Visitor) => Promise<void>;

/** For this file. Who leaves variables or published texts other than they were starts a shop of their own: `startShop`. */
export async function openVisiting(start: () => Promise<Shop> = borrowShop) {
  const [shop, browser] = await Promise.all([start(), borrowBrowser()]);
  afterAll(() => shop.close());
  return {
    shop,
    /** For visits of another kind; it is the next file's as well. */
    browser,
    visit: (language: Language, circumstances: Circumstances, walk: Walk) =>
      visit(browser, shop, language, circumstances, walk),
  };
}

async function visit(
  browser: Browser,
  shop: Shop,
  language: Language,
  { width, as, refusals = [] }: Circumstances,
  walk: Walk,
): Promise<void> {
  const isMeant = (trouble: string) =>
    refusals.some((refusal) =>
      refusal instanceof RegExp ? refusal.test(trouble) : trouble.includes(`${refusal}`),
    );
  const signedIn = as && (await signInAs(shop, language, as));
  const visitor = await newVisitor(browser, shop.url, language, width, signedIn);
  try {
    await walk(visitor);
    expect(visitor.troubles.filter((trouble) => !isMeant(trouble))).toEqual([]);
  } finally {
    await visitor.close();
  }
}

async function signInAs(
  shop: Shop,
  language: Language,
  { email, password }: { email: string; password: string },
): Promise<SignedIn> {
  const { signIn, cookies } = newShopper(shop, language);
  const { status, body } = await signIn(email, password);
  if (typeof body.access_token !== "string") throw new Error(`the sign-in answered ${status}`);
  return { accessToken: body.access_token, cookies };
}
