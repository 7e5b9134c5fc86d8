import { afterAll, beforeAll, expect, test } from "vitest";
import { longTest, sized } from "../support/experiment.ts";
import { newMember, type NewMember } from "../support/new-member.ts";
import { startShop, type Shop } from "../support/shop.ts";
import { newShopper, type Shopper } from "../support/shopper.ts";
import { together } from "../support/together.ts";
import { expireUpstreamAccess, stageFault, upstreamTokens } from "../support/upstream-state.ts";

const refreshName = "__Host-sillage_refresh";
const minute = 60_000;
const day = 24 * 60 * minute;

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());

/** Another browser of the same member. */
async function signInElsewhere(
  member: NewMember,
  headers: Record<string, string> = {},
): Promise<Shopper> {
  const shopper = newShopper(shop);
  const answer = await shopper.form(
    "/auth/login/password-verify",
    { username: member.email, password: member.password },
    headers,
  );
  expect(answer.status).toBe(200);
  shopper.token = answer.body.access_token;
  return shopper;
}

const refreshTokenOf = (shopper: Shopper) => shopper.cookies.get(refreshName) ?? "";
const sessionIdOf = (shopper: Shopper) => refreshTokenOf(shopper).split(".")[0] ?? "";
const refreshWith = (token: string) =>
  newShopper(shop).send("POST", "/auth/refresh", undefined, { Cookie: `${refreshName}=${token}` });
const successorIn = (answer: { headers: Headers }) =>
  /__Host-sillage_refresh=([^;]+)/.exec(answer.headers.get("Set-Cookie") ?? "")?.[1];
const sessionsOf = (shopper: Shopper) => shopper.get("/auth/sessions");
/** A member call that needs the upstream. */
const whoAmI = (shopper: Shopper) => shopper.send("POST", "/members/login/test-token");
const sql = (text: string, ...values: unknown[]) =>
  shop.db
    .prepare(text)
    .bind(...values)
    .run();

test("Noor signs in and gets a ten-minute token of ids and a cookie that no script can read (R9, R15)", async () => {
  const noor = await newMember(shop);
  const answer = await noor.shopper.signIn(noor.email, noor.password);
  const { access_token, ...rest } = answer.body;
  expect(rest).toEqual({ token_type: "bearer", expires_in: 600, must_change_password: false });
  const payload = JSON.parse(Buffer.from(access_token.split(".")[1], "base64url").toString());
  expect(Object.keys(payload).sort()).toEqual(["aud", "exp", "iat", "iss", "sid", "sub"]);
  expect(payload.exp - payload.iat).toBeLessThanOrEqual(600);
  const cookie = answer.headers.get("Set-Cookie") ?? "";
  for (const attribute of ["HttpOnly", "Secure", "SameSite=Strict", "Path=/"])
    expect(cookie).toContain(attribute);
  expect(cookie).not.toMatch(/domain=/i);
  const rows = await shop.db
    .prepare("SELECT hash, session_id FROM refresh_tokens WHERE session_id = ?")
    .bind(sessionIdOf(noor.shopper))
    .all();
  expect(JSON.stringify(rows.results)).not.toContain(refreshTokenOf(noor.shopper));
});

test("the database holds the upstream's tokens only sealed, and the browser gets none of them (R61)", async () => {
  const noor = await newMember(shop);
  const row = await shop.db
    .prepare("SELECT upstream_access, upstream_refresh FROM sessions WHERE id = ?")
    .bind(sessionIdOf(noor.shopper))
    .first();
  expect(JSON.stringify(row)).not.toMatch(/su[art]_/);
  const answer = await noor.shopper.signIn(noor.email, noor.password);
  expect(JSON.stringify(answer.body) + answer.headers.get("Set-Cookie")).not.toMatch(/su[art]_/);
});

test(
  "tabs that refresh at once all stay signed in, with one and the same successor (R11, R12, E4)",
  longTest,
  async () => {
    const noor = await newMember(shop);
    for (let family = 0; family < sized(2, 100); family += 1) {
      const shopper = await signInElsewhere(noor);
      const old = refreshTokenOf(shopper);
      const answers = await together(shop, sized(12, 50), () => refreshWith(old));
      expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
      const successors = new Set(answers.map(successorIn));
      expect(successors.size).toBe(1);
      expect(successors.has(old)).toBe(false);
      const rows = await shop.db
        .prepare("SELECT generation FROM refresh_tokens WHERE session_id = ? ORDER BY generation")
        .bind(sessionIdOf(shopper))
        .all();
      expect(rows.results).toEqual([{ generation: 0 }, { generation: 1 }]);
      expect((await refreshWith([...successors][0] ?? "")).status).toBe(200);
    }
  },
);

test("a shopper whose answer got lost tries again and is still signed in (R12)", async () => {
  const noor = await newMember(shop);
  const old = refreshTokenOf(noor.shopper);
  const lost = await refreshWith(old);
  const again = await refreshWith(old);
  expect(again.status).toBe(200);
  expect(successorIn(again)).toBe(successorIn(lost));
});

test("a token replayed after the grace ends the whole family and is logged (R12, R74)", async () => {
  const noor = await newMember(shop);
  const stolen = refreshTokenOf(noor.shopper);
  const refreshed = await noor.shopper.send("POST", "/auth/refresh");
  noor.shopper.token = refreshed.body.access_token;
  await sql(
    "UPDATE refresh_tokens SET used_at = used_at - 31000 WHERE session_id = ? AND generation = 0",
    sessionIdOf(noor.shopper),
  );
  const replay = await refreshWith(stolen);
  expect([replay.status, replay.body.code]).toEqual([401, "token_revoked"]);
  expect((await noor.shopper.send("POST", "/auth/refresh")).status).toBe(401);
  expect((await sessionsOf(noor.shopper)).body.code).toBe("token_revoked");
  const line = shop.logs().find((text) => text.includes("session.refresh_replay"));
  expect(line).toContain(sessionIdOf(noor.shopper));
  expect(line).not.toContain(stolen);
});

test("a token two generations old ends the family even within the grace (R12)", async () => {
  const noor = await newMember(shop);
  const first = refreshTokenOf(noor.shopper);
  await noor.shopper.send("POST", "/auth/refresh");
  await noor.shopper.send("POST", "/auth/refresh");
  expect((await refreshWith(first)).body.code).toBe("token_revoked");
  expect((await noor.shopper.send("POST", "/auth/refresh")).body.code).toBe("token_revoked");
});

test("a made-up, cut or missing refresh token is 401 and harms nobody (R14)", async () => {
  const noor = await newMember(shop);
  const real = refreshTokenOf(noor.shopper);
  const [session = "", , secret = ""] = real.split(".");
  const made = [
    `${session}.0.${"A".repeat(43)}`,
    `${session}.1.${secret}`,
    `${session}.9.${secret}`,
    real.slice(0, -1),
    `${real}A`,
    "x",
    `${session}..${secret}`,
  ];
  for (const token of made)
    expect([(await refreshWith(token)).body.code, token]).toEqual(["token_invalid", token]);
  expect((await newShopper(shop).send("POST", "/auth/refresh")).body.code).toBe(
    "refresh_token_missing",
  );
  expect((await noor.shopper.send("POST", "/auth/refresh")).status).toBe(200);
});

test("a cookie that comes twice is refused whole, whichever of them is real (T5)", async () => {
  const noor = await newMember(shop);
  const real = refreshTokenOf(noor.shopper);
  const planted = `${"A".repeat(23)}.0.${"A".repeat(43)}`;
  for (const pair of [
    [real, planted],
    [planted, real],
  ]) {
    const Cookie = pair.map((value) => `${refreshName}=${value}`).join("; ");
    expect(
      (await newShopper(shop).send("POST", "/auth/refresh", undefined, { Cookie })).status,
    ).toBe(401);
  }
  expect((await noor.shopper.send("POST", "/auth/refresh")).status).toBe(200);
});

test("another site can neither refresh nor log out nor sign in for a shopper (R20, E16)", async () => {
  const noor = await newMember(shop);
  const strangers: Record<string, string>[] = [
    { Origin: "https://evil.example" },
    { Origin: "null" },
    { Origin: `${shop.url.protocol}//sibling.${shop.url.host}` },
    { "X-Requested-With": "" },
    { "X-Requested-With": "XMLHttpRequest" },
  ];
  const types = ["application/json", "application/x-www-form-urlencoded", "text/plain"];
  for (const path of ["/auth/refresh", "/auth/logout", "/auth/login/password-verify"]) {
    for (const stranger of strangers) {
      for (const type of types) {
        const answer = await noor.shopper.send("POST", path, undefined, {
          ...stranger,
          "Content-Type": type,
        });
        expect([answer.status, path, stranger, type]).toEqual([403, path, stranger, type]);
        expect(answer.headers.get("Set-Cookie")).toBeNull();
      }
    }
  }
  expect((await noor.shopper.send("POST", "/auth/refresh")).status).toBe(200);
});

test("fourteen idle days end a session, and every refresh starts them anew (R13)", async () => {
  const noor = await newMember(shop);
  const id = sessionIdOf(noor.shopper);
  await sql("UPDATE sessions SET idle_ends_at = ? WHERE id = ?", Date.now() + minute, id);
  expect((await noor.shopper.send("POST", "/auth/refresh")).status).toBe(200);
  const row = await shop.db
    .prepare("SELECT idle_ends_at FROM sessions WHERE id = ?")
    .bind(id)
    .first<{ idle_ends_at: number }>();
  expect((row?.idle_ends_at ?? 0) - Date.now()).toBeGreaterThan(14 * day - minute);
  await sql("UPDATE sessions SET idle_ends_at = ? WHERE id = ?", Date.now() - 1, id);
  expect((await noor.shopper.send("POST", "/auth/refresh")).body.code).toBe("token_revoked");
  expect((await sessionsOf(noor.shopper)).status).toBe(401);
});

test("sixty days end a session however busy it is, and no refresh moves that end (R13)", async () => {
  const noor = await newMember(shop);
  const id = sessionIdOf(noor.shopper);
  const end = Date.now() + 2 * minute;
  await sql("UPDATE sessions SET absolute_ends_at = ? WHERE id = ?", end, id);
  const answer = await noor.shopper.send("POST", "/auth/refresh");
  expect(answer.body.expires_in).toBeLessThanOrEqual(120);
  expect(
    Number(/Max-Age=(\d+)/i.exec(answer.headers.get("Set-Cookie") ?? "")?.[1]),
  ).toBeLessThanOrEqual(120);
  expect(
    await shop.db
      .prepare("SELECT idle_ends_at, absolute_ends_at FROM sessions WHERE id = ?")
      .bind(id)
      .first(),
  ).toEqual({
    idle_ends_at: end,
    absolute_ends_at: end,
  });
  await sql("UPDATE sessions SET absolute_ends_at = ? WHERE id = ?", Date.now() - 1, id);
  expect((await noor.shopper.send("POST", "/auth/refresh")).body.code).toBe("token_revoked");
});

test("logging out ends the session everywhere at once and keeps what the browser remembers of language and cart (R17, R76)", async () => {
  const noor = await newMember(shop);
  const old = refreshTokenOf(noor.shopper);
  const answer = await noor.shopper.send("POST", "/auth/logout");
  expect(answer.status).toBe(204);
  expect(answer.headers.get("Clear-Site-Data")).toBe('"cache"');
  expect(noor.shopper.cookies.has(refreshName)).toBe(false);
  expect((await refreshWith(old)).body.code).toBe("token_revoked");
  expect((await sessionsOf(noor.shopper)).body.code).toBe("token_revoked");
  expect((await whoAmI(noor.shopper)).body.code).toBe("token_revoked");
  await expect
    .poll(async () => (await upstreamTokens(shop, noor.email, "refresh")).at(-1)?.revoked_at)
    .not.toBeNull();
});

test("whoever is not signed in can log out too", async () => {
  expect((await newShopper(shop).send("POST", "/auth/logout")).status).toBe(204);
});

test("signing in again in the same browser ends the session before it (T7)", async () => {
  const noor = await newMember(shop);
  const old = refreshTokenOf(noor.shopper);
  await noor.shopper.signIn(noor.email, noor.password);
  expect(sessionIdOf(noor.shopper)).not.toBe(old.split(".")[0]);
  expect((await refreshWith(old)).body.code).toBe("token_revoked");
  expect((await sessionsOf(noor.shopper)).status).toBe(200);
});

test("a member sees the browsers that are signed in, with the present one marked (R18)", async () => {
  const noor = await newMember(shop);
  await signInElsewhere(noor, {
    "User-Agent":
      "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1",
    "CF-IPCountry": "JP",
  });
  const { body } = await sessionsOf(noor.shopper);
  expect(body.data).toHaveLength(2);
  expect(body.data.find((entry: { current: boolean }) => !entry.current)).toMatchObject({
    browser: "Safari · iPhone",
    place: "JP",
  });
  expect(body.data.find((entry: { current: boolean }) => entry.current).id).toBe(
    sessionIdOf(noor.shopper),
  );
});

test("a member ends one other session with their password, and nobody ends a stranger's (R18, ASVS 7.5.2)", async () => {
  const [noor, stranger] = [await newMember(shop), await newMember(shop)];
  const elsewhere = await signInElsewhere(noor);
  const path = `/auth/sessions/${sessionIdOf(elsewhere)}`;
  const confirmed = { password: noor.password };
  const foreign = await stranger.shopper.send("DELETE", path, confirmed);
  expect([foreign.status, foreign.body.code]).toEqual([404, "not_found"]);
  const unconfirmed = await noor.shopper.send("DELETE", path, { password: "Somebody#2026" });
  expect([unconfirmed.status, unconfirmed.body.code]).toEqual([400, "wrong_old_password"]);
  expect((await noor.shopper.send("DELETE", path)).status).toBe(415);
  expect((await sessionsOf(elsewhere)).status).toBe(200);
  expect((await noor.shopper.send("DELETE", path, confirmed)).status).toBe(204);
  expect((await sessionsOf(elsewhere)).body.code).toBe("token_revoked");
  expect((await elsewhere.send("POST", "/auth/refresh")).status).toBe(401);
  expect((await noor.shopper.send("DELETE", path, confirmed)).status).toBe(404);
  expect((await noor.shopper.send("DELETE", "/auth/sessions/..%2f..%2fx", confirmed)).status).toBe(
    400,
  );
});

test("a member ends all other sessions with their password and stays signed in here (R18, ASVS 7.5.2)", async () => {
  const noor = await newMember(shop);
  const others = await Promise.all([signInElsewhere(noor), signInElsewhere(noor)]);
  for (const wrong of [{}, { password: "" }, { password: noor.password, force: true }])
    expect((await noor.shopper.send("DELETE", "/auth/sessions", wrong)).body.code).toBe(
      "validation_failed",
    );
  const refused = await noor.shopper.send("DELETE", "/auth/sessions", { password: "Not#Mine2026" });
  expect([refused.status, refused.body.code]).toEqual([400, "wrong_old_password"]);
  for (const other of others) expect((await sessionsOf(other)).status).toBe(200);

  const confirmed = { password: noor.password };
  expect((await noor.shopper.send("DELETE", "/auth/sessions", confirmed)).status).toBe(204);
  for (const other of others) expect((await sessionsOf(other)).status).toBe(401);
  expect((await sessionsOf(noor.shopper)).body.data).toHaveLength(1);
  expect((await whoAmI(noor.shopper)).status).toBe(200);
});

test("a member of the second step confirms with the password alone (ASVS 7.5.2)", async () => {
  const noor = await newMember(shop);
  const other = await signInElsewhere(noor);
  await shop.upstreamDb
    .prepare("UPDATE members SET two_step = 1 WHERE email = ?")
    .bind(noor.email)
    .run();
  const confirmed = { password: noor.password };
  expect((await noor.shopper.send("DELETE", "/auth/sessions", confirmed)).status).toBe(204);
  expect((await sessionsOf(other)).status).toBe(401);
});

test("whoever sits at somebody's open browser cannot guess the password there, nor lock the account (R24, ASVS 7.5.2)", async () => {
  const noor = await newMember(shop);
  const other = await signInElsewhere(noor);
  const guess = (password: string) => noor.shopper.send("DELETE", "/auth/sessions", { password });
  for (let success = 0; success < 5; success += 1)
    expect((await guess(noor.password)).status, "only failures count").toBe(204);
  const guesses = await together(shop, 12, (index) => guess(`Guess#${index}-2026`));
  const codes = guesses.map((answer) => answer.body.code);
  expect(codes.filter((code) => code === "wrong_old_password")).toHaveLength(4);
  expect(codes.filter((code) => code === "too_many_requests")).toHaveLength(8);
  const late = await guess(noor.password);
  expect([late.status, late.body.detail.retry_after_seconds > 0]).toEqual([429, true]);
  expect((await other.signIn(noor.email, noor.password)).status, "the account is open").toBe(200);
});

test("a changed password signs the other browsers out and keeps this one (R17, R33)", async () => {
  const noor = await newMember(shop);
  const elsewhere = await signInElsewhere(noor);
  const next = "Cedar&Moss2027";
  const answer = await noor.shopper.send("POST", "/auth/change-password", {
    old_password: noor.password,
    new_password: next,
    confirm_password: next,
  });
  expect([answer.status, answer.body.must_change_password]).toEqual([200, false]);
  expect((await sessionsOf(elsewhere)).status).toBe(401);
  expect((await elsewhere.send("POST", "/auth/refresh")).status).toBe(401);
  noor.shopper.token = answer.body.access_token;
  expect((await whoAmI(noor.shopper)).status).toBe(200);
  expect((await noor.shopper.send("POST", "/auth/refresh")).status).toBe(200);
});

test("ten calls that meet an expired upstream token make one upstream refresh (R61)", async () => {
  const noor = await newMember(shop);
  const before = (await upstreamTokens(shop, noor.email, "refresh")).length;
  for (let burst = 1; burst <= 1; burst += 1) {
    await expireUpstreamAccess(shop, noor.email);
    const answers = await together(shop, 10, () => whoAmI(noor.shopper));
    expect(answers.map((answer) => [answer.status, answer.body.email])).toEqual(
      Array.from({ length: 10 }, () => [200, noor.email]),
    );
    expect(await upstreamTokens(shop, noor.email, "refresh")).toHaveLength(before + burst);
  }
});

test("an upstream in trouble logs nobody out (R61)", async () => {
  const noor = await newMember(shop);
  await expireUpstreamAccess(shop, noor.email);
  await stageFault(shop, "refuse", ["/auth/refresh"]);
  expect((await whoAmI(noor.shopper)).body.code).toBe("upstream_maintenance");
  await stageFault(shop, "garbage", ["/auth/refresh"]);
  expect((await whoAmI(noor.shopper)).body.code).toBe("upstream_garbled");
  await stageFault(shop, "none");
  expect((await whoAmI(noor.shopper)).status).toBe(200);
  expect((await noor.shopper.send("POST", "/auth/refresh")).status).toBe(200);
});

test("an upstream that takes its refresh token back ends the session here (R61)", async () => {
  const noor = await newMember(shop);
  await shop.upstreamDb
    .prepare(
      "UPDATE tokens SET revoked_at = 1 WHERE member_id = (SELECT id FROM members WHERE email = ?)",
    )
    .bind(noor.email)
    .run();
  expect((await whoAmI(noor.shopper)).body.code).toBe("token_revoked");
  expect((await noor.shopper.send("POST", "/auth/refresh")).body.code).toBe("token_revoked");
});

test("sealed tokens copied into another member's row open nothing (R61, T36)", async () => {
  const [noor, victim] = [await newMember(shop), await newMember(shop)];
  await sql(
    "UPDATE sessions SET upstream_access = (SELECT upstream_access FROM sessions WHERE id = ?) WHERE id = ?",
    sessionIdOf(victim.shopper),
    sessionIdOf(noor.shopper),
  );
  expect((await whoAmI(noor.shopper)).body.code).toBe("token_revoked");
});

// Last, because it ends everybody.
test("an operator ends every session by raising the epoch (R18)", async () => {
  const noor = await newMember(shop);
  await sql(
    "INSERT INTO settings (name, value) VALUES ('session_epoch', 1) ON CONFLICT (name) DO UPDATE SET value = value + 1",
  );
  expect((await noor.shopper.send("POST", "/auth/refresh")).body.code).toBe("token_revoked");
  expect((await sessionsOf(noor.shopper)).body.code).toBe("token_revoked");
  await noor.shopper.signIn(noor.email, noor.password);
  expect((await sessionsOf(noor.shopper)).status).toBe(200);
});

const shutOut = (member: NewMember) =>
  shop.upstreamDb
    .prepare("UPDATE members SET state = 'disabled' WHERE email = ?")
    .bind(member.email)
    .run();
const revokedUpstream = async (member: NewMember) =>
  (await upstreamTokens(shop, member.email, "refresh")).map(
    ({ revoked_at }) => revoked_at !== null,
  );

test("a member whom the upstream disables gets no new token, and the session is over (R17, ASVS 7.4.2)", async () => {
  const noor = await newMember(shop);
  await shutOut(noor);
  const renewed = await noor.shopper.send("POST", "/auth/refresh");
  expect([renewed.status, renewed.body.code]).toEqual([401, "token_revoked"]);
  expect((await sessionsOf(noor.shopper)).body.code).toBe("token_revoked");
});

test("the first call that says a member is disabled ends the session for all others (R17, ASVS 7.4.2)", async () => {
  const noor = await newMember(shop);
  await shutOut(noor);
  expect((await noor.shopper.get("/members/me")).body.code).toBe("account_disabled");
  expect((await noor.shopper.get("/cart/")).body.code).toBe("token_revoked");
});

test("an upstream that cannot be reached keeps nobody from a new token (R80)", async () => {
  const noor = await newMember(shop);
  await stageFault(shop, "refuse", ["/members"]);
  expect((await noor.shopper.send("POST", "/auth/refresh")).status).toBe(200);
  await stageFault(shop, "none");
});

test("a replayed token ends the sign-in at the upstream too (R17)", async () => {
  const noor = await newMember(shop);
  const stolen = refreshTokenOf(noor.shopper);
  await noor.shopper.send("POST", "/auth/refresh");
  await sql("UPDATE refresh_tokens SET used_at = used_at - 31000 WHERE used_at IS NOT NULL");
  expect((await refreshWith(stolen)).status).toBe(401);
  await expect.poll(() => revokedUpstream(noor)).toEqual([true]);
});

test("signing in again in the same browser ends the sign-in before it at the upstream too (R17)", async () => {
  const noor = await newMember(shop);
  await noor.shopper.signIn(noor.email, noor.password);
  await expect.poll(() => revokedUpstream(noor)).toEqual([true, false]);
});

test("an upstream that cannot end a sign-in keeps nobody from signing in again (R80)", async () => {
  const noor = await newMember(shop);
  await stageFault(shop, "refuse", ["/auth/logout"]);
  expect((await noor.shopper.signIn(noor.email, noor.password)).status).toBe(200);
  await stageFault(shop, "none");
});

test("a changed password signs the other browsers out at the upstream, and what that answers changes nothing (R17)", async () => {
  const noor = await newMember(shop);
  const other = sessionIdOf(await signInElsewhere(noor));
  const fresh = "Vetiver&Rain2026";
  const changed = await noor.shopper.send("POST", "/auth/change-password", {
    old_password: noor.password,
    new_password: fresh,
    confirm_password: fresh,
  });
  expect(changed.status).toBe(200);
  // The reference has ended them itself, so it refuses to do it again.
  const refused = (line: string) =>
    line.includes("session.upstream_not_revoked") && line.includes(other);
  await expect.poll(() => shop.logs().some(refused)).toBe(true);
});
