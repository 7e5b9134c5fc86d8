/** The script of the page of components, in the page's language. */
import { createRoot } from "react-dom/client";
import {
  fallbackLocale,
  locales,
  localeTable,
  namespaces,
} from "../../../worker/contract/locales.ts";
import { addMessages } from "../../../web/i18n/messages.ts";
import { LocaleContext } from "../../../web/i18n/translate.ts";
import "../../../web/styles/tokens.css";
import "../../../web/styles/base.css";
import { ComponentsPage } from "./ComponentsPage.tsx";

const texts = import.meta.glob("../../../worker/content/locales/*/*.json", {
  eager: true,
  import: "default",
});
const locale =
  locales.find((one) => localeTable[one].htmlLang === document.documentElement.lang) ??
  fallbackLocale;
for (const namespace of namespaces)
  addMessages(
    locale,
    namespace,
    texts[`../../../worker/content/locales/${locale}/${namespace}.json`],
  );
createRoot(document.getElementById("root")!).render(
  <LocaleContext value={locale}>
    <ComponentsPage />
  </LocaleContext>,
);
