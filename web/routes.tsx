/** The whole map: which module draws which screen and which texts it needs. Paths and guards are the contract's. */
import { lazy, type ComponentType } from "react";
import type { Namespace } from "#contract/locales";
import type { ScreenName } from "#contract/screens";
import HomePage from "./pages/home/HomePage.tsx";

export interface Route {
  readonly Page: ComponentType;
  namespaces: readonly Namespace[];
  /** Brings the module before the screen is shown, so that it is shown at once, and with it what `path` needs. */
  prepare: (path: string) => Promise<void>;
}

interface PageModule {
  default: ComponentType;
  /** Brings what the page shows, where that is the same for everybody. */
  prepare?: (path: string) => Promise<unknown>;
}

function route(load: () => Promise<PageModule>, ...namespaces: Namespace[]): Route {
  const Waiting = lazy(load);
  let Ready: ComponentType | null = null;
  return {
    get Page() {
      return Ready ?? Waiting;
    },
    namespaces: ["common", ...namespaces],
    async prepare(path) {
      const module = await load();
      Ready = module.default;
      await module.prepare?.(path);
    },
  };
}

export const routes: Record<ScreenName, Route> = {
  // The page that most visits begin with comes with the first script: one wait less.
  home: { Page: HomePage, namespaces: ["common", "shop"], prepare: () => Promise.resolve() },
  login: route(() => import("./pages/login/LoginPage.tsx"), "auth"),
  register: route(() => import("./pages/register/RegisterPage.tsx"), "auth"),
  changePassword: route(() => import("./pages/change-password/ChangePasswordPage.tsx"), "auth"),
  forgotPassword: route(() => import("./pages/forgot-password/ForgotPasswordPage.tsx"), "auth"),
  otpVerification: route(() => import("./pages/otp/OtpPage.tsx"), "auth"),
  fragranceQuiz: route(() => import("./pages/quiz/QuizPage.tsx"), "shop"),
  profile: route(() => import("./pages/profile/ProfilePage.tsx"), "auth"),
  orders: route(() => import("./pages/orders/OrdersPage.tsx"), "shop"),
  cart: route(() => import("./pages/cart/CartPage.tsx"), "shop"),
  checkout: route(() => import("./pages/checkout/CheckoutPage.tsx"), "shop"),
  paymentResult: route(() => import("./pages/payment-result/PaymentResultPage.tsx"), "shop"),
  purchaseOptions: route(() => import("./pages/purchase-options/PurchaseOptionsPage.tsx"), "shop"),
  info: route(() => import("./pages/info/InfoPage.tsx"), "shop"),
};
