import * as z from "zod/mini";
import { otpDigits } from "./limits.ts";

export const recoveryCodesMade = 10;
/** Sixteen signs of base 32 in groups of four, as they are shown; typed with or without hyphens, in small letters too. */
export const recoveryCodePattern = /^(?:[a-z2-7]{4}-?){3}[a-z2-7]{4}$/i;
export const sixDigits = new RegExp(`^\\d{${otpDigits}}$`);

export const secondStepAnswer = z.object({ is_on: z.boolean(), recovery_codes_left: z.int() });
export type SecondStep = z.infer<typeof secondStepAnswer>;

/** Base 32, as authenticator apps read it. */
export const secondStepSecret = z.object({ secret: z.string() });

export const secondStepCode = z.strictObject({
  code: z.string().check(z.regex(sixDigits, "invalid")),
});

/** Shown once; the shop keeps their hashes. */
export const recoveryCodesAnswer = z.object({ recovery_codes: z.array(z.string()) });
