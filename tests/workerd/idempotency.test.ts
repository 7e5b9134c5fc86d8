import { sql } from "drizzle-orm";
import { beginStatements, claimStatements } from "../../worker/store/idempotency.ts";
import { keepAnswer, releaseClaim, type Claim } from "../../worker/store/idempotency.ts";
import { idempotencyKeys } from "../../worker/store/schema.ts";
import { mayAct, endSession } from "../../worker/store/sessions.ts";
import { ShopError } from "../../worker/errors/shop-error.ts";
import { orRelease } from "../../worker/shop/checkout/claim-request.ts";
import { claimed, claimKey, db, minuteMs, noon, secondMs, signInMei } from "./database.ts";
import { portsWith } from "./ports.ts";

const [scope, key] = ["checkout:mei", "form-1"];
const checkout = { scope, key, bodyHash: "form" };
const other = { ...checkout, key: "form-2" };

test("of ten presses on the order button one places the order, and the others wait (R42)", async () => {
  const claims = await Promise.all(Array.from({ length: 10 }, () => claimKey(checkout, noon)));
  expect(claims.filter((claim) => claim !== null)).toHaveLength(1);
});

test("a changed form under the same key is refused, while it runs, when its time is over and when it was answered", async () => {
  const changed = { ...checkout, bodyHash: "another form" };
  await claimed(scope, key, noon);
  expect(await claimKey(changed, noon)).toBeNull();
  expect(await claimKey(changed, noon + minuteMs)).toBeNull();
  await keepAnswer(db, await claimed(scope, key, noon + minuteMs), "order 7");
  expect(await claimKey(changed, noon + 2 * minuteMs)).toBeNull();
});

test("a request that died is taken over after a minute, and its late answer is not kept", async () => {
  const dead = await claimed(scope, key, noon);
  expect(await claimKey(checkout, noon + 59 * secondMs)).toBeNull();
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
  for (const sessionId of ["new", "ended", "nobody's"])
    expect(await take({ ...mei, sessionId }), sessionId).toBe(0);
  expect(await take({ ...mei, memberId: "noor" })).toBe(0);
  expect(await take(mei)).toBe(1);
  await endSession(db, mei.sessionId, "logout", noon);
  expect(await take(mei, noon + minuteMs), "not taken over either").toBe(0);
});

const leases = async () =>
  (await db.select().from(idempotencyKeys)).map(({ leaseUntil }) => leaseUntil);

async function begin(claim: Claim, content: string, now: number, when = sql`true`) {
  const [begun, , same] = await db.batch(beginStatements(db, claim, content, now, when));
  return { begun: begun.length === 1, same };
}

test("a member places one order at a time, and one whose request died holds up the next for a minute, and is late then", async () => {
  const dead = await claimed(scope, "one", noon);
  expect(await begin(dead, "roses", noon)).toMatchObject({ begun: true });
  const next = await claimed(scope, "two", noon + 1);
  const nobody = await claimed("checkout:noor", "one", noon);
  expect(await begin(next, "oud", noon + 1)).toMatchObject({ begun: false });
  expect(await begin(nobody, "oud", noon + 1)).toMatchObject({ begun: true });
  expect(await begin(next, "oud", noon + minuteMs - 1)).toMatchObject({ begun: false });
  expect(await begin(next, "oud", noon + minuteMs, sql`false`)).toMatchObject({ begun: false });
  expect(await begin(next, "oud", noon + minuteMs)).toMatchObject({ begun: true });
  expect(await leases(), "of who was late").toContain(0);
  expect(await keepAnswer(db, dead, "order 7")).toEqual([]);
  expect(await keepAnswer(db, nobody, "order 8")).toHaveLength(1);
  expect(await keepAnswer(db, next, "order 9")).toHaveLength(1);
});

test("who begins to order hears what the same content came to before, the latest first, and of no other", async () => {
  const [lost, done] = [await claimed(scope, "lost"), await claimed(scope, "done", noon + 1)];
  await begin(lost, "roses", noon);
  await releaseClaim(db, lost, false);
  await begin(done, "roses", noon + 1);
  await keepAnswer(db, done, JSON.stringify({ id: "order", order_id: "SL1" }));
  const elsewhere = await claimed(scope, "elsewhere");
  await begin(elsewhere, "oud", noon);
  await releaseClaim(db, elsewhere, false);
  const { same } = await begin(await claimed(scope, key, noon + 2), "roses", noon + 2);
  const unknown = { orderId: null, orderNumber: null };
  expect(same).toEqual([
    { key, createdAt: noon + 2, ...unknown },
    { key: "done", createdAt: noon + 1, orderId: "order", orderNumber: "SL1" },
    { key: "lost", createdAt: noon, ...unknown },
  ]);
});

test("two forms sent at the same moment keep an answer each, and what happens to one does nothing to the other", async () => {
  const [one, two] = [await claimed(scope, key), await claimed(scope, other.key)];
  await keepAnswer(db, one, "order 7");
  expect(await claimKey(other, noon)).toBeNull();
  expect(await keepAnswer(db, two, "order 8")).toHaveLength(1);
  await releaseClaim(db, one, true);
  expect(await claimKey(checkout, noon + minuteMs), "an answer is not forgotten").toBeNull();
});

test("of two forms that are free again or ended, only the one that it was about is", async () => {
  const one = await claimed(scope, key);
  await claimKey(other, noon);
  await begin(one, "roses", noon);
  await releaseClaim(db, one, false);
  expect((await leases()).sort()).toEqual([0, noon + minuteMs]);
  expect(await claimKey(other, noon + 1)).toBeNull();
  await releaseClaim(db, await claimed(scope, key, noon + 1), true);
  expect(await claimKey(other, noon + 1)).toBeNull();
  expect(await claimKey({ ...checkout, bodyHash: "another" }, noon + 1)).not.toBeNull();
});

const changed = { ...checkout, bodyHash: "roses and oud" };

async function fail(error: Error, hasBegun: boolean, now = noon): Promise<void> {
  const claim = await claimed(scope, key, now);
  if (hasBegun) await db.batch(beginStatements(db, claim, "content", now, sql`true`));
  const work = orRelease(portsWith({}).deps, claim, () => Promise.reject(error));
  await expect(work).rejects.toBe(error);
}
const isFree = async (wanted: typeof checkout) =>
  (await claimKey(wanted, noon + secondMs)) !== null;

test.each([
  ["was refused before anything happened", new ShopError("price_changed"), false],
  ["was refused by the upstream, which has done nothing", new ShopError("validation_failed"), true],
  ["broke before anything happened", new Error("broken"), false],
])("a form that %s can be changed and sent again", async (_what, error, hasBegun) => {
  await fail(error, hasBegun);
  expect(await isFree(changed)).toBe(true);
});

test.each([
  ["the upstream does not answer", new ShopError("upstream_timeout")],
  ["the upstream fails", new ShopError("upstream_failed")],
  ["something breaks", new Error("broken")],
])("when %s after the order may have been made, only this form goes on", async (_what, error) => {
  await fail(error, true);
  expect([await isFree(changed), await isFree(checkout)]).toEqual([false, true]);
});

test("what is refused at a second try may have been ordered at the first", async () => {
  await fail(new Error("broken"), true, noon - minuteMs);
  await fail(new ShopError("too_many_requests"), false);
  expect([await isFree(changed), await isFree(checkout)]).toEqual([false, true]);
});
