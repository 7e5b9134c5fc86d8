import { borrowShop } from "../support/borrowed.ts";
import { merchantId, stageKeys as keys } from "../support/payments.ts";
import { gatewayFaults } from "../../.scripts/deploy/preflight.ts";
import { freePort } from "../support/network.ts";

const shop = await borrowShop();

const given = {
  ECPAY_MERCHANT_ID: merchantId,
  ECPAY_HASH_KEY: keys.hashKey,
  ECPAY_HASH_IV: keys.hashIv,
};
const asked = (secrets: Record<string, string>, address = `${shop.url.origin}/local/ecpay`) =>
  gatewayFaults(secrets, address);

test("keys that the gateway knows are right, and a wrong one of the three is said", async () => {
  expect(await asked(given)).toEqual([]);
  for (const wrong of ["ECPAY_HASH_KEY", "ECPAY_HASH_IV", "ECPAY_MERCHANT_ID"])
    expect(await asked({ ...given, [wrong]: "1234567890123456" }), wrong).toEqual([
      expect.stringMatching(
        /^ECPay does not answer ECPAY_MERCHANT_ID with this .*: copy all three/,
      ),
    ]);
});

test("a gateway that does not answer, or half a pair, keeps nobody from deploying", async () => {
  const nobody = `http://127.0.0.1:${await freePort()}`;
  expect(await asked(given, nobody)).toEqual([
    expect.stringMatching(/^! ECPay did not say whether its keys are right \(.*ECONNREFUSED/),
  ]);
  expect(await asked({ ECPAY_HASH_KEY: "1234567890123456" })).toEqual([
    "! ECPay was not asked about its keys: that takes ECPAY_MERCHANT_ID and both",
  ]);
  expect(await asked({})).toEqual([]);
});
