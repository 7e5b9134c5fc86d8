/** What came of a pressed button can be seen where the eye is, on a phone too; a limit says one true thing. */
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { picture, type Visitor } from "../support/browser.ts";
import { stageFault } from "../support/faults.ts";
import { alertOf, beginRegistration, fieldOf, fill } from "../support/identity-visits.ts";
import { newMember } from "../support/new-member.ts";
import { turnOnSecondStep } from "../support/upstream-state.ts";
import { startVisiting, type Visiting } from "../support/visiting.ts";
import { signIn } from "../support/visits.ts";

let house: Visiting;
beforeAll(async () => {
  house = await startVisiting();
});
afterAll(() => house?.close());

const sizes = [
  ["zh", 360],
  ["en", 1280],
  ["ja", 360],
] as const;

/** Whole, and not under the bar. */
async function expectInSight(what: Locator): Promise<void> {
  await what.waitFor();
  const isInSight = () =>
    what.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 68 && bottom <= innerHeight;
    });
  await expect.poll(isInSight).toBe(true);
}

/** A picture of what the person sees, not of the whole page. */
const look = (visitor: Visitor, name: string) => picture(visitor.page, name, { isWhole: false });

test("a member who saves the profile sees that it was saved, or that it was not (zh, en, ja)", async () => {
  for (const [language, width] of sizes) {
    const member = await newMember(house.shop, { language });
    await house.visit(
      language,
      async (visitor) => {
        const { page, says } = visitor;
        await page.goto(`/${language}/profile`);
        await signIn(visitor, member);
        const save = page.getByRole("button", { name: says("common.save"), exact: true });
        await fieldOf(visitor, "last_name").waitFor();
        await fill(visitor, { last_name: "歐陽" });
        await save.click();
        await expectInSight(
          page.getByRole("status").getByText(says("auth.profile.saved"), { exact: true }),
        );
        await look(visitor, `profile-saved-${language}-${width}`);
        await stageFault(house.shop, { mode: "refuse", paths: ["/members/me"] });
        await fill(visitor, { last_name: "王" });
        await save.click();
        await expectInSight(alertOf(visitor));
        await look(visitor, `profile-failed-${language}-${width}`);
        await stageFault(house.shop, { mode: "none" });
      },
      { width, refusals: [503] },
    );
  }
});

test("an empty registration stands at its first field, and one that fails says so in sight (zh, en, ja)", async () => {
  for (const [language, width] of sizes)
    await house.visit(
      language,
      async (visitor) => {
        const { page, says } = visitor;
        await page.goto(`/${language}/register`);
        await beginRegistration(visitor, "individual");
        const submit = page.getByRole("button", {
          name: says("auth.register.submit"),
          exact: true,
        });
        await submit.click();
        const first = fieldOf(visitor, "last_name");
        await expectInSight(first);
        expect(await first.evaluate((field) => field === document.activeElement)).toBe(true);
        await look(visitor, `register-empty-${language}-${width}`);
        await fill(visitor, {
          last_name: "林",
          first_name: "雨",
          email: "rain@example.test",
          phone: "1",
          address: "臺北市信義區市府路 1 號",
        });
        await fieldOf(visitor, "country").selectOption("TW");
        await page.getByRole("checkbox").check();
        await submit.click();
        await expectInSight(
          page.getByText(says("common.errors.field.invalid_phone"), { exact: true }),
        );
        await look(visitor, `register-phone-${language}-${width}`);
        await fill(visitor, { phone: "0912-345-678" });
        await stageFault(house.shop, { mode: "refuse", paths: ["/auth/register"] });
        await submit.click();
        await expectInSight(alertOf(visitor));
        await look(visitor, `register-failed-${language}-${width}`);
        await stageFault(house.shop, { mode: "none" });
      },
      { width, refusals: [503] },
    );
});

/** As if somebody had asked for all codes or passwords of this hour within its first minute. */
async function useUp(name: string): Promise<void> {
  await house.shop.db
    .prepare("UPDATE limits SET count = 1000 WHERE key LIKE ?")
    .bind(`${name}:%`)
    .run();
}

test("who asked for too many codes reads when the next one can be had, and nothing else about it (zh, en, ja)", async () => {
  for (const [language, width] of sizes) {
    const member = await newMember(house.shop, { language });
    await turnOnSecondStep(house.shop, member.email);
    await house.visit(
      language,
      async (visitor) => {
        const { page, says } = visitor;
        await page.goto(`/${language}/login`);
        await signIn(visitor, member);
        await page.getByText(says("auth.otp.sent")).waitFor();
        await useUp("otp-send:member");
        await page.getByRole("link", { name: says("auth.back_to_login") }).click();
        await signIn(visitor, member);
        const limited = new RegExp(
          says("auth.otp.limited", { time: "(60|59) ?(分鐘|minutes|分)" }),
        );
        await expectInSight(page.getByText(limited));
        const masked = `${member.email[0]}${"*".repeat(member.email.indexOf("@") - 1)}@example.test`;
        await page.getByText(says("auth.otp.intro_unsent", { email: masked })).waitFor();
        expect(await alertOf(visitor).count()).toBe(0);
        const resend = page.getByRole("button", { name: says("auth.otp.resend"), exact: true });
        expect(await resend.isDisabled()).toBe(true);
        await look(visitor, `otp-limit-${language}-${width}`);
        await page.reload();
        await page.getByText(limited).waitFor();
      },
      { width, refusals: [429] },
    );
  }
});

test("who asked for too many passwords reads when the next one can be had (zh, en, ja)", async () => {
  for (const [language, width] of sizes)
    await house.visit(
      language,
      async (visitor) => {
        const { page, says } = visitor;
        await page.goto(`/${language}/forgot-password`);
        await fill(visitor, { email: `nobody-${language}@example.test` });
        const submit = page.getByRole("button", { name: says("auth.forgot.submit"), exact: true });
        await submit.click();
        await page.getByText(says("auth.forgot.sent_title")).waitFor();
        await useUp("forgot-password:address");
        await submit.click();
        const limited = new RegExp(
          says("auth.forgot.limited", { time: "(60|59) ?(分鐘|minutes|分)" }),
        );
        await expectInSight(alertOf(visitor).getByText(limited));
        expect(await page.getByText(says("auth.forgot.sent_title")).count()).toBe(0);
        await look(visitor, `forgot-limit-${language}-${width}`);
        // Every visitor here has the same address.
        await house.shop.db
          .prepare("DELETE FROM limits WHERE key LIKE 'forgot-password:address:%'")
          .run();
      },
      { width, refusals: [429] },
    );
});
