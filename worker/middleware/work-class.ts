import { isLocale } from "#contract/locales";
import { screens } from "#contract/screens";
import type { WorkClass } from "../platform/load.ts";

const api = "/api/v1";
/** By how a path begins, the first that fits. What is not below `/api` is content, but for the screens named further down. */
const beginnings: readonly (readonly [start: string, kind: WorkClass])[] = [
  [`${api}/payments/result`, "checkout"],
  [`${api}/payments/`, "callback"],
  [`${api}/cart/checkout`, "checkout"],
  [`${api}/auth/`, "login"],
  [`${api}/members/`, "login"],
  [`${api}/cart`, "cart"],
  [`${api}/orders/my-orders`, "cart"],
  [`${api}/shipping-addresses`, "cart"],
  [`${api}/raw-materials/`, "recommendations"],
  [`${api}/csp-reports`, "recommendations"],
  [`${api}/config`, "content"],
  [`${api}/info-pages/`, "content"],
  ["/api/", "browse"],
];
/** An order's other reads are browsing. */
const payingAnOrder = new RegExp(`^${api}/orders/[^/]+/(pay|cancel)/?$`);

/** Where somebody is on the way through an order, or comes back from the cashier. */
const kindsOfScreens: Readonly<Record<string, WorkClass>> = {
  [screens.checkout.path]: "checkout",
  [screens.paymentResult.path]: "checkout",
  [screens.login.path]: "login",
};

export function workClassOf(path: string): WorkClass {
  if (!path.startsWith("/api/")) return classOfPage(path);
  if (payingAnOrder.test(path)) return "checkout";
  return beginnings.find(([start]) => path.startsWith(start))?.[1] ?? "content";
}

function classOfPage(path: string): WorkClass {
  const [, first = "", screen = ""] = path.split("/", 3);
  return (isLocale(first) ? kindsOfScreens[screen] : undefined) ?? "content";
}
