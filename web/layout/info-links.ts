import type { InfoContext } from "#contract/screens";
import type { MessageKey } from "../i18n/translate.ts";

export const infoLinks: {
  title: MessageKey;
  links: { context: InfoContext; label: MessageKey }[];
}[] = [
  {
    title: "common.footer.service",
    links: [
      { context: "ShippingInformation", label: "common.footer.shipping" },
      { context: "ReturnPolicy", label: "common.footer.returns" },
      { context: "ContactTheBrandConsultant", label: "common.footer.consultant" },
    ],
  },
  {
    title: "common.footer.legal",
    links: [
      { context: "Legal_Disclaimer", label: "common.footer.legal_notice" },
      { context: "PrivacyPolicy", label: "common.footer.privacy" },
      { context: "WebsiteSecurityPolicy", label: "common.footer.security" },
    ],
  },
];
