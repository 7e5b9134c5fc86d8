/** While a key is changed, what was signed or begun with the previous one goes on: nothing in flight is lost. */
import { randomBytes } from "node:crypto";
import { signNotice } from "#ecpay/notification";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  decryptToken,
  deriveKey,
  encryptToken,
  hmacBase64url,
  hmacHex,
  sha256Hex,
} from "../../worker/platform/crypto.ts";
import { parseRefreshToken, successorOf } from "../../worker/shop/sessions/refresh-token.ts";
import { signToken } from "../../worker/shop/sessions/tokens.ts";
import { add, cartOf, guestCookie, hashOf, sampleSet, withKey } from "../support/carts.ts";
import { newMember } from "../support/new-member.ts";
import {
  attemptOf,
  freshMinute,
  knownAtEcpay,
  newPayableOrder,
  noticeFields,
  notify,
  signedNotice,
  stageKeys,
  upstreamEvents,
} from "../support/payments.ts";
import { startShop, type Shop } from "../support/shop.ts";
import { newShopper } from "../support/shopper.ts";
import { turnOnSecondStep } from "../support/upstream-state.ts";

const minute = 60_000;
const secret = () => randomBytes(32).toString("base64url");
const previousSession = secret();
const previousServiceToken = secret();
const [tokenKey, previousTokenKey] = [secret(), secret()];
/** Another pair that ECPay publishes: local mode takes no others. */
const newKeys = { hashKey: "spPjZn66i0OhqJsQ", hashIv: "hT5OJckN45isQTTs" };
const foreignKeys = { hashKey: "5294y06JbISpM5x9", hashIv: "v77hoKGq4kWxNNIS" };

let shop: Shop;
beforeAll(async () => {
  shop = await startShop({
    vars: { ECPAY_HASH_KEY: newKeys.hashKey, ECPAY_HASH_IV: newKeys.hashIv },
    secrets: {
      SESSION_SECRET_PREVIOUS: previousSession,
      UPSTREAM_TOKEN_KEY: `${tokenKey} ${previousTokenKey}`,
      // The cashier keeps the keys of its configuration: it is the side that has not changed yet.
      ECPAY_HASH_KEY_PREVIOUS: stageKeys.hashKey,
      ECPAY_HASH_IV_PREVIOUS: stageKeys.hashIv,
      // The upstream knows only the token that the shop had before.
      UPSTREAM_SERVICE_TOKEN: secret(),
      UPSTREAM_SERVICE_TOKEN_PREVIOUS: previousServiceToken,
    },
    upstreamServiceToken: previousServiceToken,
  });
});
afterAll(() => shop.close());
beforeEach(() => freshMinute(shop));

const payloadOf = (token: string) =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());

test("an access token of the previous secret is believed, one of any other is not (R16)", async () => {
  const { shopper } = await newMember(shop);
  const { sub, sid } = payloadOf(shopper.token ?? "");
  const now = Date.now();
  const asked = async (key: string) => {
    const other = newShopper(shop);
    other.token = await signToken(key, "access", { sub, sid, endsAt: now + 10 * minute }, now);
    return (await other.get("/auth/sessions")).status;
  };
  expect(await asked(previousSession)).toBe(200);
  expect(await asked(secret())).toBe(401);
});

test("a refresh whose first answer was made with the previous secret gets that same successor, and no theft is seen (R12)", async () => {
  const { shopper } = await newMember(shop);
  const name = "__Host-sillage_refresh";
  const text = shopper.cookies.get(name) ?? "";
  const token = parseRefreshToken(text);
  if (token === null) throw new Error(`no refresh token among ${[...shopper.cookies.keys()]}`);
  const successor = await successorOf(previousSession, token);
  const now = Date.now();
  await shop.db
    .prepare("UPDATE refresh_tokens SET used_at = ? WHERE hash = ?")
    .bind(now, await sha256Hex(text))
    .run();
  await shop.db
    .prepare(
      "INSERT INTO refresh_tokens (hash, session_id, generation, created_at) VALUES (?, ?, ?, ?)",
    )
    .bind(await sha256Hex(successor), token.sessionId, token.generation + 1, now)
    .run();
  expect((await shopper.send("POST", "/auth/refresh")).status).toBe(200);
  expect(shopper.cookies.get(name)).toBe(successor);
  expect((await shopper.send("POST", "/auth/refresh")).status, "and goes on from it").toBe(200);
});

test("a second step that was begun with the previous secret goes on, with any other it does not (R19)", async () => {
  const { email, password } = await newMember(shop);
  await turnOnSecondStep(shop, email);
  const { body } = await newShopper(shop).signIn(email, password);
  const now = Date.now();
  const asked = async (key: string) => {
    const content = { sub: payloadOf(body.temp_token).sub, endsAt: now + 10 * minute };
    const other = newShopper(shop);
    other.token = await signToken(key, "pre_otp", content, now);
    const { status } = await other.send("POST", "/auth/login/request-otp", { language_code: "en" });
    return status;
  };
  expect(await asked(secret())).toBe(401);
  expect(await asked(previousSession)).toBe(200);
});

test("a guest's first lines meet in one cart, though the first was added with the previous secret", async () => {
  const key = randomBytes(32).toString("base64url");
  const before = newShopper(shop);
  await add(before, sampleSet());
  const begun = await hmacBase64url(await deriveKey(previousSession, "guest-cart"), `0\n${key}`);
  await shop.db
    .prepare("UPDATE carts SET guest_hash = ? WHERE guest_hash = ?")
    .bind(await sha256Hex(begun), hashOf(before))
    .run();
  const guest = newShopper(shop);
  expect((await add(guest, sampleSet(), withKey(key))).status).toBe(200);
  expect(guest.cookies.get(guestCookie)).toBe(begun);
  expect((await cartOf(guest)).items).toHaveLength(2);
});

test("a browser stays known to a member whose e-mail was hashed with the previous secret (R24)", async () => {
  const { email, shopper } = await newMember(shop);
  const memberKey = await hmacHex(await deriveKey(previousSession, "member-key"), email);
  await shop.db
    .prepare("UPDATE sessions SET member_key = ? WHERE id = ?")
    .bind(memberKey.slice(0, 32), payloadOf(shopper.token ?? "").sid)
    .run();
  expect((await shopper.signIn(email, "not-the-password")).status).toBe(400);
  const browser = await sha256Hex(shopper.cookies.get("__Host-sillage_browser") ?? "");
  const counted = await shop.db
    .prepare("SELECT count FROM limits WHERE key = ?")
    .bind(`sign-in:browser:${browser}`)
    .first();
  expect(counted).toEqual({ count: 1 });
});

test("an upstream that does not know the new service token still tells guessers apart (R24)", async () => {
  const { email, password } = await newMember(shop);
  const from = (address: string, given: string) =>
    newShopper(shop).form(
      "/auth/login/password-verify",
      { username: email, password: given },
      { "CF-Connecting-IP": address },
    );
  for (let wrong = 1; wrong <= 5; wrong += 1) await from("192.0.2.66", "not-the-password");
  expect((await from("192.0.2.66", password)).body.code).toBe("account_locked");
  expect((await from("192.0.2.67", password)).status).toBe(200);
});

test("a session whose upstream token was sealed with the previous key goes on (R61)", async () => {
  const { shopper } = await newMember(shop);
  const id = payloadOf(shopper.token ?? "").sid;
  const row = await shop.db
    .prepare("SELECT upstream_access FROM sessions WHERE id = ?")
    .bind(id)
    .first<{ upstream_access: string }>();
  const token = await decryptToken(tokenKey, row?.upstream_access ?? "", id);
  const sealed = await encryptToken(previousTokenKey, token ?? "", id);
  await shop.db
    .prepare("UPDATE sessions SET upstream_access = ? WHERE id = ?")
    .bind(sealed, id)
    .run();
  expect((await shopper.get("/members/me")).status).toBe(200);
});

const signedWith = async (
  keys: typeof newKeys,
  order: Awaited<ReturnType<typeof newPayableOrder>>,
) => new URLSearchParams(await signNotice(noticeFields(order), keys)).toString();

test("a notice that ECPay signed with the previous keys settles, one with the new keys too, one with others does not (R46)", async () => {
  const inFlight = await newPayableOrder(shop);
  expect(await notify(shop, await signedNotice(inFlight))).toMatchObject({ text: "1|OK" });
  expect((await attemptOf(shop, inFlight.merchantTradeNo)).state).toBe("paid");
  const later = await newPayableOrder(shop);
  expect(await notify(shop, await signedWith(newKeys, later))).toMatchObject({ text: "1|OK" });
  expect((await attemptOf(shop, later.merchantTradeNo)).state).toBe("paid");
  const forged = await newPayableOrder(shop);
  expect(await notify(shop, await signedWith(foreignKeys, forged))).toMatchObject({ status: 400 });
  expect((await attemptOf(shop, forged.merchantTradeNo)).state).toBe("open");
});

test("ECPay is asked with the previous keys while it does not know the new ones (R52)", async () => {
  const order = await newPayableOrder(shop, { ageMs: 11 * minute });
  await knownAtEcpay(shop, order, "paid");
  await shop.runSchedule();
  expect((await attemptOf(shop, order.merchantTradeNo)).state).toBe("paid");
});

test("a payment event reaches an upstream that does not know the new service token (R62)", async () => {
  const order = await newPayableOrder(shop);
  await notify(shop, await signedWith(newKeys, order));
  await expect
    .poll(() => upstreamEvents(shop, order.orderId))
    .toEqual([{ kind: "order.paid", outcome: "accepted" }]);
  expect(shop.logs().join("\n")).toContain("the upstream refuses the new service token");
});

test("health counts the service token that the upstream takes", async () => {
  const body = await (await shop.fetch("/api/health")).json();
  expect(body).toMatchObject({ upstream_reads: { service_credential: true } });
});
