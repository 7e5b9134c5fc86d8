import { expect, test } from "vitest";
import { checkMacValue, verifyCheckMacValue } from "#ecpay/check-mac-value";
import vectors from "../fixtures/ecpay-vectors.json" with { type: "json" };
import { stageKeys as keys } from "../support/payments.ts";

test.each(vectors.map((vector, index) => [index + 1, vector.source, vector] as const))(
  "published vector %i signs as its issuer says (%s)",
  async (_, __, vector) => {
    const fields = Object.fromEntries(
      Object.entries(vector.params).map(([name, value]) => [name, String(value)]),
    );
    const vectorKeys = { hashKey: vector.hashKey, hashIv: vector.hashIV };
    expect(await checkMacValue(fields, vectorKeys)).toBe(vector.expected);
    expect(
      await verifyCheckMacValue({ ...fields, CheckMacValue: vector.expected }, vectorKeys),
    ).toBe(true);
  },
);

/** The text that is digested, worked out by hand for one field `A`. */
test.each([
  [" ", "+"],
  ["!'()*~", "!%27()*%7e"],
  ["-_.", "-_."],
  ["+", "%2b"],
  ["%", "%25"],
  ["&", "%26"],
  ["=", "%3d"],
  ["/:#@", "%2f%3a%23%40"],
  ["AbC", "abc"],
  ["香", "%e9%a6%99"],
  ["😀", "%f0%9f%98%80"],
  ["É", "%c3%89"],
  ["", ""],
])("the value %j is digested as %j", async (value, encoded) => {
  const text = `hashkey%3d${keys.hashKey}%26a%3d${encoded}%26hashiv%3d${keys.hashIv}`.toLowerCase();
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  expect(await checkMacValue({ A: value }, keys)).toBe(
    Buffer.from(digest).toString("hex").toUpperCase(),
  );
});

test("fields are ordered by their lower-cased names, underscore before letters", async () => {
  const inOrder = await checkMacValue({ red_dan: "1", Red1: "2", ROD: "3", a: "4" }, keys);
  expect(await checkMacValue({ a: "4", ROD: "3", Red1: "2", red_dan: "1" }, keys)).toBe(inOrder);
  const text =
    `hashkey%3d${keys.hashKey}%26a%3d4%26red1%3d2%26red_dan%3d1%26rod%3d3%26hashiv%3d${keys.hashIv}`.toLowerCase();
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  expect(inOrder).toBe(Buffer.from(digest).toString("hex").toUpperCase());
});

// Why notification.ts checks every field by itself: the MAC protects neither case nor the borders between fields.
test("case does not change the MAC", async () => {
  expect(await checkMacValue({ MerchantTradeNo: "AB12" }, keys)).toBe(
    await checkMacValue({ MerchantTradeNo: "aB12" }, keys),
  );
});

test("a value that holds another field has the MAC of two fields", async () => {
  expect(await checkMacValue({ CustomField1: "x&TradeAmt=2000" }, keys)).toBe(
    await checkMacValue({ CustomField1: "x", TradeAmt: "2000" }, keys),
  );
});

test("a missing, short, long or foreign MAC is refused without an exception (R46)", async () => {
  const mac = await checkMacValue({ A: "1" }, keys);
  expect(await verifyCheckMacValue({ A: "1" }, keys)).toBe(false);
  const other = mac.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
  for (const wrong of ["", mac.slice(1), `${mac}0`, other, "\ud800", "G".repeat(64)])
    expect(await verifyCheckMacValue({ A: "1", CheckMacValue: wrong }, keys)).toBe(false);
  expect(await verifyCheckMacValue({ A: "1", CheckMacValue: mac.toLowerCase() }, keys)).toBe(true);
  for (const half of [{ A: "\ud800" }, { "\ud800": "a" }])
    expect(await verifyCheckMacValue({ ...half, CheckMacValue: mac }, keys)).toBe(false);
});

test("no letter of a value, a name or the MAC can be changed unnoticed, but for its case", async () => {
  const fields = { MerchantTradeNo: "SLABCDEF", RtnMsg: "交易成功 ~'x", TradeAmt: "402" };
  const signed: Record<string, string> = {
    ...fields,
    CheckMacValue: await checkMacValue(fields, keys),
  };
  for (const [name, value] of Object.entries(signed)) {
    for (let at = 0; at < value.length; at += 1) {
      const other = value[at] === "7" ? "8" : "7";
      const changed = value.slice(0, at) + other + value.slice(at + 1);
      expect(
        await verifyCheckMacValue({ ...signed, [name]: changed }, keys),
        `${name} at ${at}`,
      ).toBe(false);
    }
    const { [name]: _gone, ...fewer } = signed;
    expect(await verifyCheckMacValue(fewer, keys), `without ${name}`).toBe(false);
  }
  expect(await verifyCheckMacValue({ ...signed, Extra: "" }, keys)).toBe(false);
});

test("the two keys are not interchangeable, and spaces at the ends of a value are signed", async () => {
  const mac = await checkMacValue({ A: "1" }, keys);
  const swapped = { hashKey: keys.hashIv, hashIv: keys.hashKey };
  expect(await checkMacValue({ A: "1" }, swapped)).not.toBe(mac);
  expect(await checkMacValue({ A: " 1" }, keys)).not.toBe(mac);
  expect(await checkMacValue({ A: "1", B: "" }, keys), "an empty field counts").not.toBe(mac);
});

test("a MAC in a field that is only inherited is none", async () => {
  const mac = await checkMacValue({ A: "1" }, keys);
  const heir: Record<string, string> = Object.assign(Object.create({ CheckMacValue: mac }), {
    A: "1",
  });
  expect(await verifyCheckMacValue(heir, keys)).toBe(false);
});
