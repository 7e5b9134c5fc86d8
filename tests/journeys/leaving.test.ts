/** What a tab forgets when its member signs out on purpose, and what it keeps for a member whose session ran out. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { borrowShop } from "../support/borrowed.ts";
import type { Visitor } from "../support/browser.ts";
import { newMember } from "../support/new-member.ts";
import { arriveAt, descriptionField, openQuiz, tapCard } from "../support/quiz-visits.ts";
import { startVisiting, type Visiting } from "../support/visiting.ts";
import { signIn } from "../support/visits.ts";

let house: Visiting;
beforeAll(async () => {
  house = await startVisiting(borrowShop);
});
afterAll(() => house?.close());

async function describe(visitor: Visitor, words: string): Promise<void> {
  await tapCard(visitor, "personalOptions", "sample");
  await tapCard(visitor, "selection", "description");
  await descriptionField(visitor).fill(words);
}

const allThatIsKept = (page: Page) =>
  page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));

async function logOut({ page, says }: Visitor): Promise<void> {
  await page
    .getByRole("button", { name: new RegExp(says("common.nav.account_of", { name: ".*" })) })
    .click();
  await page.getByRole("button", { name: says("common.nav.logout"), exact: true }).click();
  await page.waitForURL("**/login");
}

/** The cookie is gone and the token, though still the member's, is not taken any more: the next look at the shop ends the session. */
async function letSessionRunOut(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.evaluate(() => {
    const [head, payload] = (localStorage.getItem("access_token") ?? "").split(".");
    localStorage.setItem("access_token", `${head}.${payload}.ranOut`);
  });
  await page.reload();
  await page.waitForURL("**/login?from=**");
}

test("who signs out leaves nothing of what they wrote behind, in no tab of theirs (en)", async () => {
  const member = await newMember(house.shop, { language: "en" });
  await house.visit("en", async (visitor) => {
    const { page } = visitor;
    const other = await page.context().newPage();
    await openQuiz(visitor, "en", member);
    await describe(visitor, "Grandmother's linen cupboard");
    await other.goto("/en/fragrance-quiz");
    await describe({ ...visitor, page: other }, "A harbour before dawn");
    await page.evaluate(() => {
      sessionStorage.setItem(
        "checkout-draft",
        JSON.stringify({ form: { customer_name: "Linen Cupboard" } }),
      );
      localStorage.setItem(
        "paymentResult",
        JSON.stringify({ value: { customer_name: "Linen Cupboard" } }),
      );
    });
    await page.bringToFront();
    await logOut(visitor);
    await other.waitForURL("**/login?from=**");
    await expect.poll(() => allThatIsKept(other)).not.toContain("harbour");
    const kept = await allThatIsKept(page);
    expect(kept).not.toMatch(/linen/i);
    expect(kept).toContain("i18nextLng");

    await page.goto("/en/fragrance-quiz");
    await signIn(visitor, member);
    await arriveAt(visitor, "personalOptions");
  });
});

test("a session that ran out gives its member what they wrote back, and somebody else nothing (ja)", async () => {
  const [first, next] = await Promise.all([
    newMember(house.shop, { language: "ja" }),
    newMember(house.shop, { language: "ja" }),
  ]);
  await house.visit(
    "ja",
    async (visitor) => {
      const { page } = visitor;
      await openQuiz(visitor, "ja", first);
      await describe(visitor, "雨あがりの檜林");
      await letSessionRunOut(page);
      await signIn(visitor, first);
      expect(await descriptionField(visitor).inputValue()).toBe("雨あがりの檜林");

      await letSessionRunOut(page);
      await signIn(visitor, next);
      await arriveAt(visitor, "personalOptions");
      expect(await allThatIsKept(page)).not.toContain("檜林");
    },
    { refusals: [401] },
  );
});
