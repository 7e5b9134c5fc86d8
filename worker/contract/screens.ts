import type { Namespace } from "./locales.ts";

interface Screen {
  path: string;
  /** Members only; others are led to sign in. */
  guarded: boolean;
  indexed: boolean;
  /** Named in the site map. */
  listed: boolean;
  /** The first HTML contains what every visitor sees first, rendered at build time. */
  prerendered: boolean;
  /** Namespace needed beside `common`. */
  texts: Exclude<Namespace, "common">;
  /** Key of its menu entry below `common.nav`. */
  nav?: string;
}

/** Every address below `/{lang}/`, for the Worker (titles, redirects), the page (routes, guards) and the build (prerendering). */
export const screens = {
  home: {
    path: "home",
    guarded: false,
    indexed: true,
    listed: true,
    prerendered: true,
    texts: "shop",
    nav: "home",
  },
  login: {
    path: "login",
    guarded: false,
    indexed: true,
    listed: true,
    prerendered: true,
    texts: "auth",
  },
  register: {
    path: "register",
    guarded: false,
    indexed: true,
    listed: true,
    prerendered: true,
    texts: "auth",
  },
  changePassword: {
    path: "change-password",
    guarded: false,
    indexed: false,
    listed: false,
    prerendered: false,
    texts: "auth",
  },
  forgotPassword: {
    path: "forgot-password",
    guarded: false,
    indexed: true,
    listed: true,
    prerendered: true,
    texts: "auth",
  },
  otpVerification: {
    path: "otp-verification",
    guarded: false,
    indexed: false,
    listed: false,
    prerendered: false,
    texts: "auth",
  },
  fragranceQuiz: {
    path: "fragrance-quiz",
    guarded: true,
    indexed: true,
    listed: false,
    prerendered: true,
    texts: "shop",
    nav: "quiz",
  },
  profile: {
    path: "profile",
    guarded: true,
    indexed: false,
    listed: false,
    prerendered: true,
    texts: "auth",
    nav: "profile",
  },
  orders: {
    path: "orders",
    guarded: true,
    indexed: false,
    listed: false,
    prerendered: true,
    texts: "shop",
    nav: "orders",
  },
  cart: {
    path: "cart",
    guarded: false,
    indexed: true,
    listed: false,
    prerendered: true,
    texts: "shop",
  },
  checkout: {
    path: "checkout",
    guarded: false,
    indexed: false,
    listed: false,
    prerendered: true,
    texts: "shop",
  },
  paymentResult: {
    path: "payment-result",
    guarded: false,
    indexed: false,
    listed: false,
    prerendered: false,
    texts: "shop",
  },
  purchaseOptions: {
    path: "purchase-options",
    guarded: false,
    indexed: false,
    listed: false,
    prerendered: false,
    texts: "shop",
  },
  scent: {
    path: "scent/:id",
    guarded: false,
    indexed: true,
    listed: false,
    prerendered: true,
    texts: "shop",
  },
  info: {
    path: "info/:context",
    guarded: false,
    indexed: true,
    listed: true,
    prerendered: true,
    texts: "shop",
  },
} as const satisfies Record<string, Screen>;
export type ScreenName = keyof typeof screens;

// The keys of a constant are exactly its own.
export const screenNames = Object.keys(screens) as ScreenName[];

export const namespacesOf = (name: ScreenName): readonly Namespace[] => [
  "common",
  screens[name].texts,
];

export type NavScreen = {
  [Name in ScreenName]: (typeof screens)[Name] extends { nav: string } ? Name : never;
}[ScreenName];

export const navScreens = screenNames.filter((name): name is NavScreen => "nav" in screens[name]);

export const infoContexts = [
  "Legal_Disclaimer",
  "ReturnPolicy",
  "ShippingInformation",
  "ContactTheBrandConsultant",
  "PrivacyPolicy",
  "WebsiteSecurityPolicy",
] as const;
export type InfoContext = (typeof infoContexts)[number];

export function isInfoContext(value: unknown): value is InfoContext {
  return typeof value === "string" && (infoContexts as readonly string[]).includes(value);
}

/** The first four are shown as one text, without section titles. */
export const hidesSectionTitles = (context: InfoContext) => infoContexts.indexOf(context) < 4;

/** Maps a path below `/{lang}/`, without a leading slash, to its screen. */
export function screenOfPath(path: string): ScreenName | null {
  const [first = "", second, ...rest] = path.replace(/\/$/, "").split("/");
  if (rest.length > 0) return null;
  if (first === "info") return second !== undefined && isInfoContext(second) ? "info" : null;
  if (first === "scent") return /^[\w-]{1,64}$/.test(`${second}`) ? first : null;
  if (second !== undefined) return null;
  const found = Object.entries(screens).find(([, screen]) => screen.path === first);
  return found ? (found[0] as ScreenName) : null;
}
