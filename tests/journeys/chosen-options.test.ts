/** What somebody chose is named wherever it is bought: cart, drawer, checkout, result, order and on paper. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { picture, type Language } from "../support/browser.ts";
import { finishedJars } from "../support/carts.ts";
import {
  atCashier,
  confirmButton,
  fillTheRest,
  goToCheckout,
  memberWith,
} from "../support/checkout-visits.ts";
import { startVisiting, type Visiting } from "../support/visiting.ts";
import { startShop } from "../support/shop.ts";

let visiting: Visiting;
beforeAll(async () => {
  // Of an upstream that shows the documents alone, orders hold neither options nor product ids.
  visiting = await startVisiting(() => startShop({ upstreamVars: { DOCUMENTED_ONLY: "true" } }));
});
afterAll(() => visiting.close());

const dressed = (capacity: string) =>
  finishedJars({
    productIds: ["osmanthus-lane"],
    addonItemIds: [capacity, "concentration-rich", "label-moon", "packaging-hinoki"],
    labelText: "給美雲",
  });

/** As the upstream names them. */
const names: Record<Language, { first: string[]; second: string; scent: string }> = {
  zh: {
    first: ["30 ml 噴霧瓶", "濃郁", "月色", "檜木盒"],
    second: "50 ml 噴霧瓶",
    scent: "桂花巷",
  },
  en: {
    first: ["30 ml spray", "Rich (parfum)", "Moonlight", "Hinoki box"],
    second: "50 ml spray",
    scent: "Osmanthus",
  },
  ja: {
    first: ["30ml スプレー", "リッチ", "月あかり", "檜の箱"],
    second: "50ml スプレー",
    scent: "",
  },
};

for (const [language, width] of [
  ["zh", 360],
  ["en", 1280],
  ["ja", 1280],
] as const)
  test(`two lines that differ in a bottle look different from the cart to the printed order (${language}, ${width} px)`, async () => {
    const lines = [dressed("capacity-spray-30"), dressed("capacity-spray-50")];
    const member = await memberWith(visiting.shop, lines, language);
    const { first, second, scent } = names[language];
    await visiting.visit(
      language,
      async (visitor) => {
        const { page, says } = visitor;
        const expectNamed = async (where: string) => {
          const scope = page.locator(where).first();
          // The drawn label has the words as well, but not on paper.
          const words = says("shop.cart.label_words", { text: "給美雲" });
          for (const name of [...first, second, scent, words])
            await scope.getByText(name).first().waitFor();
        };
        await goToCheckout(visitor, member, language);
        // A phone shows it folded above the form.
        if (width < 1024) await page.locator("aside summary").click();
        await expectNamed("aside");
        await picture(page, `options-checkout-${language}-${width}`);

        await page.goto(`/${language}/cart`);
        await expectNamed("main");
        const cards = page.locator("main [data-line]");
        const [one, other] = await cards.allInnerTexts();
        expect(one).toContain(first[0]);
        expect(other).toContain(second);
        await picture(page, `options-cart-${language}-${width}`);
        await page.getByRole("button", { name: /2/ }).first().click();
        await expectNamed("dialog");
        await picture(page, `options-drawer-${language}-${width}`);

        await page.goto(`/${language}/checkout`);
        await fillTheRest(visitor);
        const price = 100 * (380 + 180 + 90 + 25 + 160) + 100 * (380 + 320 + 90 + 25 + 160);
        await confirmButton(visitor, `NT$ ${price.toLocaleString("en")}`).click();
        await atCashier(visitor, "pay");
        await page.getByText(says("shop.payment.settled")).waitFor();
        await expectNamed("main");
        await picture(page, `options-result-${language}-${width}`);

        await page.goto(`/${language}/orders`);
        await expectNamed("article");
        await picture(page, `options-order-${language}-${width}`);
        await page.emulateMedia({ media: "print" });
        await expectNamed("article");
        expect(await page.locator("nav:visible, button:visible, footer:visible a").count()).toBe(0);
        await picture(page, `options-print-${language}-${width}`);
      },
      { width },
    );
  });
