/** The main job without a mouse: nothing here clicks, fills or scrolls; keys alone lead from the door to a paid order. */
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { settled } from "../support/accessibility.ts";
import { borrowShop } from "../support/borrowed.ts";
import type { Visitor } from "../support/browser.ts";
import { newMember } from "../support/new-member.ts";
import type { Shop } from "../support/shop.ts";
import { startVisiting, type Visiting } from "../support/visiting.ts";

let visiting: Visiting;
let shop: Shop;
beforeAll(async () => {
  visiting = await startVisiting(borrowShop);
  ({ shop } = visiting);
});
afterAll(() => visiting?.close());

const mostStops = 60;

/** Goes on with Tab until the focus is where it should be, and sees it there. */
async function tabTo(visitor: Visitor, target: Locator): Promise<void> {
  const { page } = visitor;
  await target.first().waitFor();
  for (let pressed = 0; pressed < mostStops; pressed += 1) {
    if (await target.first().evaluate((element) => element === document.activeElement)) {
      await expect.poll(() => isInSight(target.first())).toBe(true);
      return;
    }
    await page.keyboard.press("Tab");
  }
  throw new Error(`${mostStops} tabs do not lead to ${target.toString()}`);
}

function isInSight(target: Locator): Promise<boolean> {
  return target.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= window.innerHeight;
  });
}

async function press(visitor: Visitor, target: Locator, key = "Enter"): Promise<void> {
  await tabTo(visitor, target);
  await visitor.page.keyboard.press(key);
}

async function write(visitor: Visitor, target: Locator, text: string): Promise<void> {
  await tabTo(visitor, target);
  await visitor.page.keyboard.press("ControlOrMeta+A");
  await visitor.page.keyboard.insertText(text);
}

/** One of a group of radio buttons: Tab enters the group, arrows move in it, and nothing goes on by itself. */
async function chooseCard({ page }: Visitor, title: string): Promise<void> {
  const card = page.getByRole("main").getByRole("radio", { name: title });
  await card.first().waitFor();
  for (let pressed = 0; pressed < mostStops; pressed += 1) {
    const focused = await page.evaluate(() => document.activeElement?.getAttribute("type"));
    if (focused === "radio") break;
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Space");
  for (let moved = 0; moved < 12 && !(await card.first().isChecked()); moved += 1)
    await page.keyboard.press("ArrowDown");
  expect(await card.first().isChecked()).toBe(true);
}

test("somebody without a mouse signs in, finds a scent, pays for it and reads the result", async () => {
  const member = await newMember(shop, { language: "en" });
  await visiting.visit("en", async (visitor) => {
    const { page, says } = visitor;
    const main = page.getByRole("main");
    const button = (key: string) => main.getByRole("button", { name: says(key), exact: true });
    await page.goto("/en/fragrance-quiz");
    await page.getByRole("heading", { level: 1, name: says("auth.login.title") }).waitFor();
    await write(visitor, main.locator('input[type="email"]'), member.email);
    await write(visitor, main.locator('input[type="password"]'), member.password);
    await page.keyboard.press("Enter");

    await chooseCard(visitor, says("shop.quiz.personalOptions.sample"));
    await press(visitor, button("shop.quiz.next"));
    await page
      .getByRole("heading", { level: 1, name: says("shop.quiz.selection.title") })
      .waitFor();
    await chooseCard(visitor, says("shop.quiz.selection.description"));
    await press(visitor, button("shop.quiz.next"));
    await write(
      visitor,
      main.locator('textarea[name="description"]'),
      "A forest after rain, cedar and moss. Nothing sweet.",
    );
    await press(visitor, button("shop.quiz.description.submit"));
    await press(visitor, button("shop.quiz.result.add"));

    await page.waitForURL("**/en/cart");
    await press(visitor, main.getByRole("link", { name: says("shop.cart.checkout") }));
    await write(visitor, main.locator('[name="customer_name"]'), "Josephine Hargreaves");
    await write(visitor, main.locator('[name="customer_phone"]'), "+886 912-345-678");
    const manual = page.getByRole("tab", { name: says("shop.checkout.address.manual") });
    if ((await manual.getAttribute("aria-selected")) !== "true") {
      await tabTo(visitor, page.getByRole("tab", { selected: true }));
      await page.keyboard.press("ArrowRight");
    }
    await write(
      visitor,
      main.locator('input[name="customer_address"]'),
      "27 Wetherby Gardens, London",
    );
    await press(visitor, main.getByRole("checkbox"), "Space");

    const notice = page.getByRole("dialog");
    await notice.waitFor();
    await tabTo(visitor, notice.getByRole("region"));
    await page.keyboard.press("End");
    const agree = notice.getByRole("button", { name: says("shop.checkout.consent.confirm") });
    await expect.poll(() => agree.isEnabled()).toBe(true);
    await press(visitor, agree);
    await notice.waitFor({ state: "detached" });
    expect(await main.getByRole("checkbox").isChecked()).toBe(true);

    await press(visitor, main.locator('button[type="submit"]'));
    await page.waitForURL("**/local/ecpay/**");
    await press(visitor, page.locator('button[value="pay"]'));
    await page
      .getByRole("heading", { level: 1, name: says("shop.payment.success_title") })
      .waitFor();
    await press(visitor, main.getByRole("link", { name: says("shop.payment.view_orders") }));
    await page.getByRole("heading", { level: 1, name: says("shop.orders.title") }).waitFor();
    await page.getByRole("article").waitFor();
  });
});

test("the first stop of a page leads past its menus", async () => {
  await visiting.visit("zh", async (visitor) => {
    const { page, says } = visitor;
    await page.goto("/zh/info/ReturnPolicy");
    await settled(page);
    await page.keyboard.press("Tab");
    const skip = page.getByRole("link", { name: says("common.nav.skip") });
    expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true);
    expect(await isInSight(skip)).toBe(true);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    const isBeyond = () => page.evaluate(() => document.activeElement?.closest("header") === null);
    await expect.poll(isBeyond).toBe(true);
  });
});

test("a window keeps the focus inside, closes with Escape and gives the focus back", async () => {
  await visiting.visit("ja", async (visitor) => {
    const { page, says } = visitor;
    await page.goto("/ja/info/ReturnPolicy");
    const opener = page.getByRole("button", {
      name: says("common.language.button", { language: says("common.language.short") }),
    });
    await press(visitor, opener);
    const languages = page.getByRole("dialog");
    await languages.waitFor();
    for (let pressed = 0; pressed < 8; pressed += 1) {
      await page.keyboard.press("Tab");
      const isOutside = await page.evaluate(
        () =>
          document.activeElement !== document.body &&
          document.activeElement?.closest("dialog") === null,
      );
      expect(isOutside, `after ${pressed + 1} tabs`).toBe(false);
    }
    await page.keyboard.press("Escape");
    await languages.waitFor({ state: "detached" });
    expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true);
  });
});

test("the focus goes to the first wrong field of a form that was sent too soon", async () => {
  await visiting.visit("zh", async (visitor) => {
    const { page, says } = visitor;
    await page.goto("/zh/login");
    const main = page.getByRole("main");
    await press(
      visitor,
      main.getByRole("button", { name: says("auth.login.submit"), exact: true }),
    );
    const email = main.locator('input[type="email"]');
    await expect.poll(() => email.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await email.getAttribute("aria-invalid")).toBe("true");
    const described = await email.getAttribute("aria-describedby");
    expect(await page.locator(`[id="${described?.split(" ")[0] ?? ""}"]`).innerText()).toBe(
      says("auth.errors.email_required"),
    );
  });
});
