/** The copy of all content that this version was built with. */
import type { Locale, Namespace } from "#contract/locales";
import type { InfoContext } from "#contract/screens";
import contactPage from "./info-pages/ContactTheBrandConsultant.json";
import legalPage from "./info-pages/Legal_Disclaimer.json";
import privacyPage from "./info-pages/PrivacyPolicy.json";
import returnPage from "./info-pages/ReturnPolicy.json";
import shippingPage from "./info-pages/ShippingInformation.json";
import securityPage from "./info-pages/WebsiteSecurityPolicy.json";
import enAuth from "./locales/en/auth.json";
import enCommon from "./locales/en/common.json";
import enShop from "./locales/en/shop.json";
import jaAuth from "./locales/ja/auth.json";
import jaCommon from "./locales/ja/common.json";
import jaShop from "./locales/ja/shop.json";
import zhAuth from "./locales/zh/auth.json";
import zhCommon from "./locales/zh/common.json";
import zhShop from "./locales/zh/shop.json";
import workCalendar from "./work-calendar.json";

export interface Messages {
  [key: string]: string | Messages;
}

export const shippedLocales: Record<Locale, Record<Namespace, Messages>> = {
  zh: { common: zhCommon, auth: zhAuth, shop: zhShop },
  en: { common: enCommon, auth: enAuth, shop: enShop },
  ja: { common: jaCommon, auth: jaAuth, shop: jaShop },
};

export const shippedWorkCalendar: unknown = workCalendar;

export const shippedInfoPages: Record<InfoContext, unknown> = {
  Legal_Disclaimer: legalPage,
  ReturnPolicy: returnPage,
  ShippingInformation: shippingPage,
  ContactTheBrandConsultant: contactPage,
  PrivacyPolicy: privacyPage,
  WebsiteSecurityPolicy: securityPage,
};
