import { expect, test } from "vitest";
import {
  claimAloneStatements,
  claimKey,
  claimStatements,
  endLease,
  forgetClaim,
  keepAnswer,
} from "../../worker/store/idempotency.ts";
import { mayAct } from "../../worker/store/session-liveness.ts";
import { endSession } from "../../worker/store/sessions.ts";
import { claimed, db, minuteMs, noon, secondMs, signInMei } from "./database.ts";

const [scope, key] = ["checkout:mei", "form-1"];
const checkout = { scope, key, bodyHash: "form" };

test("of ten presses on the order button one places the order, and the others wait", async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => claimKey(db, checkout, noon)));
  expect(answers.map(({ state }) => state).sort()).toEqual([
    "claimed",
    ...Array<string>(9).fill("in_progress"),
  ]);
});

test("a changed form under the same key is refused, while it runs and when it was answered", async () => {
  const changed = { ...checkout, bodyHash: "another form" };
  const claim = await claimed(scope, key, noon);
  expect(await claimKey(db, changed, noon)).toEqual({ state: "mismatch" });
  await keepAnswer(db, claim, "order 7");
  expect(await claimKey(db, changed, noon + 2 * minuteMs)).toEqual({ state: "mismatch" });
});

test("a request that died is taken over after a minute, and its late answer is not kept", async () => {
  const dead = await claimed(scope, key, noon);
  expect(await claimKey(db, checkout, noon + 59 * secondMs)).toEqual({ state: "in_progress" });
  const heir = await claimed(scope, key, noon + minuteMs);
  expect([dead.isResumed, heir.isResumed]).toEqual([false, true]);
  expect(await keepAnswer(db, dead, "order 7")).toEqual([]);
  expect(await keepAnswer(db, heir, "order 8")).toHaveLength(1);
});

test("a key is taken only for a live session of its own member that owes no new password", async () => {
  const mei = { memberId: "mei", sessionId: "mei's browser" };
  await signInMei();
  await signInMei({ id: "new", mustChangePassword: true }, "of the new one");
  await signInMei({ id: "ended" }, "of the ended one");
  await endSession(db, "ended", "logout", noon);
  const take = async (actor: typeof mei, now = noon) => {
    const [taken] = await db.batch(claimStatements(db, checkout, now, mayAct(actor, now)));
    return taken.length;
  };
  expect(await take({ ...mei, sessionId: "new" })).toBe(0);
  expect(await take({ ...mei, sessionId: "ended" })).toBe(0);
  expect(await take({ ...mei, sessionId: "nobody's" })).toBe(0);
  expect(await take({ ...mei, memberId: "noor" })).toBe(0);
  expect(await take(mei)).toBe(1);
  await endSession(db, mei.sessionId, "logout", noon);
  expect(await take(mei, noon + minuteMs), "not taken over either").toBe(0);
});

test("a member places one order at a time, and one whose request died holds up the next for a minute", async () => {
  const begin = async (form: string, now: number) => {
    const wanted = { scope, key: form, bodyHash: form };
    const [taken] = await db.batch(claimAloneStatements(db, wanted, now));
    return taken.length;
  };
  expect(await begin("one", noon)).toBe(1);
  expect([await begin("two", noon), await begin("two", noon + minuteMs - 1)]).toEqual([0, 0]);
  expect(await begin("two", noon + minuteMs)).toBe(1);
});

test("two forms sent at the same moment keep an answer each, and what happens to one does nothing to the other", async () => {
  const other = { ...checkout, key: "form-2" };
  const [one, two] = [await claimed(scope, key, noon), await claimKey(db, other, noon)];
  if (two.state !== "claimed") throw new Error(two.state);
  await keepAnswer(db, one, "order 7");
  expect(await claimKey(db, other, noon)).toEqual({ state: "in_progress" });
  await keepAnswer(db, two.claim, "order 8");
  expect(await claimKey(db, checkout, noon)).toEqual({ state: "answered", answer: "order 7" });
  expect(await claimKey(db, other, noon)).toEqual({ state: "answered", answer: "order 8" });
  await forgetClaim(db, one);
  expect(await claimKey(db, checkout, noon), "an answer is not forgotten").toMatchObject({
    state: "answered",
  });
});

test("of two forms that are free again or ended, only the one that it was about is", async () => {
  const other = { ...checkout, key: "form-2" };
  const one = await claimed(scope, key, noon);
  await claimKey(db, other, noon);
  await endLease(db, one);
  expect(await claimKey(db, other, noon + 1)).toEqual({ state: "in_progress" });
  await forgetClaim(db, await claimed(scope, key, noon + 1));
  expect(await claimKey(db, other, noon + 1)).toEqual({ state: "in_progress" });
});
