import { languagesOf } from "../support/browser.ts";
import { newMember } from "../support/new-member.ts";
import {
  arriveAt,
  backButton,
  descriptionField,
  foundNumbers,
  lastResult,
  search,
  signIn,
  tapCard,
  tapThroughQuestions,
} from "../support/visits.ts";
import { placeOrder } from "../support/checkouts.ts";
import { openVisiting } from "../support/visiting.ts";

const visiting = await openVisiting();

const words = {
  zh: { wish: "飯店大廳，沉穩的木頭，拜託不要再推薦柑橘給我", citrus: "柑橘" },
  en: { wish: "A hotel lobby, calm wood. Please never recommend citrus", citrus: "citrus" },
  ja: { wish: "ホテルのロビー、静かな木。柑橘は勧めないでください", citrus: "シトラス" },
} as const;

test.each(languagesOf("zh"))("a business takes the quiz, orders samples (%s)", async (language) => {
  const member = await newMember(visiting.shop, { language, isBusiness: true });
  const { wish, citrus } = words[language];
  const earlier = await member.shopper.send("POST", "/surveys/scent-discovery/submit", {
    form_id: "scent-discovery",
    personal_option: "JAR",
    answers: [
      ...["occasion-home", "mood-calm", "place-forest", "season-autumn", "strength-light"].map(
        (id) => ({ question_id: id.split("-")[0], option_ids: [id], answer_text: null }),
      ),
      { question_id: "ideal-scent", option_ids: [], answer_text: wish },
    ],
  });
  expect(earlier.status).toBe(201);
  await visiting.visit(language, { as: member, width: 360 }, async (visitor) => {
    const { page, says } = visitor;
    const without = page.getByText(says("shop.refusals.without", { names: citrus }));
    await page.goto(`/${language}/fragrance-quiz?retryFrom=${earlier.body.id}`);
    await tapCard(visitor, "selection", "questionnaire");
    await page.locator('input[value="occasion-home"]:checked').waitFor();
    await tapThroughQuestions(visitor);
    await backButton(visitor).click();
    await page.reload();
    await tapThroughQuestions(visitor);
    expect(await descriptionField(visitor).inputValue()).toBe(wish);
    const leftOut = says("shop.refusals.remove", { name: citrus });
    await page.getByRole("button", { name: leftOut }).waitFor();
    await search(visitor);
    expect(new Set(await foundNumbers(visitor)).size).toBe(3);
    await without.waitFor();
    await page.reload();
    expect(await foundNumbers(visitor)).toHaveLength(3);
    await page.getByRole("button", { name: says("shop.quiz.result.add"), exact: true }).click();
    await page.waitForURL(`**/${language}/cart`);
    await without.waitFor();
    await placeOrder(member.shopper, (await member.shopper.get("/cart/")).body);
    await page.goto(`/${language}/orders`);
    await without.waitFor();
    // Until it is paid, there is no other quiz.
    await page.goto(`/${language}/fragrance-quiz`);
    await page.getByRole("dialog", { name: says("shop.orders.unpaid.title") }).waitFor();
    expect(await page.getByRole("radio").count()).toBe(0);
  });
});

const hinoki = { zh: "檜雨", en: "Hinoki Rain", ja: "檜の雨" };

test.each(languagesOf("ja"))("a scent's page leads to own words (%s)", async (language) => {
  const member = await newMember(visiting.shop, { language });
  const wish = "雨上がりの檜の森 A forest after rain";
  await visiting.visit(language, { refusals: [401] }, async (visitor) => {
    const { page, says } = visitor;
    await page.goto(`/${language}/scent/hinoki-rain`);
    await page.getByRole("heading", { name: says("shop.scent_page.sizes.title") }).waitFor();
    await page.getByRole("link", { name: says("shop.scent_page.sample") }).click();
    await signIn(visitor, member);
    await page.getByText(says("shop.quiz.retry.chosen", { name: hinoki[language] })).waitFor();
    await tapCard(visitor, "personalOptions", "sample");
    await tapCard(visitor, "selection", "description");
    await descriptionField(visitor).fill(wish);

    // The session ends while the words are written.
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.setItem("access_token", "ran.out.long-ago"));
    await page.reload();
    await signIn(visitor, member);
    expect(await descriptionField(visitor).inputValue()).toBe(wish);
    await search(visitor);
    const numbers = await foundNumbers(visitor);
    expect(new Set(numbers).size).toBe(5);
    const { product_id } = (await member.shopper.get("/products/hinoki-rain")).body;
    expect(numbers[0]).toBe(product_id);
    await page.getByText(says("shop.quiz.result.told"), { exact: true }).click();
    await page.getByText(wish).first().waitFor();

    await page
      .getByRole("link", { name: says("common.brand") })
      .first()
      .click();
    await page.waitForURL("**/home");
    await page.goto(`/${language}/fragrance-quiz`);
    await arriveAt(visitor, "personalOptions");
    await lastResult(visitor).click();
    expect(await foundNumbers(visitor)).toEqual(numbers);
    await page.getByText(says("shop.quiz.result.told"), { exact: true }).click();
    await page.getByText(wish).first().waitFor();
  });
});
