import { randomBytes, randomInt, randomUUID, scryptSync } from "node:crypto";
import { phoneKeyOf } from "../../worker/stand-ins/upstream/store/members.ts";
import { rows } from "./payments.ts";
import type { D1Like, UpstreamAlone } from "./shop.ts";
import { read, type Answer } from "./shopper.ts";

export type UpstreamAnswer = Answer;

export interface Call {
  json?: unknown;
  form?: Record<string, string>;
  token?: string | undefined;
  headers?: Record<string, string>;
}

export type Reachable = Pick<UpstreamAlone, "fetch">;

export async function call(
  upstream: Reachable,
  method: string,
  path: string,
  { json, form, token, headers = {} }: Call = {},
): Promise<UpstreamAnswer> {
  const body = form === undefined ? JSON.stringify(json) : new URLSearchParams(form).toString();
  const type = form === undefined ? "application/json" : "application/x-www-form-urlencoded";
  const sent = {
    ...(body === undefined ? {} : { "Content-Type": type }),
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    ...headers,
  };
  return read(
    await upstream.fetch(`/api/v1${path}`, { method, headers: sent, body: body ?? null }),
  );
}

export const uniqueEmail = () => `member-${randomInt(1e12)}@example.test`;
const uniquePhone = () => `09${randomInt(1e8).toString().padStart(8, "0")}`;

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

interface Mail {
  to: string;
  subject: string;
  text: string;
  code?: string;
  password?: string;
}

export async function mailsTo(at: Reachable, email: string): Promise<Mail[]> {
  const { body } = await at.fetch(`/local/mail.json?to=${encodeURIComponent(email)}`).then(read);
  return Array.isArray(body) ? body : body.data;
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
  const json = registrationOf(email, change);
  const { status, body } = await call(upstream, "POST", "/auth/register", { json });
  if (status !== 201) throw new Error(`registration: ${status} ${JSON.stringify(body)}`);
  const password = (await mailsTo(upstream, email))[0]?.password;
  if (password === undefined) throw new Error(`no mail with a password for ${email}`);
  return { email, password };
}

// As registering, reading the mail and choosing a password leave one. That way costs four slow hashes and has tests of its own; a
// stored hash names its own cost, so a test's may be checked in no time.
export async function storeMember(
  database: D1Like,
  form: ReturnType<typeof registrationOf>,
  password: string,
): Promise<void> {
  const cost = { N: 2, r: 1, p: 1 };
  const salt = randomBytes(16);
  const digest = scryptSync(password, salt, 32, cost).toString("hex");
  const row = {
    id: randomBytes(16).toString("hex"),
    ...form,
    is_business: form.is_business ? 1 : 0,
    phone_key: phoneKeyOf(form.country_code, form.phone),
    password_hash: ["scrypt", cost.N, cost.r, cost.p, salt.toString("hex"), digest].join("$"),
    must_change_password: 0,
    two_step: 0,
    state: "active",
    created_at: Date.now(),
  };
  const names = Object.keys(row);
  const sql = `INSERT INTO members (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`;
  await rows(database, sql, ...Object.values(row));
}

async function newUpstreamMember(upstream: UpstreamAlone, change: Record<string, unknown> = {}) {
  const email = uniqueEmail();
  const password = "Vetiver&Rain2026";
  await storeMember(upstream.db, registrationOf(email, change), password);
  const first = await signIn(upstream, email, password);
  if (first.status !== 200) throw new Error(`sign-in: ${first.status}`);
  return { email, password, token: first.body.access_token, cookie: cookieOf(first) };
}

export const talkTo = (upstream: UpstreamAlone) => ({
  get: (path: string, token?: string) => call(upstream, "GET", path, { token }),
  post: (path: string, options: Call = {}) => call(upstream, "POST", path, options),
  send: (method: string, path: string, token: string, json?: unknown) =>
    call(upstream, method, path, { token, json }),
  checkOut: (token: string, json: unknown, key: string = randomUUID()) =>
    call(upstream, "POST", "/cart/checkout", { token, json, headers: { "Idempotency-Key": key } }),
  refresh: (Cookie: string) => call(upstream, "POST", "/auth/refresh", { headers: { Cookie } }),
  newMember: (change: Record<string, unknown> = {}) => newUpstreamMember(upstream, change),
  signIn: (email: string, password: string) => signIn(upstream, email, password),
  mails: (email: string) => mailsTo(upstream, email),
  write: (sql: string, ...values: unknown[]) =>
    rows<Record<string, unknown>>(upstream.db, sql, ...values),
});

export function sampleLine(change: Record<string, unknown> = {}) {
  return {
    id: "line-1",
    productIds: ["hinoki-rain", "cedar-library", "yuzu-morning"],
    label: "SL-001, SL-002, SL-008",
    price: 100,
    itemType: "JAR",
    type: "SAMPLE",
    amount: 1,
    concentration: null,
    surveyResponseId: null,
    userAnswer: null,
    createdAt: "2026-11-21T08:00:00.000Z",
    ...change,
  };
}

export function finishedLine(change: Record<string, unknown> = {}) {
  const finished = {
    productIds: ["hinoki-rain"],
    label: "SL-001",
    type: "FINISHED_PRODUCT",
    amount: 100,
    concentration: "RICH",
  };
  return sampleLine({ ...finished, price: 38_000, ...change });
}

export function checkoutOf(lines: object[], change: Record<string, unknown> = {}) {
  return {
    customer_name: "Noor Haddad",
    customer_address: "1 Test Road, Taipei",
    customer_phone: "0912345678",
    customer_email: "noor@example.test",
    customer_note: "Ring twice",
    pay_type: "ecpay",
    country: "TW",
    currency: "TWD",
    tax_id: "",
    invoice_type: "B2C",
    carrier_type: "",
    carrier_num: "",
    love_code: "",
    cart_items: lines,
    ...change,
  };
}
