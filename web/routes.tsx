/** The whole map: which module draws which screen and which texts it needs. Paths and guards are the contract's. */
import { lazy, type ComponentType } from "react";
import type { Namespace } from "#contract/locales";
import type { ScreenName } from "#contract/screens";
import HomePage from "./pages/home/HomePage.tsx";

export interface Route {
  Page: ComponentType;
  namespaces: readonly Namespace[];
}

function route(load: () => Promise<{ default: ComponentType }>, ...namespaces: Namespace[]): Route {
  return { Page: lazy(load), namespaces: ["common", ...namespaces] };
}

export const routes: Record<ScreenName, Route> = {
  // The page that most visits begin with comes with the first script: one wait less.
  home: { Page: HomePage, namespaces: ["common", "shop"] },
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
