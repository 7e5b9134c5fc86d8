/**
 * Puts a member into the upstream's database as registering, reading the mail and choosing a password leave one. That way costs
 * four slow hashes and has tests of its own; a stored hash names its own cost, so a test's may be checked in no time.
 */
import { randomBytes, scryptSync } from "node:crypto";
import { phoneKeyOf } from "../../worker/stand-ins/upstream/store/members.ts";
import type { D1Like } from "./shop.ts";

export interface Registration {
  first_name: string;
  last_name: string;
  email: string;
  country: string;
  country_code: string;
  phone: string;
  address: string;
  is_business: boolean;
  company_name: string | null;
  tax_id: string | null;
  language_code: string;
}

export async function storeMember(
  database: D1Like,
  form: Registration,
  password: string,
): Promise<void> {
  const row = {
    id: randomBytes(16).toString("hex"),
    ...form,
    is_business: form.is_business ? 1 : 0,
    phone_key: phoneKeyOf(form.country_code, form.phone),
    password_hash: quickHash(password),
    must_change_password: 0,
    two_step: 0,
    state: "active",
    created_at: Date.now(),
  };
  const names = Object.keys(row);
  const sql = `INSERT INTO members (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`;
  await database
    .prepare(sql)
    .bind(...Object.values(row))
    .run();
}

function quickHash(password: string): string {
  const cost = { N: 2, r: 1, p: 1 };
  const salt = randomBytes(16);
  const digest = scryptSync(password, salt, 32, cost);
  return ["scrypt", cost.N, cost.r, cost.p, salt.toString("hex"), digest.toString("hex")].join("$");
}
