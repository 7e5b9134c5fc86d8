// Strangers who guess and ask for mails, before an upstream that keeps to the documents: it locks the account, whoever guesses.
// That nobody learns who is a member stands in `tests/worker/sign-in.test.ts`; how long a refusal takes is measured by
// `tests/bench/enumeration.ts`; that members get in meanwhile stands in `honest-beside-attackers.test.ts`.
import { burst, sized } from "../../support/experiment.ts";
import { mailsTo, newMember, type NewMember } from "../../support/new-member.ts";
import { newShopper } from "../../support/shopper.ts";
import { ownShop } from "./own-shop.ts";

const shop = await ownShop({ upstreamVars: { DOCUMENTED_ONLY: "true" } });

const strangers = sized(20, 500);
const addressOf = (index: number) => `198.18.${Math.floor(index / 250)}.${index % 250}`;
const from = (address: string) => ({ "CF-Connecting-IP": address });
const guessAt = (username: string, password: string, address: string) =>
  newShopper(shop).form("/auth/login/password-verify", { username, password }, from(address));
const forgot = (email: string, address: string) =>
  newShopper(shop).send("POST", "/auth/forgot-password", { email, language: "en" }, from(address));

const attack = (email: string, requests: number, first = 0) =>
  burst(requests, 25, (index) => {
    const address = addressOf((first + index) % strangers);
    return index % 10 === 0
      ? forgot(email, address)
      : guessAt(email, `Guess#${first + index}x`, address);
  });

async function byMail({ email }: NewMember): Promise<void> {
  expect((await forgot(email, "203.0.113.78")).status).toBe(200);
  const mails = await mailsTo(shop, email);
  const mailed = mails.find(({ password }) => password !== undefined)?.password ?? "";
  const elsewhere = newShopper(shop);
  expect((await elsewhere.signIn(email, mailed)).body.must_change_password).toBe(true);
  const next = "Vetiver&Rain2026";
  const wish = { old_password: mailed, new_password: next, confirm_password: next };
  expect((await elsewhere.send("POST", "/auth/change-password", wish)).status).toBe(200);
}

test("before an upstream of the documents alone the signed-in browser shops on, and the mail that is out lets the member in", async () => {
  const noor = await newMember(shop);
  await attack(noor.email, sized(60, 2_000));
  const locked = await guessAt(noor.email, noor.password, "203.0.113.77");
  expect(locked.body.code, "only the upstream could tell guessers apart").toBe("account_locked");
  expect((await noor.shopper.get("/orders/my-orders")).status).toBe(200);
  expect((await noor.shopper.send("POST", "/auth/refresh")).status).toBe(200);
  expect((await mailsTo(shop, noor.email)).length).toBe(1);
  const goingOn = attack(noor.email, 50, 60);
  await byMail(noor);
  await goingOn;
});
