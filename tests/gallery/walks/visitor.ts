/** What anybody may see: home, information, the empty cart, the purchase page, and the shell's menus. */
import { infoContexts } from "../../../worker/contract/screens.ts";
import type { Guide } from "../guide.ts";

export async function visitor(guide: Guide): Promise<void> {
  const { page, language, open, show, showDialog, see, says } = guide;
  await see("home", "home");
  await page.getByRole("main").locator("fieldset label").last().click();
  await page.locator("summary").first().click();
  await show("home with another word and an answer");
  for (const context of infoContexts) {
    await see(`info/${context}`, `info ${context}`);
  }
  await open("info/nothing-of-the-kind");
  await page.waitForURL(`**/${language}/home`);
  await see("cart", "cart of a guest, empty");
  await see(
    "purchase-options?productId=hinoki-rain&productNumber=SL-001&userType=personal-jar",
    "purchase options",
  );
  const tabs = page
    .getByRole("tablist", { name: says("shop.purchase.categories") })
    .getByRole("tab");
  for (const [at, option] of [1, 2, 1, 0].entries()) {
    await tabs.nth(at).click();
    await page.getByRole("tabpanel").locator("label").nth(option).click();
    if (at > 0) await show(`purchase options, category ${at + 1}`);
  }
  await page.getByRole("checkbox").click();
  await showDialog("purchase options, notices");
  await page.keyboard.press("Escape");
  await see(
    "purchase-options?productNumber=SL-017&userType=enterprise",
    "purchase options for a business",
  );
  await see("purchase-options", "purchase options without a number");
  await see("payment-result?data=eyJ4IjoxfQ&sig=broken", "payment result, unreadable");
  await see("change-password", "change password, signed out");
}

export async function visitorMenus(guide: Guide): Promise<void> {
  const { page, says, width, open, show, showDialog, button } = guide;
  await open("home");
  await button("common.nav.account").click();
  await show("account menu of a visitor");
  await page.keyboard.press("Escape");
  await button("common.language.button", { language: says("common.language.short") }).click();
  await showDialog("languages");
  await page.keyboard.press("Escape");
  if (width < 1000) {
    await button("common.nav.open_menu").click();
    await showDialog("side menu of a visitor");
    await page.keyboard.press("Escape");
  } else {
    await page
      .locator("header")
      .getByRole("button", { name: "NT$" })
      .or(page.locator("header").getByRole("button", { name: "TWD" }))
      .click();
    await show("locations");
    await page.keyboard.press("Escape");
  }
  const member = await guide.newMember();
  await guide.enter("home", member);
  await show("home of a member");
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.locator("header").getByRole("button", { expanded: false }).last().click();
  await show("account menu of a member");
  await page.keyboard.press("Escape");
  if (width >= 1000) return;
  await button("common.nav.open_menu").click();
  await showDialog("side menu of a member");
}
