/** What is there before the shop's script is, and what becomes of it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Page, Route } from "playwright-core";
import { settled } from "../support/accessibility.ts";
import { fieldOf } from "../support/identity-visits.ts";
import { newMember } from "../support/new-member.ts";
import { startVisiting, type Visiting } from "../support/visiting.ts";
import { signIn } from "../support/visits.ts";

let house: Visiting;
beforeAll(async () => {
  house = await startVisiting();
});
afterAll(() => house?.close());

/** Holds the shop's scripts back until they are let go, as a slow line does. */
async function holdScripts(page: Page): Promise<() => void> {
  let letGo = () => {};
  const wait = new Promise<void>((resolve) => (letGo = resolve));
  await page.route("**/assets/*.js", (route: Route) => void wait.then(() => route.continue()));
  return letGo;
}

test("the sign-in reads before its script is there, takes nothing that would be lost, and then works (en)", async () => {
  const member = await newMember(house.shop);
  await house.visit("en", async (visitor) => {
    const { page, says } = visitor;
    const letGo = await holdScripts(page);
    await page.goto("/en/login", { waitUntil: "commit" });
    await page.getByText(says("auth.login.intro")).waitFor();
    const email = page.locator('input[type="email"]');
    await email.focus();
    await page.keyboard.type("lost@example.test");
    await page.keyboard.press("Enter");
    expect(await email.inputValue(), "nothing can be typed that the script would forget").toBe("");
    expect(new URL(page.url()).search, "and no form is sent by the browser itself").toBe("");
    letGo();
    await signIn(visitor, member);
    await page.waitForURL("**/en/fragrance-quiz");
  });
});

test("a link of a prerendered page leads on before its script is there (ja)", async () => {
  await house.visit("ja", async ({ page, says }) => {
    const letGo = await holdScripts(page);
    await page.goto("/ja/login", { waitUntil: "commit" });
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

test("whoever is on their way by keyboard stays where they are when the script takes over (en)", async () => {
  await house.visit("en", async ({ page, says }) => {
    const letGo = await holdScripts(page);
    await page.goto("/en/login", { waitUntil: "commit" });
    const link = page.getByRole("main").getByRole("link", { name: says("auth.login.to_forgot") });
    await link.focus();
    letGo();
    await settled(page);
    expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/en/forgot-password");
  });
});

test("a word that is chosen on home before the script is there counts (zh)", async () => {
  await house.visit("zh", async ({ page, says }) => {
    const letGo = await holdScripts(page);
    await page.goto("/zh/home", { waitUntil: "commit" });
    await page
      .getByRole("checkbox", { name: says("shop.home.words.rose.name"), exact: true })
      .check();
    letGo();
    await page.getByText(says("shop.home.words.rose.middle"), { exact: true }).waitFor();
    expect(
      await page
        .getByRole("checkbox", { name: says("shop.home.words.rose.name"), exact: true })
        .isChecked(),
    ).toBe(true);
  });
});

test.each(["zh", "en", "ja"] as const)(
  "an information page reads fully without any script (%s)",
  async (language) => {
    await house.visit(
      language,
      async ({ page, says }) => {
        await page.route("**/assets/*.js", (route) => route.abort());
        await page.goto(`/${language}/info/PrivacyPolicy`);
        const answer = await page.request.get("/api/v1/info-pages/PrivacyPolicy");
        const { main_title: title, sections } = (await answer.json()).translations[language];
        await page.getByRole("heading", { level: 1, name: title }).waitFor();
        const words = (await page.getByRole("main").textContent()) ?? "";
        for (const section of sections) expect(words).toContain(section.title);
        expect(words).toContain(sections.at(-1).content.split("\n")[0]);
        expect(await page.title()).toContain(says("common.brand"));
      },
      { refusals: ["ERR_FAILED", "Failed to fetch dynamically imported module"] },
    );
  },
);

test("who asks for their orders without being signed in sees the sign-in at once, and comes back to them (zh)", async () => {
  const member = await newMember(house.shop, { language: "zh" });
  await house.visit("zh", async (visitor) => {
    const { page, says } = visitor;
    const letGo = await holdScripts(page);
    await page.goto("/zh/orders", { waitUntil: "commit" });
    await page.getByRole("heading", { level: 1, name: says("auth.login.title") }).waitFor();
    letGo();
    await page.waitForURL("**/zh/login?from=%2Fzh%2Forders");
    await signIn(visitor, member);
    await page.waitForURL("**/zh/orders");
  });
});

test("a member's screens come prerendered too, and nothing moves when the script takes them over (en)", async () => {
  const member = await newMember(house.shop);
  await house.visit("en", async (visitor) => {
    const { page } = visitor;
    await page.goto("/en/login");
    await signIn(visitor, member);
    await page.waitForURL("**/en/fragrance-quiz");
    await page.addInitScript(() => {
      const shifts: number[] = [];
      // Where a screen moves by so much, or -1 where it shows nothing for a moment.
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shifts.push((entry as unknown as { value: number }).value);
      }).observe({ type: "layout-shift", buffered: true });
      const watch = () => {
        if (document.querySelector("h1") === null) shifts.push(-1);
        requestAnimationFrame(watch);
      };
      document.addEventListener("DOMContentLoaded", watch);
    });
    for (const path of ["fragrance-quiz", "orders", "cart", "profile", "checkout"]) {
      await page.goto(`/en/${path}`);
      await settled(page);
      expect(
        await page.getByRole("button", { name: /Noor/ }).isVisible(),
        `${path} knows who is looking`,
      ).toBe(true);
      expect(
        await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts),
        path,
      ).toEqual([]);
    }
    await page.goto("/en/profile");
    await fieldOf(visitor, "last_name").waitFor();
  });
});
