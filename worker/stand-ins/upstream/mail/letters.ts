/** The mails. Subjects are fixed: never a code, a password or anything typed by a member. */
import type { Locale } from "../wire.ts";
import type { NewMail } from "../store/mails.ts";
import letters from "./letters.json" with { type: "json" };

type Letter = keyof (typeof letters)["en"];

function written(letter: Letter, recipient: string, locale: Locale, secret = ""): NewMail {
  const { subject, text } = letters[locale][letter];
  return { recipient, locale, subject, text: text.join("\n\n").replace("{secret}", () => secret) };
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
