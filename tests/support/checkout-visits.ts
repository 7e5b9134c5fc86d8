/** Members with something in their cart, on their way to pay. */
import { expect } from "vitest";
import type { Visitor } from "./browser.ts";
import { add, finishedJars, sampleSet } from "./carts.ts";
import { newMember, type NewMember } from "./new-member.ts";
import type { Shop } from "./shop.ts";

export const addressLine = "臺北市大安區和平東路一段 1 號";

export async function memberWith(
  shop: Shop,
  lines: object[],
  language: "zh" | "en" | "ja" = "en",
): Promise<NewMember> {
  const member = await newMember(shop, { language });
  for (const line of lines) expect((await add(member.shopper, line)).status).toBe(200);
  return member;
}

export const oneSet = [sampleSet()];
export const bottles = [finishedJars()];

/** What the profile does not know. */
export async function fillTheRest(visitor: Visitor): Promise<void> {
  await visitor.page.locator('input[name="customer_address"]').fill(addressLine);
  await agreeToNotice(visitor);
}

export function confirmButton({ page, says }: Visitor, total: string) {
  return page.getByRole("button", { name: says("shop.checkout.confirm", { total }) });
}

export async function ordersOf(
  member: NewMember,
): Promise<{ id: string; order_id: string; status: string; order_total_price: number }[]> {
  return (await member.shopper.get("/orders/my-orders?skip=0&limit=100")).body.data;
}

/** What the cashier's page offers. */
export async function atCashier(
  { page }: Visitor,
  choice: "pay" | "decline" | "pay_lost" | "pay_late" | "leave",
): Promise<void> {
  await page.waitForURL("**/local/ecpay/**");
  await page.locator(`button[value="${choice}"]`).click();
}

/** Ticks the box, reads the notice to its end and agrees. */
export async function agreeToNotice({ page, says }: Visitor): Promise<void> {
  await page.getByRole("checkbox").click();
  const notice = page.getByRole("dialog");
  await notice.getByRole("region").evaluate((box) => box.scrollTo(0, box.scrollHeight));
  await notice.getByRole("button", { name: says("shop.checkout.consent.confirm") }).click();
}
