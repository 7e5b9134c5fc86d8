/** Signing in (account 3, 4 and 7). */
import * as z from "zod/mini";
import { email } from "./fields.ts";
import { locales } from "./locales.ts";

export interface PasswordPolicy {
  min_length: number;
  max_length: number;
  requires_uppercase: boolean;
  requires_lowercase: boolean;
  requires_digit: boolean;
  requires_special: boolean;
  special_characters: string;
}

const longestPassword = 1024;

/** The user name is the e-mail. */
export const signInForm = z.strictObject({
  username: email,
  password: z.string().check(z.minLength(1), z.maxLength(longestPassword)),
});

export interface SecondStepOwed {
  temp_token: string;
  requires_2fa: true;
}

interface DocumentedAccess {
  access_token: string;
  must_change_password: boolean;
}
/** Beyond the documents. */
interface AccessAdditions {
  token_type: "bearer";
  /** Seconds. */
  expires_in: number;
}
export type Access = DocumentedAccess & AccessAdditions;

export const requestOtpBody = z.strictObject({ language_code: z.enum(locales) });
export const verifyOtpBody = z.strictObject({ code: z.string().check(z.regex(/^\d{6}$/)) });

const password = z.string().check(
  z.minLength(1),
  z.maxLength(longestPassword),
  z.refine((value) => value.isWellFormed()),
);
export const changePasswordBody = z.strictObject({
  old_password: password,
  new_password: password,
  confirm_password: password,
});
export type ChangePassword = z.infer<typeof changePasswordBody>;

export const forgotPasswordBody = z.strictObject({ email, language: z.enum(locales) });
