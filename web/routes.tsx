/** The whole map: which module renders which screen. Paths, guards and texts are the contract's. */
import { lazy, type ComponentType } from "react";
import type { ScreenName } from "#contract/screens";
import { whenTouchedOrIdle } from "./navigation/touched-or-idle.ts";

export interface Route {
  readonly Page: ComponentType;
  /** Brings the module before the screen is shown, so that it is shown at once, and with it what `path` needs. */
  prepare: (path: string) => Promise<void>;
}

interface PageModule {
  default: ComponentType;
  /** Loads data that is the same for everybody. */
  prepare?: (path: string) => Promise<unknown>;
}

function route(load: () => Promise<PageModule>, begin?: () => Promise<void>): Route {
  const Waiting = lazy(begin === undefined ? load : () => begin().then(load));
  let Ready: ComponentType | null = null;
  return {
    get Page() {
      return Ready ?? Waiting;
    },
    async prepare(path) {
      const module = await load();
      Ready = module.default;
      await module.prepare?.(path);
    },
  };
}

export const routes: Record<ScreenName, Route> = {
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
  scent: route(() => import("./pages/scent/ScentPage.tsx")),
  info: route(() => import("./pages/info/InfoPage.tsx")),
};
