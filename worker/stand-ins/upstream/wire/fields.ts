/** Schemas of single values. Lengths count code points; control characters and lone surrogates are refused. */
import * as z from "zod/mini";

// oxlint-disable-next-line no-control-regex -- refusing control characters is the point
const controlCharacters = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/;

const isCleanText = (value: string) => value.isWellFormed() && !controlCharacters.test(value);

/** Free text of `min` to `max` code points, kept as NFC. */
export function text(max: number, min = 0) {
  return z.pipe(
    z.string().check(z.maxLength(max * 2), z.refine(isCleanText)),
    z.pipe(
      z.transform((value: string) => value.normalize("NFC")),
      z.string().check(
        z.refine((value) => [...value].length <= max, { abort: true }),
        z.refine((value) => value.trim().length >= min),
      ),
    ),
  );
}

/** Full-width digits and letters become plain ones. */
const folded = (maxSent: number) =>
  z.pipe(
    z.string().check(z.maxLength(maxSent)),
    z.transform((value: string) => value.normalize("NFKC").trim()),
  );

export const idPattern = /^[A-Za-z0-9_-]{1,64}$/;
export const id = z.string().check(z.regex(idPattern));

const emailPattern =
  /^[^\s@<>()[\],;:\\"]{1,64}@[^\s@<>()[\],;:\\"]{1,189}\.[^\s@<>()[\],;:\\".]{2,63}$/u;
export const email = z.pipe(
  folded(254),
  z.string().check(z.regex(emailPattern), z.refine(isCleanText)),
);

/** Five digits or more after leading zeros. */
export const phone = z.pipe(
  folded(40),
  z.string().check(z.regex(/^(?=[\D0]*[1-9](?:\D*\d){4})[\d\-+() ]{1,20}$/)),
);
export const dialCode = z.string().check(z.regex(/^\+\d{1,4}$/));

/** Shop 5: eight digits in Taiwan; other countries' formats are not checked. */
export const taiwanTaxIdPattern = /^\d{8}$/;
export const taxId = z.pipe(folded(100), text(50));

export const whole = (min: number, max: number) => z.int().check(z.gte(min), z.lte(max));
