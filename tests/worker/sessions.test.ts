import { borrowShop } from "../support/borrowed.ts";
import { newMember, type NewMember } from "../support/new-member.ts";
import { newShopper, type Answer, type Shopper } from "../support/shopper.ts";
import { refreshTokensOf } from "../support/upstream-state.ts";

const refreshName = "__Host-sillage_refresh";

const shop = await borrowShop();
let noor: NewMember;

async function signInElsewhere(headers: Record<string, string> = {}): Promise<Shopper> {
  const shopper = newShopper(shop);
  const form = { username: noor.email, password: noor.password };
  const answer = await shopper.form("/auth/login/password-verify", form, headers);
  expect(answer.status).toBe(200);
  shopper.token = answer.body.access_token;
  return shopper;
}

const refreshTokenOf = (shopper: Shopper) => shopper.cookies.get(refreshName) ?? "";
const sessionIdOf = (shopper: Shopper) => refreshTokenOf(shopper).split(".")[0] ?? "";
const refreshWith = (...tokens: string[]) =>
  newShopper(shop).send("POST", "/auth/refresh", undefined, {
    Cookie: tokens.map((token) => `${refreshName}=${token}`).join("; "),
  });
const refresh = (shopper: Shopper) => shopper.send("POST", "/auth/refresh");
const sessionsOf = (shopper: Shopper) => shopper.get("/auth/sessions");
const said = ({ status, body }: Answer) => [status, body.code];
const whoAmI = (shopper: Shopper) => shopper.send("POST", "/members/login/test-token");

test("Noor signs in and gets a ten-minute token of ids and a cookie that no script can read (R9, R15)", async () => {
  noor = await newMember(shop);
  const answer = await noor.shopper.signIn(noor.email, noor.password);
  const { access_token, ...rest } = answer.body;
  expect(rest).toEqual({ token_type: "bearer", expires_in: 600, must_change_password: false });
  const payload = JSON.parse(Buffer.from(access_token.split(".")[1], "base64url").toString());
  expect(Object.keys(payload).sort()).toEqual(["aud", "exp", "iat", "iss", "sid", "sub"]);
  const cookie = answer.headers.getSetCookie().find((line) => line.startsWith(refreshName)) ?? "";
  for (const attribute of ["HttpOnly", "Secure", "SameSite=Strict", "Path=/"])
    expect(cookie).toContain(attribute);
  const lastsSeconds = Number(/Max-Age=(\d+)/.exec(cookie)?.[1]);
  expect(Math.abs(lastsSeconds - 14 * 86_400), "two weeks").toBeLessThan(60);
  expect(cookie).not.toMatch(/domain=/i);
  const sql = "SELECT upstream_access, upstream_refresh FROM sessions WHERE id = ?";
  const row = await shop.db.prepare(sql).bind(sessionIdOf(noor.shopper)).first();
  expect(JSON.stringify([row, answer.body, cookie]), "no token of the upstream's").not.toMatch(
    /su[art]_/,
  );
});

test("a made-up, missing or doubled refresh token is 401 and harms nobody (R14, T5)", async () => {
  noor = await newMember(shop);
  const real = refreshTokenOf(noor.shopper);
  expect(said(await refreshWith(`${real}A`))).toEqual([401, "token_invalid"]);
  expect(said(await refreshWith(real, `${real}A`))).toEqual([401, "refresh_token_missing"]);
  expect(said(await refresh(newShopper(shop)))).toEqual([401, "refresh_token_missing"]);
  expect((await refresh(noor.shopper)).status).toBe(200);
});

test("logging out ends the session at once and keeps what the browser remembers of language and cart (R17, R76)", async () => {
  noor = await newMember(shop);
  const old = refreshTokenOf(noor.shopper);
  const answer = await noor.shopper.send("POST", "/auth/logout");
  expect([answer.status, answer.body]).toEqual([204, ""]);
  expect(answer.headers.get("Clear-Site-Data")).toBe('"cache"');
  expect(noor.shopper.cookies.has(refreshName)).toBe(false);
  await expect.poll(() => shop.logs().join("\n")).toContain('"session.logout"');
  expect(said(await refreshWith(old))).toEqual([401, "token_revoked"]);
  expect(said(await sessionsOf(noor.shopper))).toEqual([401, "token_revoked"]);
  const atUpstream = async () => (await refreshTokensOf(shop, noor.email)).at(-1);
  await expect.poll(async () => (await atUpstream())?.revoked_at).not.toBeNull();
  expect((await newShopper(shop).send("POST", "/auth/logout")).status, "a stranger too").toBe(204);
});

test("a member sees the browsers that are signed in, with the present one marked (R18)", async () => {
  noor = await newMember(shop);
  const phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1";
  await signInElsewhere({ "User-Agent": phone, "CF-IPCountry": "JP" });
  const { status, headers, body } = await sessionsOf(noor.shopper);
  expect([status, headers.get("Cache-Control")]).toEqual([200, "no-store"]);
  const [here, there] = body.data.toSorted((one: { current: boolean }) => (one.current ? -1 : 1));
  expect(body.data).toHaveLength(2);
  expect(here).toMatchObject({ id: sessionIdOf(noor.shopper), current: true });
  expect(there).toMatchObject({ browser: "Safari · iPhone", place: "JP", current: false });
});

test("a member ends one other session with their password, once (R18, ASVS 7.5.2)", async () => {
  noor = await newMember(shop);
  const elsewhere = await signInElsewhere();
  const path = `/auth/sessions/${sessionIdOf(elsewhere)}`;
  const end = (password: string) => noor.shopper.send("DELETE", path, { password });
  expect(said(await end("Somebody#2026"))).toEqual([400, "wrong_old_password"]);
  expect((await sessionsOf(elsewhere)).status).toBe(200);
  const ended = await end(noor.password);
  expect([ended.status, ended.headers.get("Set-Cookie")]).toEqual([204, null]);
  expect(said(await sessionsOf(elsewhere))).toEqual([401, "token_revoked"]);
  expect((await end(noor.password)).status).toBe(404);
});

test("a member who ends the session of this very browser is signed out here", async () => {
  noor = await newMember(shop);
  const path = `/auth/sessions/${sessionIdOf(noor.shopper)}`;
  expect((await noor.shopper.send("DELETE", path, { password: noor.password })).status).toBe(204);
  expect(noor.shopper.cookies.has(refreshName)).toBe(false);
  expect(said(await sessionsOf(noor.shopper))).toEqual([401, "token_revoked"]);
});

test("a member ends all other sessions with their password and stays signed in here (R18, ASVS 7.5.2)", async () => {
  noor = await newMember(shop);
  const other = await signInElsewhere();
  const end = (body: object) => noor.shopper.send("DELETE", "/auth/sessions", body);
  expect(said(await end({ password: "" }))).toEqual([400, "validation_failed"]);
  expect(said(await end({ password: "Not#Mine2026" }))).toEqual([400, "wrong_old_password"]);
  expect((await sessionsOf(other)).status).toBe(200);
  expect((await end({ password: noor.password })).status).toBe(204);
  expect((await sessionsOf(other)).status).toBe(401);
  expect((await sessionsOf(noor.shopper)).body.data).toHaveLength(1);
  expect((await whoAmI(noor.shopper)).body.email).toBe(noor.email);
});
