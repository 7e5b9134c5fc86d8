/** From a fragrance's own page to a sample of it, or to ordering it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { bringAxe, faultsOf, settled } from "../support/accessibility.ts";
import { locales, localeTable } from "../../worker/contract/locales.ts";
import { picture } from "../support/browser.ts";
import { shiftsOf, watchShifts } from "../support/layout-shift.ts";
import { newMember } from "../support/new-member.ts";
import { giveOrder } from "../support/quiz-orders.ts";
import { startVisiting, type Visiting } from "../support/visiting.ts";
import { signIn } from "../support/visits.ts";

let visiting: Visiting;
beforeAll(async () => {
  visiting = await startVisiting();
});
afterAll(() => visiting?.close());

const names = { zh: "檜雨", en: "Hinoki Rain", ja: "檜の雨" };

for (const [index, language] of locales.entries())
  test(`a stranger reads of a fragrance and has the quiz keep it, by keyboard (${language})`, async () => {
    const member = await newMember(visiting.shop, { language });
    const width = [360, 768, 1280][index] ?? 1280;
    await visiting.visit(
      language,
      async (visitor) => {
        const { page, says } = visitor;
        await bringAxe(page);
        await watchShifts(page);
        await page.goto(`/${language}/scent/hinoki-rain`);
        await settled(page);
        await page.getByRole("heading", { level: 1, name: names[language] }).waitFor();
        await page.getByRole("heading", { name: says("shop.scent_page.sizes.title") }).waitFor();
        expect(await page.title()).toContain(names[language]);
        expect(await shiftsOf(page)).toEqual([]);
        expect(await faultsOf(page, width, localeTable[language].htmlLang)).toEqual([]);
        await picture(page, `scent-${language}`);
        await page.getByRole("link", { name: says("shop.scent_page.sample") }).focus();
        await page.keyboard.press("Enter");
        await signIn(visitor, member);
        await page.waitForURL(/fragrance-quiz\?selectedProduct=hinoki-rain/);
        await page.getByText(says("shop.quiz.retry.chosen", { name: names[language] })).waitFor();
      },
      { width },
    );
  });

test("who has had a sample delivered orders it, who has not does not (en)", async () => {
  const member = await newMember(visiting.shop, { language: "en" });
  await giveOrder(visiting.shop, member.email);
  await visiting.visit("en", async (visitor) => {
    const { page, says } = visitor;
    const order = page.getByRole("link", { name: says("shop.scent_page.order"), exact: true });
    await page.goto("/en/orders");
    await signIn(visitor, member);
    await page.waitForURL("**/en/orders");
    await page.goto("/en/scent/fig-terrace");
    await order.click();
    await page.waitForURL(/purchase-options\?productId=fig-terrace/);
    await page.goto("/en/scent/hinoki-rain", { waitUntil: "networkidle" });
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await order.count()).toBe(0);
  });
});

test("a business orders any fragrance by the kilogram (zh)", async () => {
  const member = await newMember(visiting.shop, { language: "zh", isBusiness: true });
  await visiting.visit("zh", async (visitor) => {
    const { page, says } = visitor;
    await page.goto("/zh/orders");
    await signIn(visitor, member);
    await page.waitForURL("**/zh/orders");
    await page.goto("/zh/scent/hinoki-rain");
    await page.getByRole("link", { name: says("shop.scent_page.order"), exact: true }).click();
    await page.waitForURL(/userType=enterprise/);
  });
});

test("an address of no fragrance says so and leads to the quiz (ja)", async () => {
  await visiting.visit(
    "ja",
    async ({ page, says }) => {
      await page.goto("/ja/scent/no-such-scent");
      await page
        .getByRole("heading", { level: 1, name: says("shop.scent_page.unknown") })
        .waitFor();
      await page.getByRole("link", { name: says("shop.scent_page.find_mine") }).waitFor();
    },
    { refusals: [404] },
  );
});
