/** Every address below `/{lang}/`, as the Worker (titles, redirects) and the page (routes, guards) both know it. */
export const screens = {
  home: { path: "home", guarded: false, indexed: true },
  login: { path: "login", guarded: false, indexed: true },
  register: { path: "register", guarded: false, indexed: true },
  changePassword: { path: "change-password", guarded: false, indexed: false },
  forgotPassword: { path: "forgot-password", guarded: false, indexed: true },
  otpVerification: { path: "otp-verification", guarded: false, indexed: false },
  fragranceQuiz: { path: "fragrance-quiz", guarded: true, indexed: true },
  profile: { path: "profile", guarded: true, indexed: false },
  orders: { path: "orders", guarded: true, indexed: false },
  cart: { path: "cart", guarded: false, indexed: true },
  checkout: { path: "checkout", guarded: false, indexed: false },
  paymentResult: { path: "payment-result", guarded: false, indexed: false },
  purchaseOptions: { path: "purchase-options", guarded: false, indexed: false },
  info: { path: "info/:context", guarded: false, indexed: true },
} as const;
export type ScreenName = keyof typeof screens;

/** Whether the site map names a screen: open to everybody, and worth arriving at. */
export function isListed(name: ScreenName): boolean {
  return screens[name].indexed && !screens[name].guarded && name !== "cart";
}

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

/** The first four read as one text. */
export const hidesSectionTitles = (context: InfoContext) => infoContexts.indexOf(context) < 4;

/** The screen that answers a path below `/{lang}/` (no leading slash), or null. */
export function screenOfPath(path: string): ScreenName | null {
  const [first = "", second, ...rest] = path.replace(/\/$/, "").split("/");
  if (rest.length > 0) return null;
  if (first === "info") return second !== undefined && isInfoContext(second) ? "info" : null;
  if (second !== undefined) return null;
  const found = Object.entries(screens).find(([, screen]) => screen.path === first);
  return found ? (found[0] as ScreenName) : null;
}
