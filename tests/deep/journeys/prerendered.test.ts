import type { Page, Route } from "playwright-core";
import { settled } from "../../support/accessibility.ts";
import type { Visitor } from "../../support/browser.ts";
import { shiftsOf, watchShifts } from "../../support/legibility.ts";
import { newMember } from "../../support/new-member.ts";
import { giveOrder } from "../../support/quiz-orders.ts";
import { openVisiting } from "../../support/visiting.ts";

const visiting = await openVisiting();

async function holdScripts(page: Page): Promise<() => void> {
  let letGo = () => {};
  const wait = new Promise<void>((resolve) => (letGo = resolve));
  await page.route("**/assets/*.js", (route: Route) => void wait.then(() => route.continue()));
  return letGo;
}

async function openEarly({ page }: Visitor, path: string): Promise<() => void> {
  const letGo = await holdScripts(page);
  await page.goto(path, { waitUntil: "commit" });
  await page.getByRole("heading", { level: 1 }).waitFor();
  return letGo;
}

test("a link of a prerendered page leads on before its script is there (ja)", async () => {
  await visiting.visit("ja", {}, async (visitor) => {
    const { page, says } = visitor;
    const letGo = await openEarly(visitor, "/ja/login");
    await page
      .getByRole("main")
      .getByRole("link", { name: says("auth.login.to_register") })
      .click();
    await page.waitForURL("**/ja/register", { waitUntil: "commit" });
    await page.getByText(says("auth.register.individual")).waitFor();
    letGo();
    await settled(page);
  });
});

test("a word that is chosen on home before the script is there counts (zh)", async () => {
  await visiting.visit("zh", {}, async (visitor) => {
    const { page, says } = visitor;
    const letGo = await openEarly(visitor, "/zh/home");
    const rose = page.getByRole("checkbox", { name: says("shop.home.words.rose.name") });
    await rose.check();
    letGo();
    await page.getByText(says("shop.home.words.rose.middle"), { exact: true }).waitFor();
    expect(await rose.isChecked()).toBe(true);
  });
});

/** A letter that comes late may take another room than the one that stood in for it: here none comes. */
async function watchWithoutFonts(page: Page): Promise<void> {
  await page.route("**/fonts/*", (route) => route.abort());
  await watchShifts(page);
}
const refusals = ["/fonts/"];

/** What there is from the start is what stays: seen by its first heading. */
const keepHeading = () =>
  document.addEventListener("DOMContentLoaded", () => {
    const heading = document.querySelector("h1");
    const watch = () => {
      if (document.querySelector("h1") === null) Object.assign(window, { wasGone: true });
      requestAnimationFrame(watch);
    };
    Object.assign(window, { wasGone: heading === null });
    watch();
  });

test.each([360, 1280])("screens are taken over without a move (%i px)", async (width) => {
  const as = await newMember(visiting.shop, { language: "zh" });
  const { number } = await giveOrder(visiting.shop, as.email, { status: "pending" });
  const look = async ({ page }: Visitor, paths: readonly string[], isMember: boolean) => {
    await watchWithoutFonts(page);
    await page.addInitScript(keepHeading);
    for (const path of paths) {
      await page.goto(`/zh/${path}`);
      await settled(page);
      expect(await shiftsOf(page), path).toEqual([]);
      expect(await page.evaluate(() => Reflect.get(window, "wasGone")), path).toBe(false);
      const account = page.getByRole("button", { name: /Noor/ });
      if (isMember && width > 1000) await account.waitFor();
    }
  };
  await visiting.visit("zh", { width, refusals }, (visitor) => look(visitor, ["home"], false));
  const own = [
    "home",
    "fragrance-quiz",
    "orders",
    `orders/${number}`,
    "cart",
    "profile",
    "checkout",
  ];
  await visiting.visit("zh", { width, as, refusals }, (visitor) => look(visitor, own, true));
});
