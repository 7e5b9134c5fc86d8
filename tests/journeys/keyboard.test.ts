/** The main job without a mouse: nothing here clicks, fills or scrolls; keys alone lead to a paid order. */
import type { Locator } from "playwright-core";
import { languagesOf, type Visitor } from "../support/browser.ts";
import { newMember } from "../support/new-member.ts";
import { openVisiting } from "../support/visiting.ts";

const visiting = await openVisiting();

const mostStops = 60;
const hasFocus = (target: Locator) => target.evaluate((one) => one === document.activeElement);

function isInSight(target: Locator): Promise<boolean> {
  return target.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= window.innerHeight;
  });
}

/** Goes on with Tab until the focus is where it should be, and sees it there. */
async function tabTo({ page }: Visitor, target: Locator): Promise<void> {
  await target.first().waitFor();
  for (let pressed = 0; !(await hasFocus(target.first())); pressed += 1) {
    if (pressed === mostStops) throw new Error(`${pressed} tabs do not lead to ${String(target)}`);
    await page.keyboard.press("Tab");
  }
  await expect.poll(() => isInSight(target.first())).toBe(true);
}

async function press(visitor: Visitor, target: Locator, key = "Enter"): Promise<void> {
  await tabTo(visitor, target);
  await visitor.page.keyboard.press(key);
}

async function write(visitor: Visitor, target: Locator, text: string): Promise<void> {
  await press(visitor, target, "ControlOrMeta+A");
  await visitor.page.keyboard.insertText(text);
}

/** One of a group of radio buttons: Tab enters the group, arrows move in it, and nothing goes on by itself. */
async function chooseCard(visitor: Visitor, title: string): Promise<void> {
  const { page } = visitor;
  const cards = page.getByRole("main").getByRole("radio");
  const card = page.getByRole("main").getByRole("radio", { name: title }).first();
  await card.waitFor();
  await press(visitor, cards.first(), "Space");
  for (let moved = 0; moved < 12 && !(await card.isChecked()); moved += 1)
    await page.keyboard.press("ArrowDown");
  expect(await card.isChecked()).toBe(true);
}

test.each(languagesOf("en"))("somebody without a mouse pays for a scent (%s)", async (language) => {
  const member = await newMember(visiting.shop, { language });
  await visiting.visit(language, { as: member }, async (visitor) => {
    const { page, says } = visitor;
    const main = page.getByRole("main");
    const button = (key: string) => main.getByRole("button", { name: says(key), exact: true });
    await page.goto(`/${language}/fragrance-quiz`);
    await chooseCard(visitor, says("shop.quiz.personalOptions.sample"));
    await press(visitor, button("shop.quiz.next"));
    const ways = says("shop.quiz.selection.title");
    await page.getByRole("heading", { level: 1, name: ways }).waitFor();
    await chooseCard(visitor, says("shop.quiz.selection.description"));
    await press(visitor, button("shop.quiz.next"));
    await write(visitor, main.locator('textarea[name="description"]'), "A forest after rain.");
    await press(visitor, button("shop.quiz.description.submit"));
    await press(visitor, button("shop.quiz.result.add"));
    await page.waitForURL(`**/${language}/cart`);
    await press(visitor, main.getByRole("link", { name: says("shop.cart.checkout") }));
    await write(visitor, main.locator('[name="customer_name"]'), "Josephine Hargreaves");
    await write(visitor, main.locator('[name="customer_phone"]'), "+886 912-345-678");
    const manual = page.getByRole("tab", { name: says("shop.checkout.address.manual") });
    if ((await manual.getAttribute("aria-selected")) !== "true")
      await press(visitor, page.getByRole("tab", { selected: true }), "ArrowRight");
    await write(visitor, main.locator('input[name="customer_address"]'), "27 Wetherby Gardens");
    await readNotice(visitor);
    await press(visitor, main.locator('button[type="submit"]'));
    await page.waitForURL("**/local/ecpay/**");
    await press(visitor, page.locator('button[value="pay"]'));
    await press(visitor, main.getByRole("link", { name: says("shop.payment.view_orders") }));
    await page.getByRole("article").waitFor();
  });
});

/** The window keeps the focus inside until it is answered, and gives it back. */
async function readNotice(visitor: Visitor): Promise<void> {
  const { page, says } = visitor;
  const box = page.getByRole("main").getByRole("checkbox");
  await press(visitor, box, "Space");
  const notice = page.getByRole("dialog");
  await press(visitor, notice.getByRole("region"), "End");
  const agree = notice.getByRole("button", { name: says("shop.checkout.consent.confirm") });
  await expect.poll(() => agree.isEnabled()).toBe(true);
  for (let pressed = 1; pressed <= 6; pressed += 1) {
    await page.keyboard.press("Tab");
    // The browser's own bar is a stop too, where the body has the focus.
    const isInside = await page.evaluate(() => {
      const { activeElement } = document;
      return activeElement === document.body || activeElement?.closest("dialog") !== null;
    });
    expect(isInside, `after ${pressed} tabs`).toBe(true);
  }
  await press(visitor, agree);
  await notice.waitFor({ state: "detached" });
  expect(await box.isChecked()).toBe(true);
  await expect.poll(() => hasFocus(box)).toBe(true);
}
