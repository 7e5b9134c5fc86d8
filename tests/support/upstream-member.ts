/** Somebody who talks to the upstream itself. Nobody shares a member. */
import { randomInt } from "node:crypto";
import type { UpstreamAlone } from "./shop.ts";
import type { Json } from "./shopper.ts";
import { storeMember } from "./stored-member.ts";

export interface UpstreamAnswer {
  status: number;
  headers: Headers;
  body: Json;
}

export interface Call {
  json?: unknown;
  form?: Record<string, string>;
  token?: string;
  headers?: Record<string, string>;
}

export interface UpstreamMember {
  email: string;
  password: string;
  token: string;
  /** `refresh_token=…`, as a Cookie header takes it. */
  cookie: string;
}

/** Something that answers under /api/v1. */
export type Reachable = Pick<UpstreamAlone, "fetch">;

/** Paths are below /api/v1. */
export async function call(
  upstream: Reachable,
  method: string,
  path: string,
  { json, form, token, headers = {} }: Call = {},
): Promise<UpstreamAnswer> {
  const body =
    form === undefined
      ? json === undefined
        ? null
        : JSON.stringify(json)
      : new URLSearchParams(form).toString();
  const type = form === undefined ? "application/json" : "application/x-www-form-urlencoded";
  const sent = {
    ...(body === null ? {} : { "Content-Type": type }),
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    ...headers,
  };
  const response = await upstream.fetch(`/api/v1${path}`, { method, headers: sent, body });
  const text = await response.text();
  const isJson = response.headers.get("Content-Type")?.includes("json") ?? false;
  return {
    status: response.status,
    headers: response.headers,
    body: isJson && text !== "" ? JSON.parse(text) : text,
  };
}

export const uniqueEmail = () => `member-${randomInt(1e12)}@example.test`;
export const uniquePhone = () => `09${randomInt(1e8).toString().padStart(8, "0")}`;

export function registrationOf(email: string, change: Record<string, unknown> = {}) {
  return {
    first_name: "Noor",
    last_name: "Haddad",
    email,
    country: "TW",
    country_code: "+886",
    phone: uniquePhone(),
    address: "1 Test Road, Taipei",
    is_business: false,
    company_name: null,
    tax_id: null,
    language_code: "en",
    ...change,
  };
}

export async function mailsTo(
  upstream: Reachable,
  email: string,
): Promise<{ to: string; subject: string; text: string; code?: string; password?: string }[]> {
  return (
    await upstream.fetch(`/local/mail.json?to=${encodeURIComponent(email)}`)
  ).json() as Promise<[]>;
}

export const signIn = (upstream: Reachable, email: string, password: string) =>
  call(upstream, "POST", "/auth/login/password-verify", { form: { username: email, password } });

export function cookieOf(answer: UpstreamAnswer): string {
  return answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}

/** Registered only: the password is the mailed one, and it must be changed. */
export async function registerMember(
  upstream: Reachable,
  change: Record<string, unknown> = {},
): Promise<{ email: string; password: string }> {
  const email = uniqueEmail();
  const registered = await call(upstream, "POST", "/auth/register", {
    json: registrationOf(email, change),
  });
  if (registered.status !== 201)
    throw new Error(
      `registration answered ${registered.status}: ${JSON.stringify(registered.body)}`,
    );
  const password = (await mailsTo(upstream, email))[0]?.password;
  if (password === undefined) throw new Error(`no mail with a password for ${email}`);
  return { email, password };
}

/** With a password of their own, signed in. */
export async function newUpstreamMember(
  upstream: UpstreamAlone,
  change: Record<string, unknown> = {},
): Promise<UpstreamMember> {
  const email = uniqueEmail();
  const password = "Vetiver&Rain2026";
  await storeMember(upstream.db, registrationOf(email, change), password);
  const first = await signIn(upstream, email, password);
  if (first.status !== 200)
    throw new Error(`sign-in answered ${first.status}: ${JSON.stringify(first.body)}`);
  return { email, password, token: first.body.access_token, cookie: cookieOf(first) };
}
