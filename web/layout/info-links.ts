import type { InfoContext } from "#contract/screens";
import type { MessageKey } from "../i18n/translate.ts";

export const infoLinks: { title: MessageKey; links: InfoContext[] }[] = [
  {
    title: "common.footer.service",
    links: ["ShippingInformation", "ReturnPolicy", "ContactTheBrandConsultant"],
  },
  {
    title: "common.footer.legal",
    links: ["Legal_Disclaimer", "PrivacyPolicy", "WebsiteSecurityPolicy"],
  },
];
