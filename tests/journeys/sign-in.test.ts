/** Signing in and out, in Chromium. */
import { expect, test } from "vitest";
import { signIn } from "../support/visits.ts";
import { languagesOf } from "../support/browser.ts";
import { mailsTo, newMember } from "../support/new-member.ts";
import { turnOnSecondStep } from "../support/upstream-state.ts";
import { openVisiting } from "../support/visiting.ts";

const house = await openVisiting();

test.each(languagesOf("ja"))(
  "a member signs in with a code by e-mail, is brought to where they were going, and signs out (%s)",
  async (language) => {
    const member = await newMember(house.shop, { language });
    await turnOnSecondStep(house.shop, member.email);
    await house.visit(language, async (visitor) => {
      const { page, says } = visitor;
      await page.goto(`/${language}/profile?tab=sessions`);
      await signIn(visitor, member);
      await page.waitForURL(`**/${language}/otp-verification?**`);
      await page.getByText(says("auth.otp.sent")).waitFor();
      const [mail] = await mailsTo(house.shop, member.email);
      await page.reload();
      await page.getByLabel(says("auth.otp.digit", { number: 1 })).click();
      await page.keyboard.type(mail?.code ?? "");
      await page.keyboard.press("Enter");
      await page.waitForURL(`**/${language}/profile?tab=sessions`);
      await page.getByText(says("auth.profile.sessions.current")).waitFor();
      expect(await mailsTo(house.shop, member.email), "a reload sends nothing").toHaveLength(1);

      // A read that is still under way when somebody signs out is refused, and the browser says so.
      await page.waitForLoadState("networkidle");
      const account = new RegExp(says("common.nav.account_of", { name: ".*" }));
      await page.getByRole("button", { name: account }).click();
      await page.getByRole("button", { name: says("common.nav.logout"), exact: true }).click();
      await page.waitForURL(`**/${language}/login`);
      const cookies = await page.context().cookies();
      expect(cookies.filter(({ name }) => name.includes("refresh"))).toEqual([]);
      await page.goto(`/${language}/orders`);
      await page.waitForURL(`**/${language}/login?from=*`);
    });
  },
);
