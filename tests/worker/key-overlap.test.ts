import { randomBytes } from "node:crypto";
import { signed as signNotice } from "#ecpay/check-mac-value";
import { deriveKey, hmacHex, sha256Hex } from "../../worker/platform/crypto.ts";
import { signToken } from "../../worker/shop/sessions/tokens.ts";
import { newMember } from "../support/new-member.ts";
import {
  attemptOf,
  freshMinute,
  knownAtEcpay,
  newPayableOrder,
  noticeFields,
  rows,
  notify,
  signedNotice,
  stageKeys,
} from "../support/payments.ts";
import { startShop } from "../support/shop.ts";
import { newShopper } from "../support/shopper.ts";

const minute = 60_000;
const secret = () => randomBytes(32).toString("base64url");
const previousSession = secret();
/** Another pair that ECPay publishes: local mode takes no others. */
const newKeys = { hashKey: "spPjZn66i0OhqJsQ", hashIv: "hT5OJckN45isQTTs" };
const foreignKeys = { hashKey: "5294y06JbISpM5x9", hashIv: "v77hoKGq4kWxNNIS" };

const shop = await startShop({
  vars: { ECPAY_HASH_KEY: newKeys.hashKey, ECPAY_HASH_IV: newKeys.hashIv },
  secrets: {
    SESSION_SECRET_PREVIOUS: previousSession,
    UPSTREAM_TOKEN_KEY: `${secret()} ${secret()}`,
    // The cashier keeps the keys of its configuration: it is the side that has not changed yet.
    ECPAY_HASH_KEY_PREVIOUS: stageKeys.hashKey,
    ECPAY_HASH_IV_PREVIOUS: stageKeys.hashIv,
  },
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

test("a browser stays known to a member whose e-mail was hashed with the previous secret (R24)", async () => {
  const { email, shopper } = await newMember(shop);
  const memberKey = await hmacHex(await deriveKey(previousSession, "member-key"), email);
  const hashed = "UPDATE sessions SET member_key = ? WHERE id = ?";
  await rows(shop.db, hashed, memberKey.slice(0, 32), payloadOf(shopper.token ?? "").sid);
  expect((await shopper.signIn(email, "not-the-password")).status).toBe(400);
  const browser = await sha256Hex(shopper.cookies.get("__Host-sillage_browser") ?? "");
  const counts = "SELECT count FROM limits WHERE key = ?";
  expect(await rows(shop.db, counts, `sign-in:browser:${browser}`)).toEqual([{ count: 1 }]);
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
