/** Signing out while the page still reads, and what the end of a session does on an open page. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { borrowShop } from "../support/borrowed.ts";
import { picture, type Visitor } from "../support/browser.ts";
import { newMember } from "../support/new-member.ts";
import { holdUp } from "../support/quiz-visits.ts";
import { sized } from "../support/experiment.ts";
import { startVisiting, type Visiting } from "../support/visiting.ts";
import { signIn } from "../support/visits.ts";

let house: Visiting;
beforeAll(async () => {
  house = await startVisiting(borrowShop);
});
afterAll(() => house?.close());

async function pressLogOut({ page, says }: Visitor): Promise<void> {
  const account = says("common.nav.account_of", { name: ".*" });
  await page.getByRole("button", { name: new RegExp(account) }).click();
  await page.getByRole("button", { name: says("common.nav.logout"), exact: true }).click();
}

const pages = ["profile?tab=addresses", "orders", "fragrance-quiz", "cart", "profile"];

test("time and again, three reads come back refused after the member signed out: each time the sign-in opens, and asks for nothing (en)", async () => {
  const member = await newMember(house.shop);
  await house.visit(
    "en",
    async (visitor) => {
      const { page, says } = visitor;
      // A service worker would open the sign-in by itself, unheld.
      await page.addInitScript(() =>
        Object.defineProperty(Navigator.prototype, "serviceWorker", { value: undefined }),
      );
      for (let round = 0; round < sized(pages.length, 10); round += 1) {
        await page.goto("/en/login?from=%2Fen%2Fcart");
        await signIn(visitor, member);
        await page.waitForURL("**/en/cart");
        const reads = await Promise.all(
          ["/members/me", "/orders/my-orders*", "/cart/"].map((path) => holdUp(page, path)),
        );
        // The sign-in opens only after the late refusals have come.
        const opening = await holdUpDocument(visitor, "/en/login");
        const asked = page.waitForRequest(/\/members\/me$|\/orders\/my-orders/);
        await page.goto(`/en/${pages[round % pages.length]}`);
        await asked;
        const out = page.waitForResponse("**/auth/logout");
        await pressLogOut(visitor);
        await out;
        const refused = page.waitForResponse((one) => one.status() === 401);
        for (const read of reads) read.release();
        await refused;
        opening.release();
        await page.getByText(says("auth.login.intro"), { exact: true }).waitFor();
        expect(new URL(page.url()).href.replace(/^.*\/en\//, ""), `round ${round}`).toBe("login");
        expect(await page.getByText(says("auth.login.intro_from")).count()).toBe(0);
        await page.unrouteAll({ behavior: "ignoreErrors" });
      }
    },
    { refusals: [401] },
  );
});

/** Holds the whole load of a page, not the calls of the one before. */
async function holdUpDocument({ page }: Visitor, path: string): Promise<{ release: () => void }> {
  let release = () => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      await gate;
      await route.continue().catch((error: unknown) => console.info("replaced by another", error));
    },
  );
  return { release };
}

test("a session that ends while a visitor reads an open page leaves them there, signed out and told (zh, en, ja)", async () => {
  for (const [language, width] of [
    ["zh", 360],
    ["en", 1280],
    ["ja", 360],
  ] as const) {
    const member = await newMember(house.shop, { language });
    await house.visit(
      language,
      async (visitor) => {
        const { page, says } = visitor;
        await page.goto(`/${language}/login?from=%2F${language}%2Fhome`);
        await signIn(visitor, member);
        await page.context().clearCookies();
        await page.evaluate(() => localStorage.setItem("access_token", "ran.out.long-ago"));
        await page.goto(`/${language}/info/ShippingInformation`);
        await page.getByText(says("common.session_ended"), { exact: true }).waitFor();
        expect(new URL(page.url()).pathname).toBe(`/${language}/info/ShippingInformation`);
        expect(await page.evaluate(() => localStorage.getItem("access_token"))).toBeNull();
        await page.getByRole("button", { name: says("common.nav.account") }).waitFor();
        await picture(page, `session-ended-${language}-${width}`);
        await page
          .getByRole("status")
          .getByRole("button", { name: says("common.nav.login"), exact: true })
          .click();
        await signIn(visitor, member);
        await page.waitForURL(`**/${language}/info/ShippingInformation`);
      },
      { width, refusals: [401] },
    );
  }
});

test("whoever signs in from the menu comes back to the page they were on (zh, en, ja at 360 and 1280 px)", async () => {
  for (const language of ["zh", "en", "ja"] as const) {
    const member = await newMember(house.shop, { language });
    for (const width of [360, 1280])
      await house.visit(
        language,
        async (visitor) => {
          const { page, says } = visitor;
          const screen = width === 360 ? "cart" : "info/ReturnPolicy";
          await page.goto(`/${language}/${screen}`);
          const isSmall = width === 360;
          await page
            .getByRole("button", { name: says(`common.nav.${isSmall ? "open_menu" : "account"}`) })
            .click();
          await page.getByRole("link", { name: says("common.nav.login"), exact: true }).click();
          await page.getByText(says("auth.login.intro"), { exact: true }).waitFor();
          await picture(page, `sign-in-from-${language}-${width}`);
          await signIn(visitor, member);
          await page.waitForURL(`**/${language}/${screen}`);
          await picture(page, `signed-in-back-${language}-${width}`);
        },
        { width },
      );
  }
});

test("the account menu stays open while the page behind it arrives (en)", async () => {
  const member = await newMember(house.shop);
  await house.visit("en", async (visitor) => {
    const { page, says } = visitor;
    await page.goto("/en/login?from=%2Fen%2Fcart");
    await signIn(visitor, member);
    await page.waitForURL("**/en/cart");
    const orders = await holdUp(page, "/orders/my-orders*");
    await page
      .getByRole("navigation", { name: says("common.nav.main") })
      .getByRole("link", { name: says("common.nav.quiz") })
      .click();
    await page.getByText(says("shop.quiz.loading_intro")).waitFor();
    await page.getByRole("button", { name: /Account of/ }).click();
    const logOut = page.getByRole("button", { name: says("common.nav.logout"), exact: true });
    await logOut.waitFor();
    orders.release();
    await page
      .getByRole("heading", { level: 1, name: says("shop.quiz.personalOptions.title") })
      .waitFor();
    await expect.poll(() => logOut.isVisible()).toBe(true);
    expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe("H1");
  });
});
