import type { Namespace } from "./locales.ts";

interface Screen {
  path: string;
  guarded: boolean;
  /** Namespace needed beside `common`. */
  texts: Exclude<Namespace, "common">;
  /** Key of its menu entry below `common`. */
  nav?: string;
}

export const screens = {
  home: { path: "home", guarded: false, texts: "shop", nav: "nav.home" },
  login: { path: "login", guarded: false, texts: "auth" },
  register: { path: "register", guarded: false, texts: "auth" },
  changePassword: { path: "change-password", guarded: false, texts: "auth" },
  forgotPassword: { path: "forgot-password", guarded: false, texts: "auth" },
  otpVerification: { path: "otp-verification", guarded: false, texts: "auth" },
  fragranceQuiz: { path: "fragrance-quiz", guarded: true, texts: "shop", nav: "nav.quiz" },
  scents: { path: "scents", guarded: false, texts: "shop", nav: "nav.scents" },
  profile: { path: "profile", guarded: true, texts: "auth", nav: "nav.profile" },
  orders: { path: "orders", guarded: true, texts: "shop", nav: "nav.orders" },
  order: { path: "orders/:id", guarded: true, texts: "shop" },
  cart: { path: "cart", guarded: false, texts: "shop" },
  checkout: { path: "checkout", guarded: false, texts: "shop" },
  paymentResult: { path: "payment-result", guarded: false, texts: "shop" },
  purchaseOptions: { path: "purchase-options", guarded: false, texts: "shop" },
  scent: { path: "scent/:id", guarded: false, texts: "shop" },
  library: { path: "scents/:kind/:id", guarded: false, texts: "shop" },
  house: { path: "house", guarded: false, texts: "shop", nav: "house" },
  info: { path: "info/:context", guarded: false, texts: "shop" },
} as const satisfies Record<string, Screen>;
export type ScreenName = keyof typeof screens;

const isOneOf = (name: ScreenName, names: readonly ScreenName[]) => names.includes(name);

// For the Worker and the build alone: outside of the table they are left out of the page's script.
export const isListed = (name: ScreenName) =>
  isOneOf(name, ["home", "login", "register", "forgotPassword", "scents", "house", "info"]);
/** The build renders what every visitor sees first of it; else a skeleton. */
export const isPrerendered = (name: ScreenName) =>
  isListed(name) || isOneOf(name, ["fragranceQuiz", "scent", "library", "cart"]);
/** Its address says what is nobody else's: a signed payment result, the id of an order. */
export const isPrivate = (name: ScreenName) => isOneOf(name, ["order", "paymentResult"]);

// The keys of a constant are exactly its own.
export const screenNames = Object.keys(screens) as ScreenName[];

export const namespacesOf = (name: ScreenName) => ["common", screens[name].texts] as const;

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

/** Whose pattern the parts of a path below `/{lang}/` fit, whatever stands for an id. */
export const screenOfParts = (parts: readonly string[]): ScreenName | undefined =>
  screenNames.find((name) => {
    const pattern = screens[name].path.split("/");
    const fits = (part: string, at: number) =>
      part.startsWith(":") ? parts[at] !== "" : part === parts[at];
    return pattern.length === parts.length && pattern.every(fits);
  });

/** Of a path below `/{lang}/`, without a leading slash. */
export function screenOfPath(path: string): ScreenName | null {
  const parts = path.replace(/\/$/, "").split("/");
  const name = screenOfParts(parts) ?? null;
  if (name === "info" && !isInfoContext(parts[1])) return null;
  if (name === "scent" && !isId(parts[1])) return null;
  return name;
}

export const isId = (id = "") => /^[\w-]{1,64}$/.test(id);
