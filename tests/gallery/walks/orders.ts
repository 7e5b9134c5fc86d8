/** Orders in every status, none at all, and the windows of ordering again. */
import type { Guide } from "../guide.ts";

export async function orders(guide: Guide): Promise<void> {
  const { page, says, open, show, showDialog, see, enter, button } = guide;
  const member = await guide.newMember({ ordersOf: "mei" });
  await enter("orders", member);
  await show("orders in every status");
  await see("orders?page=2", "orders, second page");
  await see("orders?start=2020-01-01&end=2020-01-31", "orders, none in these days");
  await open("orders");
  await page.getByRole("article").getByRole("heading").getByRole("link").first().click();
  await button("shop.orders.print").waitFor();
  await show("an order");
  await open("orders");
  await button("shop.reorder.button").first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("article").first().waitFor();
  await show("ordering again, scents");
  await dialog.getByRole("article").first().getByRole("button").click();
  await dialog.getByRole("heading", { name: says("shop.reorder.satisfied_title") }).waitFor();
  await show("ordering again, satisfied");
  await dialog.getByRole("button", { name: says("shop.reorder.satisfied"), exact: true }).click();
  await page.waitForURL("**/purchase-options**");
  await show("ordering again, purchase options");
  await open("orders");
  await button("shop.reorder.button").nth(1).click();
  await dialog.getByRole("article").first().getByRole("button").click();
  await dialog.getByRole("button", { name: says("shop.reorder.satisfied"), exact: true }).click();
  await dialog.getByLabel(says("shop.purchase.quantity"), { exact: true }).waitFor();
  await show("ordering again, packs");

  const { results } = await guide.shop.upstreamDb
    .prepare(
      "SELECT r.id FROM survey_responses r JOIN members m ON m.id = r.member_id WHERE m.email = ? ORDER BY r.created_at",
    )
    .bind(member.email)
    .all<{ id: string }>();
  await open(`fragrance-quiz?retryFrom=${results[0]?.id ?? ""}&selectedProduct=yuzu-morning`);
  await showDialog("trying again, blocked by an order");

  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await enter("orders", await guide.newMember());
  await show("no orders yet");
}
