import { expect, test } from "vitest";
import {
  decryptToken,
  deriveKey,
  encryptToken,
  hmacHex,
  randomId,
  sha256Hex,
} from "../../worker/platform/crypto.ts";

const oldSecret = "an-old-secret-of-more-than-32-characters";
const newSecret = "the-new-secret-of-more-than-32-characters";

test("SHA-256 and HMAC give the published values", async () => {
  expect(await sha256Hex("abc")).toBe(
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  );
  // RFC 4231, test case 2.
  expect(await hmacHex("Jefe", "what do ya want for nothing?")).toBe(
    "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
  );
});

test("a sealed token opens with its secret in its own row, and never looks the same twice; a token moved into another member's row stays shut (R61)", async () => {
  const seal = () => encryptToken(newSecret, "upstream token 香", "session-1");
  const [sealed, again] = [await seal(), await seal()];
  expect(await decryptToken(newSecret, sealed, "session-1")).toBe("upstream token 香");
  expect(await decryptToken(newSecret, sealed, "session-2")).toBeNull();
  expect(sealed).not.toContain("upstream");
  expect(sealed).not.toBe(again);
});

test("rows of the old key open while both keys are configured, and not after (R61)", async () => {
  const sealed = await encryptToken(oldSecret, "token", "session-1");
  expect(await decryptToken(`${newSecret} ${oldSecret}`, sealed, "session-1")).toBe("token");
  expect(await decryptToken(newSecret, sealed, "session-1")).toBeNull();
  const fresh = await encryptToken(`${newSecret} ${oldSecret}`, "token", "session-1");
  expect(await decryptToken(newSecret, fresh, "session-1")).toBe("token");
});

test("a changed, cut or foreign value is null and never an exception", async () => {
  const sealed = await encryptToken(newSecret, "token", "session-1");
  const [id, nonce, text = ""] = sealed.split(".");
  const flipped = (text[5] === "A" ? "B" : "A") + text.slice(6);
  for (const value of [
    "",
    "...",
    "a.b.c",
    `${id}.${nonce}`,
    `${id}.${nonce}.`,
    `${id}.!!.${text}`,
    `${id}.AA.${text}`,
    `${id}.${nonce}.${text.slice(0, 5)}${flipped}`,
    `zz.${nonce}.${text}`,
  ]) {
    expect(await decryptToken(newSecret, value, "session-1"), value).toBeNull();
  }
});

test("what is derived for one purpose is worth nothing for another (R19)", async () => {
  const key = await deriveKey(newSecret, "token:access");
  expect(await deriveKey(newSecret, "token:access")).toEqual(key);
  expect(await deriveKey(newSecret, "token:pre_otp")).not.toEqual(key);
  expect(await deriveKey(oldSecret, "token:access")).not.toEqual(key);
});

test("ids are as long as asked, fit into a path, and do not repeat", () => {
  const ids = Array.from({ length: 1000 }, () => randomId(17, "s"));
  expect(new Set(ids).size).toBe(1000);
  for (const id of ids) expect(id).toMatch(/^s[A-Za-z0-9_-]{23}$/);
});
