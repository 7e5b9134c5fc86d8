import * as z from "zod/mini";
import type { ChangePasswordBody, PasswordPolicy } from "#contract/auth";
import type { Registration } from "#contract/member";
import { command, endpoint, form, json } from "./endpoint.ts";
import { each, flag, maybe, otherwise, text, time, timeOf, whole } from "./tolerant.ts";

/** A rule that is left out is not checked on the page; the upstream checks it anyway. */
export const getPasswordPolicy = endpoint("identity", "GET", "/auth/password-policy", {
  answer: z.object({
    min_length: otherwise(whole, 8),
    max_length: otherwise(whole, 128),
    ...each(otherwise(flag, false), "requires_uppercase", "requires_lowercase"),
    ...each(otherwise(flag, false), "requires_digit", "requires_special"),
    special_characters: otherwise(text, ""),
  }),
  translate: (policy): PasswordPolicy => policy,
});

export const registerMember = command("identity", "POST", "/auth/register", json<Registration>());

export const forgetPassword = command(
  "identity",
  "POST",
  "/auth/forgot-password",
  json<{ email: string; language: string }>(),
);

export const changePassword = command(
  "identity",
  "POST",
  "/auth/change-password",
  json<ChangePasswordBody>(),
);

type PasswordVerdict =
  | { isSignedIn: true; access: UpstreamAccess }
  | { isSignedIn: false; tempToken: string };

const accessFields = { access_token: text, must_change_password: otherwise(flag, false) };
const access = z.object(accessFields);
const accessOf = (answer: z.output<typeof access>) => ({
  token: answer.access_token,
  mustChangePassword: answer.must_change_password,
});
export type UpstreamAccess = ReturnType<typeof accessOf>;

export const verifyPassword = endpoint("identity", "POST", "/auth/login/password-verify", {
  sends: form<{ username: string; password: string }>(),
  answer: z
    .object({
      ...accessFields,
      access_token: maybe(text),
      temp_token: maybe(text),
      requires_2fa: maybe(flag),
    })
    .check(z.refine(({ access_token, temp_token }) => Boolean(access_token ?? temp_token))),
  translate: ({ access_token, temp_token, requires_2fa, ...rest }): PasswordVerdict => {
    const owesCode = temp_token !== null && (requires_2fa === true || access_token === null);
    return owesCode
      ? { isSignedIn: false, tempToken: temp_token }
      : { isSignedIn: true, access: accessOf({ access_token: access_token ?? "", ...rest }) };
  },
});

/** The bearer is the temporary token. Without an expiry the caller assumes the longest one. */
export const requestOtp = endpoint("identity", "POST", "/auth/login/request-otp", {
  sends: json<{ language_code: string }>(),
  answer: z.object({ expires_at: maybe(time) }),
  translate: ({ expires_at }, _params, reading) => ({ expiresAt: timeOf(expires_at, reading) }),
  fallback: { expiresAt: null },
});

export const verifyOtp = endpoint("identity", "POST", "/auth/login/verify-otp", {
  sends: json<{ code: string }>(),
  answer: access,
  translate: accessOf,
});

export const refreshTokens = endpoint("identity", "POST", "UPSTREAM_REFRESH_PATH", {
  answer: access,
  translate: accessOf,
});

/** In no document. At an upstream without it the tokens simply expire. */
export const logOut = command("identity", "POST", "/auth/logout");
