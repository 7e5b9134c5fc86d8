import { lazy, type ComponentType } from "react";
import type { ScreenName } from "#contract/screens";
import { useAuth } from "./stores/auth.ts";

/** The whole map: which module renders which screen. Paths, guards and texts are the contract's. */

interface PageModule {
  default: ComponentType;
  /** Loads data that is the same for everybody. */
  prepare?: (path: string) => Promise<unknown>;
}

function route(load: () => Promise<PageModule>, begin?: () => Promise<void>) {
  const Waiting = lazy(begin === undefined ? load : () => begin().then(load));
  let Ready: ComponentType | null = null;
  return {
    get Page() {
      return Ready ?? Waiting;
    },
    /** Its module, and for an address what the screen reads there. */
    async prepare(path?: string) {
      const module = await load();
      Ready = module.default;
      if (path !== undefined) await module.prepare?.(path);
    },
  };
}

export const routes: Record<ScreenName, ReturnType<typeof route>> = {
  // Its first HTML is complete and can be used: links, questions and words are the browser's own.
  home: route(() => import("./pages/home/HomePage.tsx"), whenTouchedOrIdle),
  login: route(() => import("./pages/login/LoginPage.tsx")),
  register: route(() => import("./pages/register/RegisterPage.tsx")),
  changePassword: route(() => import("./pages/change-password/ChangePasswordPage.tsx")),
  forgotPassword: route(() => import("./pages/forgot-password/ForgotPasswordPage.tsx")),
  otpVerification: route(() => import("./pages/otp/OtpPage.tsx")),
  fragranceQuiz: route(() => import("./pages/quiz/QuizPage.tsx")),
  profile: route(() => import("./pages/profile/ProfilePage.tsx")),
  orders: route(() => import("./pages/orders/OrdersPage.tsx")),
  order: route(() => import("./pages/order/OrderPage.tsx")),
  cart: route(() => import("./pages/cart/CartPage.tsx")),
  checkout: route(() => import("./pages/checkout/CheckoutPage.tsx")),
  paymentResult: route(() => import("./pages/payment-result/PaymentResultPage.tsx")),
  purchaseOptions: route(() => import("./pages/purchase-options/PurchaseOptionsPage.tsx")),
  scents: route(() => import("./pages/scents/ScentsPage.tsx")),
  scent: route(() => import("./pages/scent/ScentPage.tsx")),
  library: route(() => import("./pages/scents/LibraryPage.tsx")),
  house: route(() => import("./pages/house/HousePage.tsx")),
  info: route(() => import("./pages/info/InfoPage.tsx")),
};

const touches = ["pointerdown", "keydown", "focusin", "input", "scroll"] as const;

export function whenTouchedOrIdle(): Promise<void> {
  if (useAuth.getState().isAuthenticated) return Promise.resolve();
  return new Promise((resolve) => {
    const begin = () => {
      for (const touch of touches) document.removeEventListener(touch, begin, true);
      resolve();
    };
    for (const touch of touches) document.addEventListener(touch, begin, true);
    // Safari has no idle callback.
    if ("requestIdleCallback" in window) requestIdleCallback(begin, { timeout: 2000 });
    else setTimeout(begin, 200);
  });
}
