/** The mails. Subjects are fixed: never a code, a password or anything typed by a member. */
import { withBrandFacts } from "../../../brand/brand.ts";
import type { Locale } from "../wire.ts";
import type { NewMail } from "../store/mails.ts";
import letters from "./letters.json" with { type: "json" };

type Letter = keyof (typeof letters)["en"];

function written(letter: Letter, recipient: string, locale: Locale, secret = ""): NewMail {
  const { subject, text } = letters[locale][letter];
  const words = (template: string) =>
    withBrandFacts(template, locale).replace("{secret}", () => secret);
  return { recipient, locale, subject: words(subject), text: words(text.join("\n\n")) };
}

export function passwordLetter(
  kind: "welcome" | "reset",
  recipient: string,
  locale: Locale,
  password: string,
): NewMail {
  return { ...written(kind, recipient, locale, password), password };
}

export function codeLetter(recipient: string, locale: Locale, code: string): NewMail {
  return { ...written("code", recipient, locale, code), code };
}

export const changedLetter = (recipient: string, locale: Locale): NewMail =>
  written("changed", recipient, locale);
