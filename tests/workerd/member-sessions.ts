/** Sessions of Mei's as the verbs about them find them, and an upstream that knows her. */
import type { ErrorCode } from "#contract/errors";
import { ShopError } from "../../worker/errors/shop-error.ts";
import { encryptToken, sha256Hex } from "../../worker/platform/crypto.ts";
import { firstRefreshToken } from "../../worker/shop/sessions/tokens.ts";
import { sessions } from "../../worker/store/schema.ts";
import { db, signInMei } from "./database.ts";
import { key, type Answers } from "./ports.ts";

export const here = "mei-s-own-browser";
export const actor = { memberId: "mei", sessionId: here };
export const cookies = { sid: "cookie" };

/** A session whose upstream tokens open. @returns its refresh token. */
export async function signIn(changes: Parameters<typeof signInMei>[0] = {}): Promise<string> {
  const id = changes.id ?? here;
  const token = firstRefreshToken(id);
  const upstreamAccess = await encryptToken(key, `token of ${id}`, id);
  const upstreamRefresh = await encryptToken(key, JSON.stringify(cookies), id);
  const tokens = { upstreamAccess, upstreamRefresh };
  await signInMei({ id, ...tokens, ...changes }, await sha256Hex(token));
  return token;
}

const me = {
  id: "mei",
  email: "mei@example.test",
  first_name: "Meiling",
  last_name: "Chen",
  company_name: "Rosewood",
};
export const welcoming: Answers = (path) =>
  path === "/members/me" ? me : { access_token: "renewed" };
export const failing =
  (error: Error, at: string): Answers =>
  (path, request) =>
    path === at ? error : welcoming(path, request);
export const refused = (code: ErrorCode, status = 401) => new ShopError(code, { status });

export async function forgetSessions(): Promise<void> {
  await db.run("DELETE FROM refresh_tokens");
  await db.delete(sessions);
}

/** Why each session has ended. */
export const reasons = async () =>
  Object.fromEntries(
    (await db.select().from(sessions)).map(({ id, endReason }) => [id, endReason]),
  );
