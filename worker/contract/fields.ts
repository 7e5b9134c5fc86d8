/** Schemas of single values. Lengths count code points; NUL and lone surrogates are refused. */
import * as z from "zod/mini";

// oxlint-disable-next-line no-control-regex -- refusing control characters is the point
const controlCharacters = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/;

function isCleanText(value: string): boolean {
  return value.isWellFormed() && !controlCharacters.test(value);
}

/** Free text of at most `max` code points, NFC, without control characters. */
export function text(max: number, min = 0) {
  return z.string().check(
    z.maxLength(max * 2),
    z.refine(isCleanText, "invalid"),
    z.normalize("NFC"),
    z.refine((value) => [...value].length <= max, "too_long"),
    z.refine((value) => value.trim().length >= min, "required"),
  );
}

/** What nobody sees, or what changes how the rest is read. Japanese names need variants (VS). */
const hiddenSign = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]|(?!\p{VS})\p{DI}/u;
/** Joiners that are needed: behind a mark, in Arabic writing, between pictures. */
const neededJoiner =
  /([\p{M}\p{Script=Arabic}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200C\u200D](?=[\p{L}\p{Extended_Pictographic}])/gu;

export function line(max: number, min = 0) {
  const isSeen = (value: string) => !hiddenSign.test(value.replace(neededJoiner, "$1"));
  return z.pipe(z.string().check(z.refine(isSeen, "hidden_characters")), text(max, min));
}

export const requiredLine = (max: number) => line(max, 1);

export const idPattern = /^[A-Za-z0-9_-]{1,64}$/;
export const id = z.string().check(z.regex(idPattern, "invalid"));

/** NFKC folds full-width signs, which mean the same in phones, tax ids and e-mail addresses. */
const folded = (max: number, schema: z.ZodMiniType<string, string>) =>
  z.pipe(z.string().check(z.maxLength(max), z.normalize("NFKC"), z.trim()), schema);

export const emailPattern =
  /^[^\s\p{C}\p{DI}@<>()[\],;:\\"]{1,64}@[^\s\p{C}\p{DI}@<>()[\],;:\\"]{1,189}\.[^\s\p{C}\p{DI}@<>()[\],;:\\".]{2,63}$/u;
export const email = folded(254, z.string().check(z.regex(emailPattern, "invalid_email")));

/** At least five digits after leading zeros: fewer is no phone that anybody could be reached by. */
export const phonePattern = /^(?=[\D0]*[1-9](?:\D*\d){4})[\d\-+() ]{1,20}$/;
export const phone = folded(40, z.string().check(z.regex(phonePattern, "invalid_phone")));

/** Taiwan's tax ids have eight digits; other countries' formats are not checked. */
export const taiwanTaxIdPattern = /^\d{8}$/;
export const taxId = (max: number) => folded(max * 2, line(max));

export const whole = (min: number, max: number) => z.int().check(z.gte(min), z.lte(max));

export const wholeInQuery = (min: number, max: number) =>
  z.optional(
    z.pipe(
      z.string().check(z.regex(/^\d{1,7}$/, "invalid")),
      z.pipe(z.transform(Number), whole(min, max)),
    ),
  );
