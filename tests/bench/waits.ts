/** What visitors wait for, from the moment they ask until they have it. Files are in the browser's cache: only words travel. */
import type { Browser, Page } from "playwright-core";
import { newVisitor, type Visitor } from "../support/browser.ts";
import { add, guestCookie, sampleSet } from "../support/carts.ts";
import {
  confirmButton,
  fillTheRest,
  goToCheckout,
  memberWith,
  oneSet,
} from "../support/checkout-visits.ts";
import { newMember } from "../support/new-member.ts";
import {
  arriveAt,
  descriptionField,
  foundNumbers,
  search,
  tapCard,
} from "../support/quiz-visits.ts";
import { newShopper } from "../support/shopper.ts";
import { signIn } from "../support/visits.ts";
import type { WatchedShop } from "../support/watched-shop.ts";
import type { Way } from "../support/watched.ts";

/** Longer than a page needs between an answer and what it asks next. */
const quietMs = 400;

export interface Wait {
  name: string;
  /** Everything up to the moment, and what is waited for from then on. */
  prepare(shop: WatchedShop, visitor: Visitor): Promise<() => Promise<void>>;
}

const answered = async (page: Page, path: string) => {
  const response = await page.waitForResponse(
    (one) => new URL(one.url()).pathname === `/api/v1${path}`,
  );
  await response.finished();
};

/** Opens the page twice, so that the second time finds its files. */
const opens =
  (path: string, shown: (visitor: Visitor) => Promise<unknown>): Wait["prepare"] =>
  async (_shop, visitor) => {
    const { page } = visitor;
    await page.goto(path, { waitUntil: "networkidle" });
    return async () => {
      await Promise.all([page.goto(path), shown(visitor)]);
    };
  };

const asMember =
  (
    path: string,
    shown: (visitor: Visitor) => Promise<unknown>,
    lines: object[] = oneSet,
  ): Wait["prepare"] =>
  async (shop, visitor) => {
    const member = await memberWith(shop, lines);
    await visitor.page.goto("/en/login");
    await signIn(visitor, member);
    return opens(path, shown)(shop, visitor);
  };

export const waits: readonly Wait[] = [
  {
    name: "home of a stranger",
    prepare: opens("/en/home", async () => {}),
  },
  {
    name: "home of a member, name and cart",
    prepare: asMember("/en/home", ({ page }) =>
      Promise.all([answered(page, "/members/me"), answered(page, "/cart/")]),
    ),
  },
  {
    name: "quiz, first question",
    prepare: asMember("/en/fragrance-quiz", (visitor) => arriveAt(visitor, "personalOptions"), []),
  },
  {
    name: "cart, its lines as they are now",
    prepare: asMember("/en/cart", ({ page }) =>
      Promise.all([
        answered(page, "/cart/"),
        page.getByRole("main").getByRole("listitem").first().waitFor(),
      ]),
    ),
  },
  {
    name: "checkout, the form",
    prepare: asMember("/en/checkout", ({ page }) =>
      page.locator('[name="customer_name"]').waitFor(),
    ),
  },
  {
    name: "confirming an order",
    async prepare(shop, visitor) {
      await goToCheckout(visitor, await memberWith(shop, oneSet));
      await fillTheRest(visitor);
      return async () => {
        await confirmButton(visitor, "NT$ 100").click();
        await visitor.page.waitForURL("**/local/ecpay/**", { waitUntil: "commit" });
      };
    },
  },
  {
    name: "quiz, the result",
    async prepare(shop, visitor) {
      await visitor.page.goto("/en/fragrance-quiz");
      await signIn(visitor, await newMember(shop));
      await tapCard(visitor, "personalOptions", "sample");
      await tapCard(visitor, "selection", "description");
      await descriptionField(visitor).fill("Rain on a cedar temple");
      return async () => {
        await search(visitor);
        await foundNumbers(visitor);
      };
    },
  },
  {
    name: "signing in with three lines",
    async prepare(shop, visitor) {
      const member = await newMember(shop);
      const guest = newShopper(shop);
      for (let line = 0; line < 3; line += 1)
        await add(guest, sampleSet({ surveyResponseId: `response-${line}` }));
      await visitor.page.context().addCookies([
        {
          name: guestCookie,
          value: guest.cookies.get(guestCookie) ?? "",
          url: new URL("/", shop.url).href,
          httpOnly: true,
          secure: true,
          sameSite: "Lax",
        },
      ]);
      await visitor.page.goto("/en/login", { waitUntil: "networkidle" });
      return () => signIn(visitor, member);
    },
  },
];

/** @returns how long the wait is for what is under way; see `Orders.far`. */
export async function timeOf(
  wait: Wait,
  shop: WatchedShop,
  browser: Browser,
  ways: Partial<Record<Way, number>>,
): Promise<number> {
  const visitor = await newVisitor(browser, shop.url, "en");
  try {
    await visitor.page.addInitScript(() =>
      Object.defineProperty(navigator, "serviceWorker", { value: undefined }),
    );
    await shop.order({});
    const act = await wait.prepare(shop, visitor);
    await shop.order({ far: { ways, quietMs } });
    await act();
    return (await shop.seen()).clock;
  } finally {
    await visitor.close();
  }
}
