/**
 * Strangers who guess, enumerate and ask for mails: nobody learns who is a member (R26, E7). How long the telling takes is measured
 * by `tests/bench/enumeration.ts`; that members get in meanwhile stands in `honest-beside-attackers.test.ts`.
 */
import { randomInt } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { borrowShop } from "../../support/borrowed.ts";
import { burst, sized } from "../../support/experiment.ts";
import { mailsTo, newMember, type NewMember } from "../../support/new-member.ts";
import { startShop, type Shop } from "../../support/shop.ts";
import { newShopper, type Answer } from "../../support/shopper.ts";

const shop = await borrowShop();
/** Before an upstream that keeps to the documents: it locks the account, whoever guesses. */
const documented = await startShop({ upstreamVars: { DOCUMENTED_ONLY: "true" } });
afterAll(() => documented.close());

const strangers = sized(20, 500);
const addressOf = (index: number) => `198.18.${Math.floor(index / 250)}.${index % 250}`;
const from = (address: string) => ({ "CF-Connecting-IP": address });
const guessAt = (where: Shop, username: string, password: string, address: string) =>
  newShopper(where).form("/auth/login/password-verify", { username, password }, from(address));
const forgot = (where: Shop, email: string, address: string, language = "en") =>
  newShopper(where).send("POST", "/auth/forgot-password", { email, language }, from(address));

/** One request in ten asks for a mailed password, the others guess. */
const attack = (where: Shop, email: string, requests: number, first = 0): Promise<Answer[]> =>
  burst(requests, 25, (index) => {
    const address = addressOf((first + index) % strangers);
    return index % 10 === 0
      ? forgot(where, email, address)
      : guessAt(where, email, `Guess#${first + index}x`, address);
  });

async function byMail(where: Shop, { email }: NewMember): Promise<void> {
  expect((await forgot(where, email, "203.0.113.78")).status).toBe(200);
  const mails = await mailsTo(where, email);
  const mailed = mails.find(({ password }) => password !== undefined)?.password ?? "";
  const elsewhere = newShopper(where);
  expect((await elsewhere.signIn(email, mailed)).body.must_change_password).toBe(true);
  const next = "Vetiver&Rain2026";
  const wish = { old_password: mailed, new_password: next, confirm_password: next };
  expect((await elsewhere.send("POST", "/auth/change-password", wish)).status).toBe(200);
}

test("before an upstream of the documents alone the signed-in browser shops on, and the mail that is out lets the member in", async () => {
  const noor = await newMember(documented);
  await attack(documented, noor.email, sized(60, 2_000));
  const locked = await guessAt(documented, noor.email, noor.password, "203.0.113.77");
  expect(locked.body.code, "only the upstream could tell guessers apart").toBe("account_locked");
  expect((await noor.shopper.get("/orders/my-orders")).status).toBe(200);
  expect((await noor.shopper.send("POST", "/auth/refresh")).status).toBe(200);
  expect((await mailsTo(documented, noor.email)).length).toBe(1);
  const goingOn = attack(documented, noor.email, 50, 60);
  await byMail(documented, noor);
  await goingOn;
});

const nobody = () => `nobody-${randomInt(1e12)}@example.test`;
/** All that a stranger can read off an answer, but for moments. */
const seen = ({ status, headers, body }: Answer) => ({
  status,
  names: [...headers.keys()].sort(),
  code: body.code,
  message: body.message,
  detail: body.detail?.message ?? Object.keys(body.detail ?? {}),
  minutes: Math.ceil((body.detail?.remaining_seconds ?? 0) / 60),
});

test("guesses, locks and forgotten passwords tell the same story of a member and of nobody, time after time", async () => {
  const { email } = await newMember(shop);
  const stories: ReturnType<typeof seen>[][] = [];
  for (const guessed of [email, nobody()]) {
    const story: ReturnType<typeof seen>[] = [];
    const address = `203.0.113.${90 + stories.length}`;
    for (let round = 0; round < 2; round += 1) {
      for (let guess = 1; guess <= 7; guess += 1)
        story.push(seen(await guessAt(shop, guessed, "Not#the1password", address)));
      story.push(seen(await forgot(shop, guessed, address, round === 0 ? "ja" : "zh")));
      story.push(seen(await guessAt(shop, guessed, "Not#the1password", address)));
      const over = "UPDATE limits SET window_ends_at = 1 WHERE key LIKE 'wrong-%'";
      await shop.upstreamDb.prepare(over).run();
    }
    stories.push(story);
  }
  expect(stories[1]).toEqual(stories[0]);
  const locked = Array(3).fill("account_locked");
  const codes = [...Array(4).fill("wrong_credentials"), ...locked, undefined, "account_locked"];
  expect(stories[0]?.map(({ code }) => code)).toEqual([...codes, ...codes]);
});
