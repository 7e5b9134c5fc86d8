import * as z from "zod/mini";
import type { PasswordPolicy } from "#contract/auth";
import type { Registration } from "#contract/member";
import { command, endpoint, form, json } from "./endpoint.ts";
import { flag, maybe, otherwise, text, time, timeOf, whole } from "./tolerant.ts";

/** Rules that the upstream leaves out are not checked on the page; the upstream checks the new password anyway. */
export const getPasswordPolicy = endpoint({
  group: "identity",
  method: "GET",
  path: "/auth/password-policy",
  answer: z.object({
    min_length: otherwise(whole, 8),
    max_length: otherwise(whole, 128),
    requires_uppercase: otherwise(flag, false),
    requires_lowercase: otherwise(flag, false),
    requires_digit: otherwise(flag, false),
    requires_special: otherwise(flag, false),
    special_characters: otherwise(text, ""),
  }),
  translate: (policy): PasswordPolicy => policy,
});

export const registerMember = command({
  group: "identity",
  method: "POST",
  path: "/auth/register",
  sends: json<Registration>(),
});

export const forgetPassword = command({
  group: "identity",
  method: "POST",
  path: "/auth/forgot-password",
  sends: json<{ email: string; language: string }>(),
});

export const changePassword = command({
  group: "identity",
  method: "POST",
  path: "/auth/change-password",
  sends: json<{ old_password: string; new_password: string; confirm_password: string }>(),
});

export interface UpstreamAccess {
  token: string;
  mustChangePassword: boolean;
}
export type PasswordVerdict =
  | { isSignedIn: true; access: UpstreamAccess }
  | { isSignedIn: false; tempToken: string };

const accessFields = { access_token: text, must_change_password: otherwise(flag, false) };
const accessOf = (answer: {
  access_token: string;
  must_change_password: boolean;
}): UpstreamAccess => ({
  token: answer.access_token,
  mustChangePassword: answer.must_change_password,
});

export const verifyPassword = endpoint({
  group: "identity",
  method: "POST",
  path: "/auth/login/password-verify",
  sends: form<{ username: string; password: string }>(),
  answer: z
    .object({
      ...accessFields,
      access_token: maybe(text),
      temp_token: maybe(text),
      requires_2fa: maybe(flag),
    })
    .check(z.refine(({ access_token, temp_token }) => Boolean(access_token ?? temp_token))),
  translate: ({
    access_token,
    temp_token,
    requires_2fa,
    must_change_password,
  }): PasswordVerdict => {
    const owesCode = temp_token !== null && (requires_2fa === true || access_token === null);
    if (owesCode) return { isSignedIn: false, tempToken: temp_token };
    return {
      isSignedIn: true,
      access: accessOf({ access_token: access_token ?? "", must_change_password }),
    };
  },
});

/** Needs the temporary token as bearer. Without a readable expiry the caller assumes the longest life of a code. */
export const requestOtp = endpoint({
  group: "identity",
  method: "POST",
  path: "/auth/login/request-otp",
  sends: json<{ language_code: string }>(),
  answer: z.object({ expires_at: maybe(time) }),
  translate: ({ expires_at }, _params, reading) => ({
    expiresAt: timeOf(expires_at, reading),
  }),
  fallback: { expiresAt: null },
});

export const verifyOtp = endpoint({
  group: "identity",
  method: "POST",
  path: "/auth/login/verify-otp",
  sends: json<{ code: string }>(),
  answer: z.object(accessFields),
  translate: accessOf,
});

export const refreshTokens = endpoint({
  group: "identity",
  method: "POST",
  path: (paths) => paths.refresh,
  answer: z.object(accessFields),
  translate: accessOf,
});

/** In no document. At an upstream without it the tokens simply expire. */
export const logOut = command({ group: "identity", method: "POST", path: "/auth/logout" });
