import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { shiftsOf, watchShifts } from "../support/layout-shift.ts";
import { settled } from "../support/accessibility.ts";
import { launchBrowser, newVisitor, picture, textOf, type Language } from "../support/browser.ts";
import { newMember } from "../support/new-member.ts";
import { startShop, type Shop } from "../support/shop.ts";
import { signIn } from "../support/visits.ts";

let shop: Shop;
let browser: Browser;
beforeAll(async () => {
  [shop, browser] = await Promise.all([startShop(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await shop?.close();
});

const languages = ["zh", "en", "ja"] as const;
const firstLine = (language: Language) => textOf(language, "shop.home.title").split("\n")[0] ?? "";

test.each(languages)("home reads fully without any script (%s)", async (language) => {
  const context = await browser.newContext({
    baseURL: `http://localhost:${shop.url.port}`,
    javaScriptEnabled: false,
  });
  const page = await context.newPage();
  await page.goto(`/${language}/home`);
  // As the document says it: what lies below the first screen is not laid out until somebody gets there.
  const words = ((await page.locator("#root").textContent()) ?? "").replaceAll("\n", "");
  for (const key of [
    "title",
    "lead",
    "start",
    "words.title",
    "words.rain.top",
    "steps.tell.text",
    "ways.business.text",
    "faq.who.question",
  ])
    expect.soft(words, key).toContain(textOf(language, `shop.home.${key}`).replaceAll("\n", ""));
  expect(words).toContain("NT$\u00A0100");
  expect(words).not.toMatch(/[\uE000-\uE003]|\{\{|\b(common|shop)\.[a-z]/);
  await page.getByText(textOf(language, "shop.home.faq.who.question")).click();
  expect(await page.getByText(textOf(language, "shop.home.faq.who.answer")).isVisible()).toBe(true);
  await page.getByRole("link", { name: textOf(language, "shop.home.sign_in") }).click();
  expect(new URL(page.url()).pathname).toBe(`/${language}/login`);
  expect(await page.locator("body").innerText()).toContain(textOf(language, "common.no_script"));
  await context.close();
});

test("the page takes over what was prerendered without moving or rendering it again", async () => {
  for (const width of [360, 1280]) {
    const visitor = await newVisitor(browser, shop.url, "zh", width);
    const { page, troubles } = visitor;
    await watchShifts(page);
    await page.addInitScript(() => {
      document.addEventListener(
        "DOMContentLoaded",
        () => Object.assign(window, { prerendered: document.querySelector("h1") }),
        {
          once: true,
        },
      );
    });
    await page.goto("/zh/home");
    await settled(page);
    await page
      .getByRole("checkbox", { name: textOf("zh", "shop.home.words.rose.name"), exact: true })
      .check();
    await expect
      .poll(() =>
        page.getByText(textOf("zh", "shop.home.words.rose.middle"), { exact: true }).count(),
      )
      .toBe(1);
    expect(
      await page.evaluate(
        () =>
          (window as unknown as { prerendered: Element }).prerendered ===
          document.querySelector("h1"),
      ),
    ).toBe(true);
    expect(await shiftsOf(page)).toEqual([]);
    expect(troubles).toEqual([]);
    await visitor.close();
  }
});

test("a member's home shows their own ways on, and nothing moves when it does", async () => {
  const member = await newMember(shop, { language: "en" });
  for (const width of [360, 1280]) {
    const visitor = await newVisitor(browser, shop.url, "en", width);
    const { page, says, troubles } = visitor;
    await page.goto("/en/login?from=/en/cart");
    await signIn(visitor, member);
    await page.waitForURL("**/en/cart");
    await page.evaluate(() => localStorage.setItem("selectedLocation", "usa"));
    await watchShifts(page);
    await page.goto("/en/home");
    const own = page.getByRole("main");
    await own.getByRole("link", { name: says("shop.home.orders"), exact: true }).waitFor();
    expect(
      await own.getByRole("link", { name: says("shop.home.sign_in"), exact: true }).count(),
    ).toBe(0);
    if (width > 1000)
      await page
        .getByText(/^Test\s?Noor$/)
        .first()
        .waitFor();
    expect(await shiftsOf(page)).toEqual([]);
    expect(troubles).toEqual([]);
    await visitor.close();
  }
});

test.each([360, 1280])(
  "whoever scrolls near finds four fragrances by name, and nothing moves (%i px)",
  async (width) => {
    const visitor = await newVisitor(browser, shop.url, "en", width);
    const { page, says, troubles } = visitor;
    await watchShifts(page);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    const scents = () => asked.filter((path) => path.startsWith("/api/v1/scents/"));
    await page.goto("/en/home");
    await settled(page);
    expect(scents(), "nobody is near").toEqual([]);
    const title = page.getByRole("heading", { name: says("shop.home.keepsakes.title") });
    const links = page.locator('main a[href^="/en/scent/"]');
    for (let turned = 0; turned < 40 && (await links.count()) === 0; turned += 1)
      await page.mouse.wheel(0, 120);
    await title.scrollIntoViewIfNeeded();
    await links.first().waitFor();
    // A band that has just come near is laid out a frame before its words are painted.
    await expect
      .poll(() => links.allInnerTexts())
      .toEqual(
        ["Hinoki Rain", "Yuzu Morning", "Jasmine Pot", "Salt Harbour"].map((name) =>
          expect.stringContaining(name),
        ),
      );
    expect(scents()).toHaveLength(4);
    await settled(page);
    expect(await shiftsOf(page)).toEqual([]);
    await picture(page, `home-named-scents-${width}`);
    await links.nth(1).click();
    await page.waitForURL("**/en/scent/yuzu-morning");
    await page.getByRole("heading", { level: 1, name: "Yuzu Morning" }).waitFor();
    expect(troubles).toEqual([]);
    await visitor.close();
  },
);

test("choosing words paints another scent, and three at most are kept", async () => {
  const visitor = await newVisitor(browser, shop.url, "en");
  const { page, says } = visitor;
  await page.goto("/en/home");
  const chip = (word: string) =>
    page.getByRole("checkbox", { name: says(`shop.home.words.${word}.name`), exact: true });
  const paint = () => page.locator("main svg:has(defs)").first().innerHTML();
  await settled(page);
  expect(await chip("rain").isChecked()).toBe(true);
  const before = await paint();
  await chip("vanilla").check();
  await expect.poll(paint).not.toBe(before);
  expect(await chip("rain").isChecked(), "the first chosen makes room").toBe(false);
  expect(await page.getByRole("checkbox", { checked: true }).count()).toBe(3);
  const after = await paint();
  await chip("vanilla").uncheck();
  await expect.poll(paint).not.toBe(after);
  for (const word of ["tea", "cedar"]) await chip(word).uncheck();
  await page.getByText(says("shop.home.words.none")).waitFor();
  await picture(page, "home-no-words");
  await visitor.close();
});

test("a browser at the front address lands on home in the language chosen before, prerendered or not", async () => {
  const visitor = await newVisitor(browser, shop.url, "ja");
  const { page, troubles } = visitor;
  await page.goto("/");
  await page.waitForURL("**/ja/home");
  await expect.poll(() => page.evaluate(() => localStorage.getItem("i18nextLng"))).toBe("ja");
  await page.evaluate(() => localStorage.setItem("i18nextLng", "en"));
  await page.goto("/");
  await page.waitForURL("**/en/home");
  await page.getByRole("heading", { level: 1, name: firstLine("en") }).waitFor();
  expect(await page.locator("html").getAttribute("lang")).toBe("en");
  expect(troubles).toEqual([]);
  await visitor.close();
});
