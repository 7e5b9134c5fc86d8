/** Every address of the shop, spelled once. */
import type { BuyerInAddress } from "#contract/item-kind";
import type { Locale } from "#contract/locales";
import { screens, type InfoContext, type ScreenName } from "#contract/screens";
import { locale } from "./i18n/translate.ts";

type Named<Names extends string> = { [Name in Names]?: string | undefined };
type Query = Record<string, string | number | boolean | undefined>;

function path(
  screen: Exclude<ScreenName, "info" | "scent" | "order" | "library">,
  query: Query = {},
  language = locale,
): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== "") search.set(name, String(value));
  const tail = search.size > 0 ? `?${search}` : "";
  return `/${language}/${screens[screen].path}${tail}`;
}

export type ProfileTab = "basic-info" | "password" | "addresses" | "refusals" | "sessions";

/** The query of home for who asked for an address that is none. */
export const unknownAddress = "unknown";

export const paths = {
  home: (language?: Locale) => path("home", {}, language),
  homeForUnknown: () => `${path("home")}?${unknownAddress}`,
  /** `from` is the path to return to; `hasEnded` says that a session ran out there. */
  login: ({ from, hasEnded }: Named<"from"> & { hasEnded?: boolean } = {}) =>
    path("login", { from, ended: hasEnded || undefined }),
  /** `as` is the kind of member whose form is open. */
  register: ({ as }: Named<"as"> = {}) => path("register", { as }),
  changePassword: ({ force }: { force?: boolean | undefined } = {}) =>
    path("changePassword", { force: force || undefined }),
  forgotPassword: () => path("forgotPassword"),
  otpVerification: ({ from }: Named<"from"> = {}) => path("otpVerification", { from }),
  fragranceQuiz: (query: Named<"retryFrom" | "selectedProduct"> = {}) =>
    path("fragranceQuiz", query),
  profile: ({ tab }: { tab?: ProfileTab | undefined } = {}) => path("profile", { tab }),
  orders: ({ page, start, end }: Named<"start" | "end"> & { page?: number | undefined } = {}) =>
    path("orders", { page: page === 1 ? undefined : page, start, end }),
  order: ({ id }: { id: string }) => `${path("orders")}/${encodeURIComponent(id)}`,
  cart: () => path("cart"),
  checkout: () => path("checkout"),
  paymentResult: () => path("paymentResult"),
  purchaseOptions: (query: {
    productId: string;
    productNumber: string;
    userType: BuyerInAddress;
  }) => path("purchaseOptions", query),
  scents: (query: Named<"family" | "season" | "note" | "word" | "near"> = {}) =>
    path("scents", query),
  library: ({ kind, id }: Record<"kind" | "id", string>) => `${path("scents")}/${kind}/${id}`,
  house: () => path("house"),
  scent: ({ id }: { id: string }) => `/${locale}/scent/${id}`,
  info: ({ context }: { context: InfoContext }) => `/${locale}/info/${context}`,
};
