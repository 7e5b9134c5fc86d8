/** What the checkout shows before one pays. The law that is named is Taiwan's: orders go there. */
import { withBrandFacts } from "../../../brand/brand.ts";
import type { Locale } from "../wire.ts";
import texts from "./custom-texts.json" with { type: "json" };

export function customTextsIn(locale: Locale): { type: string; text: string }[] {
  const { notices, checkbox, modal } = texts[locale];
  return [
    { type: "checkout_important_notices", text: notices.join("\n") },
    { type: "checkout_checkbox_text", text: checkbox },
    { type: "checkout_modal_content", text: withBrandFacts(modal.join("\n\n"), locale) },
  ];
}
