/** What holds for a member whom somebody else keeps locked out on purpose (T15, E5b). */
import { beforeAll, expect, test } from "vitest";
import { borrowShop } from "../support/borrowed.ts";
import { longTest, sized } from "../support/experiment.ts";
import { mailsTo, newMember } from "../support/new-member.ts";
import type { Shop } from "../support/shop.ts";
import { newShopper } from "../support/shopper.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await borrowShop();
});

/** Five guesses in turn and the rest twenty-five at a time, from as many addresses as it takes. */
async function guessAtLength(email: string, failures: number): Promise<Record<string, number>> {
  const codes: Record<string, number> = {};
  for (let made = 0; made < failures;) {
    const burst = Math.min(made < 5 ? 1 : 25, failures - made);
    const from = { "CF-Connecting-IP": `198.51.100.${Math.floor(made / 250)}` };
    const fields = (index: number) => ({ username: email, password: `Guess#${made + index}x` });
    const answers = await Promise.all(
      Array.from({ length: burst }, (_, index) =>
        newShopper(shop).form("/auth/login/password-verify", fields(index), from),
      ),
    );
    for (const { body } of answers) codes[body.code] = (codes[body.code] ?? 0) + 1;
    made += burst;
  }
  return codes;
}

test(
  "while a stranger guesses, the member's signed-in browser shops on and a mailed password lets them in at once",
  longTest,
  async () => {
    const failures = sized(12, 10_000);
    const noor = await newMember(shop);

    const codes = await guessAtLength(noor.email, failures);
    expect(codes).toEqual({ wrong_credentials: 4, account_locked: failures - 4 });
    expect(
      (await newShopper(shop).signIn(noor.email, noor.password)).body.code,
      "the right password waits too",
    ).toBe("account_locked");

    const { shopper } = noor;
    expect((await shopper.get("/members/me")).status).toBe(200);
    const renewed = await shopper.send("POST", "/auth/refresh");
    expect(renewed.status).toBe(200);
    shopper.token = renewed.body.access_token;
    expect((await shopper.get("/orders/my-orders")).status).toBe(200);

    const started = performance.now();
    expect(
      (
        await newShopper(shop).send("POST", "/auth/forgot-password", {
          email: noor.email,
          language: "en",
        })
      ).status,
    ).toBe(200);
    const password = (await mailsTo(shop, noor.email))[0]?.password ?? "";
    const elsewhere = newShopper(shop);
    expect((await elsewhere.signIn(noor.email, password)).body.must_change_password).toBe(true);
    const fresh = "Vetiver&Rain2026";
    const change = { old_password: password, new_password: fresh, confirm_password: fresh };
    expect((await elsewhere.send("POST", "/auth/change-password", change)).status).toBe(200);
    expect(performance.now() - started, "a mail away").toBeLessThan(60_000);
  },
);

test("an address that has guessed three hundred times in an hour is not heard any more, whomever it guesses at (R25)", async () => {
  const noor = await newMember(shop);
  const from = { "CF-Connecting-IP": "198.51.100.200" };
  const guess = () =>
    newShopper(shop).form(
      "/auth/login/password-verify",
      { username: noor.email, password: "Guess#1xyz" },
      from,
    );
  await guess();
  await shop.db
    .prepare("UPDATE limits SET count = 300 WHERE key = 'sign-in:address:198.51.100.200'")
    .run();
  for (let more = 0; more < 10; more += 1) expect((await guess()).status).toBe(429);
  expect(
    (await newShopper(shop).signIn(noor.email, noor.password)).status,
    "none of those reached the account",
  ).toBe(200);
});
