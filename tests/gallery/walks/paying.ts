/** From a full cart through the checkout and the cashier to every outcome of a payment. */
import { confirmOrder, fillCheckout } from "../../support/visits.ts";
import { words } from "../cast.ts";
import type { Guide } from "../guide.ts";

const set = (response: string, userAnswer: string) => ({
  productIds: ["hinoki-rain", "cedar-library", "fig-terrace"],
  itemType: "JAR",
  type: "SAMPLE",
  surveyResponseId: response,
  userAnswer,
});

export async function paying(guide: Guide): Promise<void> {
  const { page, says, open, show, showDialog, see, enter, language } = guide;
  const member = await guide.newMember();
  const { wish, address, otherAddress, label } = words[language];
  await member.shopper.send("POST", "/cart/items", set("response-one", wish));
  const finished = await member.shopper.send("POST", "/cart/items", {
    productIds: ["fig-terrace"],
    itemType: "JAR",
    type: "FINISHED_PRODUCT",
    amount: 100,
    concentration: "MODERATE",
    addonItemIds: ["capacity-spray-30", "concentration-moderate", "label-trail", "packaging-box"],
    labelText: label,
  });
  if (finished.status >= 300)
    throw new Error(`adding a finished product answered ${finished.status}`);
  await enter("cart", member);
  await show("cart");
  await open("home");
  await page.locator("header").getByRole("button").last().click();
  await showDialog("cart drawer");
  await page.keyboard.press("Escape");

  await see("checkout", "checkout");
  for (const field of ["customer_name", "customer_email"])
    await page.locator(`[name="${field}"]`).fill("");
  await page.getByText(says("shop.checkout.invoice_b2b"), { exact: true }).click();
  await page.getByRole("main").locator('button[type="submit"]').click();
  await page.locator('[aria-invalid="true"]').first().waitFor();
  await show("checkout, fields wrong");
  for (const saved of [address, otherAddress])
    await member.shopper.send("POST", "/shipping-addresses", { address: saved });
  await see("checkout", "checkout with saved addresses");
  await page.getByRole("checkbox").click();
  await showDialog("checkout, notices");
  await blocked(guide, member.shopper);
  await outcomes(guide, member.shopper);
}

type Shopper = Awaited<ReturnType<Guide["newMember"]>>["shopper"];

async function blocked(
  { page, open, show, see, language, button }: Guide,
  shopper: Shopper,
): Promise<void> {
  await open("cart");
  await button("shop.cart.clear").click();
  await page
    .getByRole("dialog")
    .or(page.getByRole("main").getByRole("heading", { level: 2 }))
    .first()
    .waitFor();
  await show("cart, cleared");
  await shopper.send("DELETE", "/cart/clear");
  await see("cart", "cart, empty");
  for (const response of ["response-one", "response-two"])
    await shopper.send("POST", "/cart/items", set(response, words[language].wish));
  await see("checkout", "checkout, too many samples");
}

async function outcomes(guide: Guide, shopper: Shopper): Promise<void> {
  const { page, says, open, show, showDialog, see, button, language } = guide;
  await shopper.send("DELETE", "/cart/clear");
  await shopper.send("POST", "/cart/items", set("response-one", words[language].wish));
  await open("checkout");
  await page.getByRole("tab", { name: says("shop.checkout.address.manual") }).click();
  await page.getByText(says("shop.checkout.invoice_b2c"), { exact: true }).click();
  await fillCheckout(guide);
  await confirmOrder(guide);
  await page.locator('button[value="decline"]').click();
  await page.getByRole("alert").waitFor();
  await see("orders", "orders, a card was declined");
  await see("checkout", "checkout, its own order waits for payment");
  await open("fragrance-quiz");
  await showDialog("quiz, an unpaid order in the way");
  await open("orders");
  await button("shop.orders.pay_now").click();
  await page.waitForURL("**/local/ecpay/**");
  await page.locator('button[value="pay_lost"]').click();
  await page.getByRole("heading", { level: 1, name: says("shop.payment.success_title") }).waitFor();
  await show("payment being checked", { foreign: ["林小明", "臺北市大安區和平東路一段 1 號"] });
  await askEcpay(guide, shopper);
  await page.getByText(says("shop.payment.settled")).waitFor({ timeout: 60_000 });
  await show("payment settled", { foreign: ["林小明", "臺北市大安區和平東路一段 1 號"] });
  await shopper.send("DELETE", "/cart/clear");
  await open("fragrance-quiz");
  await showDialog("quiz, blocked by an order");
}

/** Ten minutes later the schedule asks what became of this payment, and of no other. */
async function askEcpay({ shop }: Guide, shopper: Shopper): Promise<void> {
  const { body } = await shopper.get("/orders/my-orders?skip=0&limit=1");
  await shop.db
    .prepare("UPDATE payment_attempts SET next_query_at = 0 WHERE order_id = ?")
    .bind(body.data[0].id)
    .run();
  await shop.runSchedule();
}
