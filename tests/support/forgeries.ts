/** Messages that nobody may settle anything with, in the classes A–H of the threat model, made by chance from a seed. */
import { createHash } from "node:crypto";
import { checkMacValue, type Fields } from "#ecpay/check-mac-value";
import { signNotice } from "#ecpay/notification";
import type { Chance } from "./experiment.ts";
import { merchantId, newTradeNo, noticeFields, stageKeys, type PayableOrder } from "./payments.ts";

interface Forgery {
  body: string | Uint8Array<ArrayBuffer>;
  contentType?: string;
}

/** What a forger may know: orders to be had for nothing, and one that was paid with every message about it. */
interface Loot {
  victims: readonly PayableOrder[];
  replays: readonly string[];
}

type Forge = (chance: Chance, loot: Loot) => Promise<Forgery>;

const encoded = (fields: Fields) => new URLSearchParams(fields).toString();
const genuine = (chance: Chance, { victims }: Loot) => {
  const order = chance.pick(victims);
  return { order, fields: noticeFields(order, { TradeNo: order.tradeNo }) };
};
const signed = (fields: Fields) => signNotice(fields, stageKeys);
const randomText = (chance: Chance, length: number, alphabet = "ABCDEF0123456789") =>
  Array.from({ length }, () => alphabet[chance.below(alphabet.length)]).join("");

/** A: random bytes, encodings, truncations, content types. */
const noise: Forge = async (chance, loot) => {
  const body = encoded(await signed(genuine(chance, loot).fields));
  const types = [
    "application/json",
    "text/plain",
    "multipart/form-data; boundary=x",
    "application/x-www-form-urlencoded; charset=big5",
    "",
    "a/b;;=",
  ];
  switch (chance.below(5)) {
    case 0:
      return {
        body: new Uint8Array(
          Array.from({ length: 1 + chance.below(600) }, () => chance.below(256)),
        ),
      };
    case 1:
      return { body: body.slice(0, chance.below(body.length)) };
    case 2:
      return { body, contentType: chance.pick(types) };
    case 3:
      return {
        body: body.replace(
          "=",
          `=%${chance.pick(["", "G1", "E4%B8", "FF", "C0%AF", "ED%A0%80", "u0041"])}`,
        ),
      };
    default:
      return { body: Buffer.from(body, "utf8").toString(chance.pick(["base64", "hex"] as const)) };
  }
};

/** B: whole in form, with a MAC that is wrong, missing, of another kind or of other keys. */
const wrongMac: Forge = async (chance, loot) => {
  const { fields } = genuine(chance, loot);
  const right = await checkMacValue(fields, stageKeys);
  const swapped = await checkMacValue(fields, {
    hashKey: stageKeys.hashIv,
    hashIv: stageKeys.hashKey,
  });
  const sorted = encoded(fields).toLowerCase();
  const macs = [
    null,
    "",
    right.slice(0, -1 - chance.below(60)),
    `${right}${randomText(chance, 1 + chance.below(64))}`,
    randomText(chance, 64),
    right.replace(/^./, (first) => (first === "0" ? "1" : "0")),
    createHash("md5").update(sorted).digest("hex").toUpperCase(),
    createHash("sha256").update(sorted).digest("hex").toUpperCase(),
    await checkMacValue(fields, { hashKey: "", hashIv: "" }),
    swapped,
  ];
  const mac = chance.pick(macs);
  return { body: encoded(mac === null ? fields : { ...fields, CheckMacValue: mac }) };
};

/** C: signed by ECPay's own keys, and about another order, sum, merchant, or no payment at all. */
const otherContent: Forge = async (chance, loot) => {
  const { order, fields } = genuine(chance, loot);
  const changes: Fields[] = [
    { MerchantTradeNo: newTradeNo() },
    { MerchantTradeNo: "" },
    {
      TradeAmt: String(
        chance.pick([
          0,
          1,
          -order.amountTwd,
          order.amountTwd + 1,
          order.amountTwd - 1,
          order.amountTwd * 100,
        ]),
      ),
    },
    {
      TradeAmt: chance.pick([
        "",
        "1e2",
        "100.0",
        "0100",
        " 100",
        "１００",
        "NaN",
        "9007199254740993",
        "0x64",
      ]),
    },
    { MerchantID: chance.pick(["2000132", "", "3002608", "03002607"]) },
    {
      RtnCode: chance.pick(["01", "1 ", "1.0", "１", "١", "true", "", "+1", "1;", "2", "10100073"]),
    },
    { SimulatePaid: chance.pick(["1", "", "00", "true", " 0"]) },
    { TradeNo: chance.pick(["", "-", "26 11", "x".repeat(21)]) },
  ];
  return { body: encoded(await signed({ ...fields, ...chance.pick(changes) })) };
};

/** The string that is signed, as ECPay joins it; every way to cut it into pairs that stay sorted has the same MAC. */
async function recut(fields: Fields, at: number): Promise<Fields> {
  const { CheckMacValue = "", ...rest } = await signed(fields);
  const pairs = Object.entries(rest).sort(([a], [b]) =>
    a.toLowerCase() < b.toLowerCase() ? -1 : 1,
  );
  const merged: Fields = {};
  for (let index = 0; index < pairs.length; index += 1) {
    const [name = "", value = ""] = pairs[index] ?? [];
    const next = index === at % (pairs.length - 1) ? pairs[index + 1] : undefined;
    merged[name] = next === undefined ? value : `${value}&${next[0]}=${next[1]}`;
    if (next !== undefined) index += 1;
  }
  return { ...merged, CheckMacValue };
}

/** D: what the MAC cannot tell from the genuine message: case, and where one field ends. */
const malleable: Forge = async (chance, loot) => {
  const { order, fields } = genuine(chance, loot);
  const mine = { ...fields, MerchantTradeNo: newTradeNo(), TradeAmt: "1" };
  switch (chance.below(5)) {
    case 0: {
      const message = await signed(fields);
      return {
        body: encoded({ ...message, MerchantTradeNo: order.merchantTradeNo.toLowerCase() }),
      };
    }
    case 1: {
      const message = await signed(fields);
      const name = chance.pick(Object.keys(fields));
      return {
        body: encoded(
          Object.fromEntries(
            Object.entries(message).map(([key, value]) => [
              key === name ? key.toLowerCase() : key,
              value,
            ]),
          ),
        ),
      };
    }
    case 2:
      return { body: encoded(await recut(fields, chance.below(40))) };
    case 3: {
      // One dollar was paid with fifty letters of the payer's choice, which are now read as another order's number.
      const smuggled = `&MerchantTradeNo=${order.merchantTradeNo}`;
      const {
        CheckMacValue = "",
        MerchantID = "",
        MerchantTradeNo = "",
        ...rest
      } = await signed({ ...mine, CustomField4: smuggled });
      const forged = {
        ...rest,
        CustomField4: "",
        MerchantTradeNo: `${order.merchantTradeNo}&MerchantID=${MerchantID}&MerchantTradeNo=${MerchantTradeNo}`,
      };
      return { body: encoded({ ...forged, CheckMacValue }) };
    }
    default: {
      const { CheckMacValue = "", ...rest } = await signed({
        ...mine,
        CustomField1: `x&TradeAmt=${order.amountTwd}`,
      });
      return {
        body: encoded({
          ...rest,
          MerchantTradeNo: order.merchantTradeNo,
          TradeAmt: String(order.amountTwd),
          CheckMacValue,
        }),
      };
    }
  }
};

/** E: keys twice, lists, keys that ECPay never documented. */
const oddKeys: Forge = async (chance, loot) => {
  const { fields } = genuine(chance, loot);
  const message = encoded(await signed(fields));
  const twice = `${chance.pick(Object.keys(fields))}=${chance.pick(["1", "", "100"])}`;
  switch (chance.below(4)) {
    case 0:
      return { body: `${message}&${twice}` };
    case 1:
      return { body: `${twice}&${message}` };
    case 2:
      return {
        body: `${message}&${chance.pick(["TradeAmt[]=100", "RtnCode%5B%5D=1", "a.b=1", "=1", "RtnCode", "&", "%00=1"])}`,
      };
    default:
      return { body: encoded(await signed({ ...fields, [`Field${chance.below(1_000)}`]: "1" })) };
  }
};

/** F: what breaks parsers. */
const hostileText: Forge = async (chance, loot) => {
  const { fields } = genuine(chance, loot);
  switch (chance.below(6)) {
    case 0:
      return {
        body: encoded(
          await signed({
            ...fields,
            [chance.pick(["RtnMsg", "StoreID", "CustomField1"])]: "a\u0000b",
          }),
        ),
      };
    case 1:
      return {
        body: `${encoded(await signed(fields)).replace(/RtnMsg=[^&]*/, "RtnMsg=%ED%A0%80")}`,
      };
    case 2:
      return { body: `RtnMsg=${"x".repeat(100_000)}` };
    case 3:
      return { body: Array.from({ length: 5_000 }, (_, index) => `k${index}=v`).join("&") };
    case 4:
      return {
        body: `${encoded(await signed(fields))}&${chance.pick(["__proto__=1", "constructor=1", "__proto__[RtnCode]=1", "toString=1"])}`,
      };
    default:
      return {
        body: encoded(
          await signed({
            ...fields,
            ["__proto__x"]: "1",
            RtnMsg: "\u202e".repeat(chance.below(250)),
          }),
        ),
      };
  }
};

/** G: genuine messages, of a payment that is over, of other days, of other merchants. */
const replay: Forge = async (chance, loot) => {
  if (chance.below(2) === 0) return { body: chance.pick(loot.replays) };
  const others = {
    MerchantTradeNo: newTradeNo(),
    PaymentDate: "2019/02/29 24:00:00",
    MerchantID: chance.pick([merchantId, "2000132"]),
  };
  return { body: encoded(await signed({ ...genuine(chance, loot).fields, ...others })) };
};

/** H: signed with what ECPay publishes for others. */
const publishedKeys: Forge = async (chance, loot) => {
  const published = [
    { hashKey: "spPjZn66i0OhqJsQ", hashIv: "hT5OJckN45isQTTs" },
    { hashKey: "5294y06JbISpM5x9", hashIv: "v77hoKGq4kWxNNIS" },
    { hashKey: "XBERn1YOvpM9nfZc", hashIv: "h1ONHk4P4yqbl5LK" },
    { hashKey: "ejCk326UnaZWKisg", hashIv: "q9jcZX8Ib9LM8wYk" },
    { hashKey: stageKeys.hashKey, hashIv: "v77hoKGq4kWxNNIS" },
  ];
  return { body: encoded(await signNotice(genuine(chance, loot).fields, chance.pick(published))) };
};

export const forgeries: Record<string, Forge> = {
  "A noise": noise,
  "B wrong MAC": wrongMac,
  "C other content": otherContent,
  "D malleability": malleable,
  "E odd keys": oddKeys,
  "F hostile text": hostileText,
  "G replays": replay,
  "H published keys": publishedKeys,
};
