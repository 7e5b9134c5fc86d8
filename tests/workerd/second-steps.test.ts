import { sql } from "drizzle-orm";
import { decryptToken, encryptToken } from "../../worker/platform/crypto.ts";
import { resealSecrets } from "../../worker/shop/second-step/manage-second-step.ts";
import * as store from "../../worker/store/second-steps.ts";
import { db, minuteMs, noon } from "./database.ts";
import { portsWith } from "./ports.ts";

const memberId = "mei";
const begin = (secret = "sealed", createdAt = noon) =>
  store.beginSecondStep(db, { memberId, secret, createdAt });
const confirm = (secret = "sealed", step = 100) =>
  store.confirmSecondStep(db, { memberId, secret }, step, ["one", "two"], noon);
const state = async () => {
  const [on] = await store.selectSecondStep(db, memberId);
  return [on !== undefined, on?.codesLeft ?? 0];
};
const wins = async (tries: Promise<boolean>[]) => (await Promise.all(tries)).filter(Boolean).length;
const fifty = (act: () => Promise<boolean>) => wins(Array.from({ length: 50 }, act));

test("a secret that was replaced meanwhile is not turned on by its code, and one that is on is not replaced", async () => {
  await begin("first");
  expect(await begin("second", noon + 1)).toBe(true);
  expect(await store.findSecondStep(db, memberId)).toMatchObject({ createdAt: noon + 1 });
  expect(await confirm("first")).toBe(false);
  expect(await state()).toEqual([false, 0]);
  expect(await confirm("second")).toBe(true);
  expect(await begin("third")).toBe(false);
  expect((await store.findSecondStep(db, memberId))?.secret).toBe("second");
});

test("of fifty parallel right codes of an app one is accepted, and none of an earlier half minute (R23)", async () => {
  await begin();
  await confirm();
  expect(await store.acceptStep(db, memberId, 100), "the code that turned it on").toBe(false);
  expect(await fifty(() => store.acceptStep(db, memberId, 101))).toBe(1);
  expect(await store.acceptStep(db, memberId, 100)).toBe(false);
  expect(await store.acceptStep(db, memberId, 102)).toBe(true);
});

test("a recovery code opens once, and only its own member's account", async () => {
  await begin();
  await confirm();
  expect(await store.useRecoveryCode(db, "noor", "one")).toBe(false);
  expect(await fifty(() => store.useRecoveryCode(db, memberId, "one"))).toBe(1);
  expect(await state()).toEqual([true, 1]);
});

test("secrets that an older key seals are found some at a time, and each is sealed anew where nobody has replaced it", async () => {
  const secrets = { mei: "old:1", noor: "new:2", chen: "old:3" };
  for (const [member, secret] of Object.entries(secrets))
    await store.beginSecondStep(db, { memberId: member, secret, createdAt: noon });
  const old = async (most = 10) =>
    (await store.nextSealedOtherwise(db, "new:", most)).map((row) => row.memberId).sort();
  expect(await old()).toEqual(["chen", "mei"]);
  expect(await old(), "behind the last row").toEqual([]);
  const found = [await old(1), await old(1), await old(1), await old(1), await old(1)];
  const turns = [["mei"], [], ["chen"], [], ["mei"]];
  expect(found, "one after the other, and from the beginning again").toEqual(turns);
  await old();
  await old();
  const replace = (secret: string) =>
    store.replaceSecrets(db, [{ row: { memberId: "mei", secret }, sealed: "new:1" }]);
  await replace("replaced meanwhile");
  expect(await old()).toEqual(["chen", "mei"]);
  await old();
  await replace("old:1");
  expect(await old()).toEqual(["chen"]);
  expect((await store.findSecondStep(db, "noor"))?.secret).toBe("new:2");
});

test("a member's second step is nobody else's: theirs stays off, on, and with its codes", async () => {
  const owes = async (member: string) =>
    (await db.select({ owes: store.owesSecondStep(member) }).from(sql`(select 1) as one`))[0]?.owes;
  const noor = { memberId: "noor", secret: "sealed", createdAt: noon };
  await begin();
  await store.beginSecondStep(db, noor);
  expect(await confirm()).toBe(true);
  expect([await owes(memberId), await owes("noor")]).toEqual([1, 0]);
  expect(await store.acceptStep(db, "noor", 101), "which is off").toBe(false);
  await store.confirmSecondStep(db, noor, 100, ["three"], noon);
  expect(await store.acceptStep(db, "noor", 101)).toBe(true);
  expect(await store.acceptStep(db, memberId, 101)).toBe(true);
  expect(await store.replaceRecoveryCodes(db, memberId, ["four"])).toBe(true);
  await store.endSecondStep(db, memberId);
  expect([await owes(memberId), await owes("noor")]).toEqual([0, 1]);
  expect(await store.useRecoveryCode(db, "noor", "three")).toBe(true);
});

const keyOf = (letter: string) => letter.repeat(43);
async function reseal(keys: string): Promise<string[]> {
  const { deps, errors } = portsWith({ config: { UPSTREAM_TOKEN_KEY: keys } });
  await resealSecrets(deps);
  return errors.map(([event]) => event);
}

test("secrets outlive a change of the key that seals them: the schedule seals them anew, and the old key can go", async () => {
  const [before, after] = [keyOf("a"), keyOf("b")];
  await begin(await encryptToken(before, "SECRET", memberId));
  expect(await reseal(`${after} ${before}`)).toEqual([]);
  const sealed = (await store.findSecondStep(db, memberId))?.secret ?? "";
  expect(await decryptToken(after, sealed, memberId)).toBe("SECRET");
  expect(await reseal(after)).toEqual([]);
  expect((await store.findSecondStep(db, memberId))?.secret, "sealed with it already").toBe(sealed);
  expect(await reseal(keyOf("c")), "a key that is gone").toEqual(["second_step.unreadable"]);
});

/** As few as a code of six digits needs (R22). */
const guessesPerCode = 5;
const signIn = (id = "mei's sign-in") =>
  store.insertChallenge(db, {
    id,
    memberKey: "mei",
    upstreamTempToken: "sealed",
    createdAt: noon,
    expiresAt: noon + 15 * minuteMs,
  });
const send = (at = noon, id = "mei's sign-in") =>
  store.recordCodeSent(db, id, at + 10 * minuteMs, at);
const guess = (at = noon, id = "mei's sign-in") => store.countGuess(db, id, at);

test("of thirty parallel guesses at a code five are looked at", async () => {
  await signIn();
  await send();
  const looked = await Promise.all(Array.from({ length: 30 }, () => guess()));
  expect(looked.filter((row) => row !== null)).toHaveLength(guessesPerCode);
  expect((await store.findOpenChallenge(db, "mei's sign-in", noon))?.guesses).toBe(guessesPerCode);
});

test("a second code brings new guesses", async () => {
  await signIn();
  await send();
  for (let count = 0; count < guessesPerCode; count += 1) await guess();
  expect(await guess()).toBeNull();
  await send(noon + minuteMs);
  expect(await guess(noon + minuteMs)).toMatchObject({ guesses: 1 });
});

test("one sign-in's guesses are not another's", async () => {
  await signIn();
  await signIn("chen's sign-in");
  await send();
  await send(noon, "chen's sign-in");
  for (let count = 0; count < guessesPerCode; count += 1) await guess();
  expect(await guess(noon, "chen's sign-in")).toMatchObject({ guesses: 1 });
});
