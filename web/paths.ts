/** Every address of the shop, spelled once. */
import type { BuyerInAddress } from "#contract/item-kind";
import type { Locale } from "#contract/locales";
import { screens, type InfoContext, type ScreenName } from "#contract/screens";

type In<Names extends string = never> = { locale: Locale } & {
  [Name in Names]?: string | undefined;
};
type Query = Record<string, string | number | boolean | undefined>;

function path(
  locale: Locale,
  screen: Exclude<ScreenName, "info" | "scent" | "order">,
  query: Query = {},
): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== "") search.set(name, String(value));
  const tail = search.size > 0 ? `?${search}` : "";
  return `/${locale}/${screens[screen].path}${tail}`;
}

export type ProfileTab = "basic-info" | "password" | "addresses" | "refusals" | "sessions";

/** The query of home for who asked for an address that is none. */
export const unknownAddress = "unknown";

export const paths = {
  home: ({ locale, isUnknown = false }: In & { isUnknown?: boolean }) =>
    path(locale, "home") + (isUnknown ? `?${unknownAddress}` : ""),
  /** `from` is the path to return to; `hasEnded` says that a session ran out there. */
  login: ({ locale, from, hasEnded }: In<"from"> & { hasEnded?: boolean }) =>
    path(locale, "login", { from, ended: hasEnded || undefined }),
  /** `as` is the kind of member whose form is open. */
  register: ({ locale, as }: In<"as">) => path(locale, "register", { as }),
  changePassword: ({ locale, force }: In & { force?: boolean | undefined }) =>
    path(locale, "changePassword", { force: force || undefined }),
  forgotPassword: ({ locale }: In) => path(locale, "forgotPassword"),
  otpVerification: ({ locale, from }: In<"from">) => path(locale, "otpVerification", { from }),
  fragranceQuiz: ({ locale, ...query }: In<"retryFrom" | "selectedProduct">) =>
    path(locale, "fragranceQuiz", query),
  profile: ({ locale, tab }: In & { tab?: ProfileTab | undefined }) =>
    path(locale, "profile", { tab }),
  orders: ({ locale, page, start, end }: In<"start" | "end"> & { page?: number | undefined }) =>
    path(locale, "orders", { page: page === 1 ? undefined : page, start, end }),
  order: ({ locale, id }: In & { id: string }) =>
    `${path(locale, "orders")}/${encodeURIComponent(id)}`,
  cart: ({ locale }: In) => path(locale, "cart"),
  checkout: ({ locale }: In) => path(locale, "checkout"),
  paymentResult: ({ locale }: In) => path(locale, "paymentResult"),
  purchaseOptions: ({
    locale,
    ...query
  }: In & { productId: string; productNumber: string; userType: BuyerInAddress }) =>
    path(locale, "purchaseOptions", query),
  /** A fragrance's own page. */
  scent: ({ locale, id }: In & { id: string }) => `/${locale}/scent/${id}`,
  info: ({ locale, context }: In & { context: InfoContext }) => `/${locale}/info/${context}`,
};
