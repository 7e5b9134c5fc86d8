import type { Order } from "#contract/order";
import type { UserType } from "#contract/product";
import type { PurchaseUserType } from "../../../paths.ts";

/** Businesses buy by the kilogram; others buy what the first item of the order was a sample of. */
export function buyerOf(member: { is_business: boolean }, order: Pick<Order, "order_items">): UserType {
  if (member.is_business) return "ENTERPRISE";
  return order.order_items[0]?.product_unit.trim().toUpperCase() === "SAMPLE_PAPER" ? "PERSONAL_PAPER" : "PERSONAL_JAR";
}

export const buyerInAddress: Record<UserType, PurchaseUserType> = {
  ENTERPRISE: "enterprise",
  PERSONAL_PAPER: "personal-paper",
  PERSONAL_JAR: "personal-jar",
};
