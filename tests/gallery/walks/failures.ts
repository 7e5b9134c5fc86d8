/** What people see while the upstream is slow or down, and without a network. This walk has a shop of its own. */
import { stageFault } from "../../support/faults.ts";
import { words } from "../cast.ts";
import type { Guide } from "../guide.ts";

export async function failures(guide: Guide): Promise<void> {
  const { shop } = guide;
  try {
    await slow(guide);
    await stageFault(shop, { mode: "none" });
    await down(guide);
  } finally {
    await stageFault(shop, { mode: "none" });
  }
}

/** Screens that wait, in the shape of what comes. */
async function slow(guide: Guide): Promise<void> {
  const { page, language, show, shop, button, says } = guide;
  const member = await onceUp(guide);
  await guide.enter("fragrance-quiz", member);
  await page.getByText(says("shop.quiz.personalOptions.sample"), { exact: true }).click();
  await page.getByText(says("shop.quiz.selection.description"), { exact: true }).click();
  await page.locator('textarea[name="description"]').fill(words[language].wish);
  await stageFault(shop, {
    mode: "slow",
    paths: ["/raw-materials", "/orders", "/shipping-addresses", "/members"],
  });
  await button("shop.quiz.description.submit").click();
  await page.getByText(says("shop.quiz.search.title")).first().waitFor();
  await show("quiz, looking for scents", { isWaiting: true });
  for (const path of ["orders", "profile", "profile?tab=addresses"]) {
    await page.goto(`/${language}/${path}`);
    await page.locator('[class*="_skeleton_"]').first().waitFor();
    await show(`${path.replace("?tab=", ", ")}, waiting`, { isWaiting: true });
  }
}

/** After an outage the shop leaves the upstream alone for ten seconds. */
async function onceUp(
  guide: Guide,
  triesLeft = 30,
): Promise<Awaited<ReturnType<Guide["newMember"]>>> {
  try {
    return await guide.newMember();
  } catch (error) {
    if (triesLeft === 0) throw error;
    await guide.page.waitForTimeout(1_000);
    return onceUp(guide, triesLeft - 1);
  }
}

async function down(guide: Guide): Promise<void> {
  const { page, show, shop, button, says, language, open } = guide;
  await stageFault(shop, { mode: "none" });
  await open("fragrance-quiz");
  await page
    .locator('textarea[name="description"]')
    .or(button("shop.quiz.result.add"))
    .first()
    .waitFor();
  await stageFault(shop, { mode: "refuse" });
  if (await page.locator('textarea[name="description"]').isVisible()) {
    await button("shop.quiz.description.submit").click();
    await page.getByRole("main").getByRole("alert").first().waitFor();
    await show("quiz, sending failed");
  }
  for (const path of [
    "orders",
    "profile",
    "profile?tab=addresses",
    "fragrance-quiz?retryFrom=nothing",
  ]) {
    await page.goto(`/${language}/${path}`);
    await page.getByRole("main").getByRole("alert").first().waitFor();
    await show(`${path.replace("?tab=", ", ")}, failed`);
  }
  await open("home");
  await page.context().setOffline(true);
  await page
    .getByRole("contentinfo")
    .getByRole("link", { name: says("common.footer.pages.PrivacyPolicy") })
    .click();
  await page.getByRole("alert").first().waitFor();
  await show("without a network", { isOffline: true });
  await page.context().setOffline(false);
}
