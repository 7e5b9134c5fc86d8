/** What a screen reader makes of the main screens: landmarks, headings in order, names, and what is read out by itself. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { settled } from "../support/accessibility.ts";
import { borrowShop } from "../support/borrowed.ts";
import type { Language, Visitor } from "../support/browser.ts";
import { tryPassword } from "../support/identity-visits.ts";
import { newMember } from "../support/new-member.ts";
import type { Shop } from "../support/shop.ts";
import { startVisiting, type Visiting, type Walk } from "../support/visiting.ts";
import { signIn } from "../support/visits.ts";

let visiting: Visiting;
let shop: Shop;
beforeAll(async () => {
  visiting = await startVisiting(borrowShop);
  ({ shop } = visiting);
});
afterAll(() => visiting?.close());

const visit = (language: Language, walk: Walk) =>
  visiting.visit(language, walk, { width: 360, refusals: [401, 403] });

/** The tree as lines such as `heading "…" [level=2]`, indentation left out. */
async function treeOf(page: Page): Promise<string[]> {
  const tree = await page.locator("body").ariaSnapshot();
  return tree.split("\n").map((line) => line.trim().replace(/^- /, ""));
}

const levelsOf = (tree: readonly string[]) =>
  tree.flatMap((line) =>
    line.startsWith("heading ") ? [Number(/\[level=(\d)\]/.exec(line)?.[1])] : [],
  );

async function hasOrder(visitor: Visitor, path: string): Promise<void> {
  const { page } = visitor;
  await settled(page);
  const tree = await treeOf(page);
  for (const landmark of ["banner", "main", "contentinfo"])
    expect(
      tree.filter((line) => line.startsWith(`${landmark}:`) || line === landmark).length,
      `${landmark} on ${path}`,
    ).toBe(1);
  const levels = levelsOf(tree);
  expect(levels.filter((level) => level === 1).length, `first-level headings on ${path}`).toBe(1);
  for (const [at, level] of levels.entries()) {
    const before = levels[at - 1] ?? level;
    expect(level - before, `heading ${at + 1} on ${path}: ${levels.join(" ")}`).toBeLessThanOrEqual(
      1,
    );
  }
  const nameless = tree.filter((line) =>
    /^(button|link|textbox|combobox|checkbox|radio|img|tab|navigation|dialog)( \[[^\]]*\])*:?$/.test(
      line,
    ),
  );
  expect(nameless, `without a name on ${path}`).toEqual([]);
}

test.each(["zh", "en", "ja"] as const)(
  "every screen has its landmarks, its headings in order and a name for each control (%s)",
  async (language) => {
    const member = await newMember(shop, { language });
    await member.shopper.send("POST", "/cart/items", {
      productIds: ["hinoki-rain", "cedar-library", "fig-terrace"],
      itemType: "JAR",
      type: "SAMPLE",
      surveyResponseId: "response-1",
      userAnswer: "Rain",
    });
    await visit(language, async (visitor) => {
      const { page } = visitor;
      const open = async (paths: readonly string[]) => {
        for (const path of paths) {
          await page.goto(`/${language}/${path}`);
          await hasOrder(visitor, path);
        }
      };
      await open([
        "home",
        "login",
        "register",
        "forgot-password",
        "info/PrivacyPolicy",
        "purchase-options?productNumber=SL-001",
      ]);
      await page.goto(`/${language}/login?from=/${language}/cart`);
      await signIn(visitor, member);
      await open(["cart", "checkout", "orders", "profile", "profile?tab=addresses"]);
      await member.shopper.send("DELETE", "/cart/clear");
      await open(["fragrance-quiz", "cart"]);
    });
  },
);

test("what changes by itself or goes wrong is read out: refusals, countdowns' beginnings, results", async () => {
  const member = await newMember(shop, { language: "en" });
  await visit("en", async (visitor) => {
    const { page, says } = visitor;
    const main = page.getByRole("main");
    await page.goto("/en/login");
    await tryPassword(visitor, "locked@example.test", "Perfume#2026");
    await main.getByRole("alert").waitFor();
    // The number that changes each second is for the eye; the alert around it is said once.
    expect(await main.getByRole("alert").getByRole("timer").getAttribute("aria-live")).toBe("off");
    expect(await main.getByRole("alert").innerText()).toContain(says("auth.login.locked_hint"));

    await page.goto("/en/fragrance-quiz");
    await signIn(visitor, member);
    await page.getByRole("progressbar", { name: says("shop.quiz.progress") }).waitFor();
    await page.getByText(says("shop.quiz.personalOptions.sample"), { exact: true }).click();
    await page.getByText(says("shop.quiz.selection.description"), { exact: true }).click();
    const words = page.locator('textarea[name="description"]');
    // A new step takes the focus to its heading, so that it is read.
    await words.waitFor();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
    await words.fill("Rain on warm stone");
    const said: string[] = [];
    await page.exposeFunction("heard", (text: string) => void said.push(text));
    await page.evaluate(() => {
      const { heard } = window as unknown as { heard: (text: string) => void };
      const isLive = (element: Element | null) =>
        element?.closest('output, [role="status"], [role="alert"], [aria-live]') ?? null;
      new MutationObserver((changes) => {
        for (const { target } of changes) {
          const region = isLive(target instanceof Element ? target : target.parentElement);
          const text = region?.textContent?.trim() ?? "";
          if (text !== "") heard(text);
        }
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    await page.getByRole("button", { name: says("shop.quiz.description.submit") }).click();
    await page.getByRole("button", { name: says("shop.quiz.result.add") }).waitFor();
    expect(
      said.some(
        (text) =>
          text.includes(says("shop.quiz.search.matching")) ||
          text.includes(says("shop.quiz.search.drawing")),
      ),
    ).toBe(true);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
  });
});
