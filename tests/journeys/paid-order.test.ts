import {
  signIn,
  confirmButton,
  descriptionField,
  fillTheRest,
  search as searchScents,
  tapCard,
  tapThroughQuestions,
} from "../support/visits.ts";
import { languagesOf } from "../support/browser.ts";
import { newMember } from "../support/new-member.ts";
import { openVisiting } from "../support/visiting.ts";

const visiting = await openVisiting();

const widths = { zh: 1280, en: 360, ja: 768 } as const;
const words = {
  zh: "茶、雪松和玫瑰",
  en: "tea, cedar and rose",
  ja: "お茶、シダー、ローズ",
} as const;
const htmlLang = { zh: "zh-Hant-TW", en: "en", ja: "ja" } as const;

test.each(languagesOf("ja"))("a visitor signs in, finds a scent, pays (%s)", async (language) => {
  const member = await newMember(visiting.shop, { language });
  await visiting.visit(language, { width: widths[language] }, async (visitor) => {
    const { page, says } = visitor;
    await page.goto("/");
    await page.waitForURL(`**/${language}/home`);
    expect(await page.locator("html").getAttribute("lang")).toBe(htmlLang[language]);

    await page.getByText(says("shop.home.words.rose.name"), { exact: true }).first().click();
    await page.waitForFunction(() => sessionStorage.getItem("scent-words"));
    await page.goto(`/${language}/fragrance-quiz?from-a-friend=1`);
    await page.waitForURL(`**/${language}/login?**`);
    await signIn(visitor, member);
    await page.waitForURL(`**/${language}/fragrance-quiz?from-a-friend=1`);
    await tapCard(visitor, "personalOptions", "sample");
    await tapCard(visitor, "selection", "questionnaire");
    await tapThroughQuestions(visitor);
    expect(await descriptionField(visitor).inputValue()).toBe(words[language]);
    await searchScents(visitor);
    await page.getByRole("button", { name: says("shop.quiz.result.add") }).click();
    await page.waitForURL(`**/${language}/cart`);
    await page.getByText("NT$ 100").first().waitFor();
    await page.getByRole("link", { name: says("shop.cart.checkout") }).click();
    await fillTheRest(visitor);
    await confirmButton(visitor, "NT$ 100").click();
    await page.waitForURL("**/local/ecpay/**");
    expect(new URL(page.url()).hostname, "the cashier is another site").toBe("127.0.0.1");
    await page.getByText("NT$ 100").waitFor();
    await page.locator('button[value="pay"]').click();

    const success = says("shop.payment.success_title");
    await page.getByRole("heading", { level: 1, name: success }).waitFor();
    await page.getByText(says("shop.payment.settled")).waitFor();
    const { pathname, search } = new URL(page.url());
    expect(pathname + search).toBe(`/${language}/payment-result`);
    await page.getByRole("link", { name: says("shop.payment.view_orders") }).click();
    const order = page.getByRole("article");
    await order.first().waitFor();
    expect(await order.count()).toBe(1);
    const step = order.locator('[aria-current="step"]');
    expect(await step.innerText()).toBe(says("shop.orders.status.pending"));
    await page.goto(`/${language}/cart`);
    await page.getByText(says("shop.cart.empty_title")).waitFor();
  });
});
