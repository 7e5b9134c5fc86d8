import * as z from "zod/mini";
import { email, text } from "./fields.ts";
import { locales } from "./locales.ts";
import { otpDigits } from "./limits.ts";

export const recoveryCodesMade = 10;
/** Sixteen signs of base 32, shown in groups of four; hyphens and capitals do not matter. */
export const recoveryCodePattern = /^(?:[a-z2-7]{4}-?){3}[a-z2-7]{4}$/i;
export const sixDigits = new RegExp(`^\\d{${otpDigits}}$`);

export const secondStepAnswer = z.object({ is_on: z.boolean(), recovery_codes_left: z.int() });
export type SecondStep = z.infer<typeof secondStepAnswer>;

export const secondStepSecret = z.object({ secret: z.string() });

export const secondStepCode = z.strictObject({
  code: z.string().check(z.regex(sixDigits, "invalid")),
});

export const recoveryCodesAnswer = z.object({ recovery_codes: z.array(z.string()) });

export const passwordPolicy = z.object({
  min_length: z.int(),
  max_length: z.int(),
  requires_uppercase: z.boolean(),
  requires_lowercase: z.boolean(),
  requires_digit: z.boolean(),
  requires_special: z.boolean(),
  special_characters: z.string(),
});
export type PasswordPolicy = z.infer<typeof passwordPolicy>;

const password = z.string().check(
  z.minLength(1, "required"),
  z.maxLength(1024, "too_long"),
  z.refine((value) => value.isWellFormed(), "invalid"),
);
export const signInForm = z.strictObject({ username: email, password });
export type SignInForm = z.infer<typeof signInForm>;

/** The older store's form: what OAuth clients send beside the two is ignored. */
export const legacySignInForm = z.object(signInForm.shape);

const accessTokenAnswer = z.object({
  access_token: z.string(),
  token_type: z.literal("bearer"),
  expires_in: z.int(),
  must_change_password: z.boolean(),
});
export type AccessTokenAnswer = z.infer<typeof accessTokenAnswer>;

/** Without `second_step` the code comes by mail; after it one of the member's app may be owed. */
export const signInAnswer = z.union([
  z.object({
    temp_token: z.string(),
    requires_2fa: z.literal(true),
    second_step: z.optional(z.literal("app")),
  }),
  accessTokenAnswer,
]);
export type SignInAnswer = z.infer<typeof signInAnswer>;

export const requestOtpBody = z.strictObject({ language_code: z.enum(locales) });
/** `expires_at` and `resend_at` are ISO instants. */
export const requestOtpAnswer = z.object({ expires_at: z.string(), resend_at: z.string() });
export type RequestOtpAnswer = z.infer<typeof requestOtpAnswer>;

/** Six digits, or where the code is an app's, a recovery code. */
export const verifyOtpBody = z.strictObject({
  code: z
    .string()
    .check(z.refine((code) => sixDigits.test(code) || recoveryCodePattern.test(code), "invalid")),
});

export const changePasswordBody = z.strictObject({
  old_password: password,
  new_password: password,
  confirm_password: password,
});
export type ChangePasswordBody = z.infer<typeof changePasswordBody>;

/** The password once more, before what nobody else at an open browser may do. */
export const passwordConfirmation = z.strictObject({ password });

export const forgotPasswordBody = z.strictObject({ email, language: z.enum(locales) });

/** Instants are ISO text; `place` is an ISO country code or null. */
const session = z.object({
  id: z.string(),
  browser: text(200),
  place: z.nullable(z.string()),
  created_at: z.string(),
  last_seen_at: z.string(),
  current: z.boolean(),
});
export const sessionList = z.object({ data: z.array(session) });
export type Session = z.infer<typeof session>;
