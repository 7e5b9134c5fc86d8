/** `worker/shop/sessions/as-member.ts`: upstreams that renew tokens in their own ways. */
import { expect, test } from "vitest";
import { ShopError } from "../../worker/errors/shop-error.ts";
import { encryptToken } from "../../worker/platform/crypto.ts";
import { refreshUpstreamTokens } from "../../worker/shop/sessions/as-member.ts";
import { findLiveSession, type SessionRow } from "../../worker/store/sessions.ts";
import type { CookieJar } from "../../worker/upstream/cookie-jar.ts";
import { db, noon, refuses, signInMei } from "./database.ts";
import { key, mei, portsWith, type Answers } from "./ports.ts";

async function session(): Promise<SessionRow> {
  const found = await findLiveSession(db, mei.sessionId, noon);
  if (found === null) throw new Error("the session is over");
  return found;
}

async function begin(jar: CookieJar): Promise<void> {
  const upstreamRefresh = await encryptToken(key, JSON.stringify(jar), mei.sessionId);
  await signInMei({ upstreamRefresh });
}

const refresh = async (answers: Answers) =>
  refreshUpstreamTokens(portsWith({ answers }).deps, await session());

test("an upstream that never sets its cookie anew is asked with the old one, time after time", async () => {
  await begin({ sid: "first" });
  const { deps, asked } = portsWith({ answers: () => ({ access_token: "next" }) });
  for (let count = 0; count < 3; count += 1) await refreshUpstreamTokens(deps, await session());
  expect(asked.map(({ cookies }) => cookies)).toEqual([1, 2, 3].map(() => ({ sid: "first" })));
  expect((await session()).upstreamVersion).toBe(3);
});

test.each([401, 403, 400] as const)(
  "an upstream that refuses with %i ends the session",
  async (status) => {
    await begin({ sid: "first" });
    const refused = refresh(() => {
      throw new ShopError("upstream_refused", { status });
    });
    await refuses(refused, "token_revoked");
    expect(await findLiveSession(db, mei.sessionId, noon)).toBeNull();
  },
);

test.each(["upstream_timeout", "upstream_unavailable", "too_many_requests"] as const)(
  "after %s the session goes on, and the next request may ask at once",
  async (code) => {
    await begin({ sid: "first" });
    const failed = refresh(() => {
      throw new ShopError(code);
    });
    await refuses(failed, code);
    expect(await refresh(() => ({ access_token: "renewed" }))).toMatchObject({
      upstreamVersion: 1,
    });
  },
);
