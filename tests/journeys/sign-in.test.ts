/** Signing in, in Chromium: the second step, and what disabled, waitlisted and locked members are told. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { picture } from "../support/browser.ts";
import {
  alertOf,
  demoPassword,
  fieldOf,
  pressKeyOn,
  tabTo,
  tryPassword,
  typeInto,
} from "../support/identity-visits.ts";
import { mailsTo, newMember } from "../support/new-member.ts";
import { turnOnSecondStep } from "../support/upstream-state.ts";
import { startVisiting, type Visiting } from "../support/visiting.ts";
import { signIn } from "../support/visits.ts";

let house: Visiting;
beforeAll(async () => {
  house = await startVisiting();
});
afterAll(() => house?.close());

const maskedOf = (email: string) =>
  `${email[0]}${"*".repeat(email.indexOf("@") - 1)}${email.slice(email.indexOf("@"))}`;

/** A minute goes by for the limits; the page's own clock is moved by its test. */
async function letAMinutePass(): Promise<void> {
  await house.shop.db
    .prepare("UPDATE limits SET last_at = last_at - 61000 WHERE key LIKE 'otp-send:%'")
    .run();
}

test("the second step: a wrong code, a reload, a resend after the wait, and a pasted code (ja)", async () => {
  await house.visit(
    "ja",
    async (visitor) => {
      const { page, says } = visitor;
      const email = "otp@example.test";
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.clock.install();
      await page.goto("/ja/orders?page=1");
      await signIn(visitor, { email, password: demoPassword });
      await page.waitForURL("**/ja/otp-verification?**");
      await page.getByText(says("auth.otp.intro", { email: "o***@example.test" })).waitFor();
      await page.getByText(says("auth.otp.sent")).waitFor();
      await page
        .getByText(new RegExp(says("auth.otp.expires", { time: "\\d\\d:\\d\\d" })))
        .waitFor();
      const [first] = await mailsTo(house.shop, email);

      const boxes = page.getByRole("group", { name: says("auth.otp.code") }).getByRole("textbox");
      const submit = page.getByRole("button", { name: says("auth.otp.submit"), exact: true });
      const codeIn = () =>
        boxes.evaluateAll((all) => all.map((box) => (box as HTMLInputElement).value).join(""));
      expect(await boxes.count()).toBe(6);
      await boxes.first().click();
      await page.keyboard.type("12a34");
      expect(await codeIn(), "digits only").toBe("1234");
      expect(await submit.isDisabled()).toBe(true);
      await page.keyboard.press("Backspace");
      await page.keyboard.press("Backspace");
      expect(await codeIn(), "backspace goes back across boxes").toBe("12");
      await page.keyboard.type(first?.code === "123456" ? "3457" : "3456");
      await submit.click();
      await page.getByRole("alert").getByText(says("common.errors.otp_wrong")).waitFor();
      await picture(page, "otp-wrong-ja");

      await page.reload();
      const waiting = page.getByRole("button", {
        name: new RegExp(says("auth.otp.resend_in.other", { count: "\\d+" })),
      });
      await waiting.waitFor();
      expect(await waiting.isDisabled()).toBe(true);
      expect(await mailsTo(house.shop, email), "a reload sends nothing").toHaveLength(1);

      await boxes.first().click();
      await page.keyboard.type("98");
      await letAMinutePass();
      await page.clock.fastForward("01:01");
      await page.getByRole("button", { name: says("auth.otp.resend"), exact: true }).click();
      await page.getByText(says("auth.otp.sent")).waitFor();
      expect(await codeIn(), "a resend empties the boxes").toBe("");
      await waiting.waitFor();
      const [second, ...older] = await mailsTo(house.shop, email);
      expect(older).toHaveLength(1);

      const code = second?.code ?? "";
      await page.evaluate(
        (text) => navigator.clipboard.writeText(text),
        ` ${code.slice(0, 3)}-${code.slice(3)}99`,
      );
      await boxes.nth(2).click();
      await page.keyboard.press("Control+V");
      expect(await codeIn(), "a paste keeps the first six digits").toBe(code);
      await page.keyboard.press("Enter");
      await page.waitForURL("**/ja/orders?page=1");

      await page.goto("/ja/otp-verification");
      await page.waitForURL("**/ja/fragrance-quiz");
    },
    { refusals: [400] },
  );
});

test("somebody without a mouse signs in with the second step, and has the code sent again (zh)", async () => {
  const member = await newMember(house.shop, { language: "zh" });
  await turnOnSecondStep(house.shop, member.email);
  await house.visit("zh", async (visitor) => {
    const { page, says } = visitor;
    await page.clock.install();
    await page.goto("/zh/login?from=%2Fzh%2Forders");
    await fieldOf(visitor, "email").waitFor();
    await typeInto(visitor, "email", member.email);
    await typeInto(visitor, "password", member.password);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/zh/otp-verification?**");
    await page.getByText(says("auth.otp.sent")).waitFor();
    await letAMinutePass();
    await page.clock.fastForward("01:01");
    await pressKeyOn(
      page,
      page.getByRole("button", { name: says("auth.otp.resend"), exact: true }),
    );
    await page
      .getByRole("button", {
        name: new RegExp(says("auth.otp.resend_in.other", { count: "\\d+" })),
      })
      .waitFor();
    const [newest, ...older] = (await mailsTo(house.shop, member.email)).filter(
      (mail) => mail.code !== undefined,
    );
    expect(older).toHaveLength(1);
    const boxes = page.getByRole("group", { name: says("auth.otp.code") }).getByRole("textbox");
    await tabTo(page, boxes.first());
    const code = newest?.code ?? "";
    await page.keyboard.type(code.slice(0, 2));
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Home");
    await page.keyboard.type(code);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/zh/orders");
  });
});

test("somebody who begins to sign in again at once is sent a code of the new sign-in when the minute is over", async () => {
  const member = await newMember(house.shop);
  await turnOnSecondStep(house.shop, member.email);
  await house.visit(
    "en",
    async (visitor) => {
      const { page, says } = visitor;
      await page.clock.install();
      await page.goto("/en/login");
      await signIn(visitor, member);
      await page.getByText(says("auth.otp.sent")).waitFor();
      await page.getByRole("link", { name: says("auth.back_to_login") }).click();
      await signIn(visitor, member);
      // A code is on its way to nobody yet, and the button says when it will be.
      await page
        .getByText(says("auth.otp.intro_unsent", { email: maskedOf(member.email) }))
        .waitFor();
      await page
        .getByRole("button", {
          name: new RegExp(says("auth.otp.resend_in.other", { count: "\\d+" })),
        })
        .waitFor();
      expect(await page.getByRole("alert").count()).toBe(0);
      await letAMinutePass();
      await page.clock.fastForward("01:01");
      await page.getByText(says("auth.otp.sent")).waitFor();
      expect(await page.getByRole("alert").count()).toBe(0);
      const [newest] = (await mailsTo(house.shop, member.email)).filter(
        (mail) => mail.code !== undefined,
      );
      await page
        .getByRole("group", { name: says("auth.otp.code") })
        .getByRole("textbox")
        .first()
        .click();
      await page.keyboard.type(newest?.code ?? "");
      await page.keyboard.press("Enter");
      await page.waitForURL("**/en/fragrance-quiz");
    },
    { refusals: [429] },
  );
});

test("somebody who changes the language before signing in lands where they wanted to go, in that language", async () => {
  const member = await newMember(house.shop);
  await house.visit("zh", async (visitor) => {
    const { page, says } = visitor;
    await page.goto("/zh/orders");
    await page.waitForURL("**/zh/login?from=*");
    await page
      .getByRole("button", {
        name: says("common.language.button", { language: says("common.language.short") }),
      })
      .click();
    await page.getByRole("dialog").getByRole("link", { name: "日本語" }).click();
    await page.waitForURL("**/ja/login?from=*");
    await fieldOf(visitor, "email").waitFor({ state: "detached" });
    await page.locator('input[type="email"]').fill(member.email);
    await page.locator('input[type="password"]').fill(member.password);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/ja/orders");
  });
});

test("without a sign-in under way the second step leads to the sign-in", async () => {
  await house.visit("en", async ({ page }) => {
    await page.goto("/en/otp-verification");
    await page.waitForURL("**/en/login");
  });
});

test("disabled, waitlisted and locked members are told so in their language", async () => {
  for (const language of ["zh", "en", "ja"] as const) {
    await house.visit(
      language,
      async (visitor) => {
        const { page, says } = visitor;
        await page.goto(`/${language}/login`);
        expect(await tryPassword(visitor, "disabled@example.test", demoPassword)).toBe(403);
        await alertOf(visitor).getByText(says("common.errors.account_disabled")).waitFor();
        expect(await tryPassword(visitor, "waitlist@example.test", demoPassword)).toBe(403);
        await alertOf(visitor).getByText(says("common.errors.account_waitlisted")).waitFor();
        expect(await tryPassword(visitor, "locked@example.test", demoPassword)).toBe(403);
        await alertOf(visitor).getByText(says("auth.login.locked_title")).waitFor();
        const timer = page.getByRole("timer");
        const before = await timer.innerText();
        await page.waitForFunction(
          (text) => document.querySelector('[role="timer"]')?.textContent !== text,
          before,
        );
        await picture(page, `locked-${language}`);
        await alertOf(visitor)
          .getByRole("link", { name: says("auth.login.to_forgot") })
          .click();
        await page.waitForURL(`**/${language}/forgot-password`);
      },
      { refusals: [403] },
    );
  }
});

test("five wrong passwords lock a member for half an hour, counted down; then the right one opens (zh)", async () => {
  const member = await newMember(house.shop, { language: "zh" });
  await house.visit(
    "zh",
    async (visitor) => {
      const { page, says } = visitor;
      await page.clock.install();
      await page.goto("/zh/login");
      for (let wrong = 1; wrong <= 4; wrong += 1) {
        expect(await tryPassword(visitor, member.email, `Wrong#${wrong}aaaa`)).toBe(400);
        await alertOf(visitor).getByText(says("common.errors.wrong_credentials")).waitFor();
      }
      expect(await tryPassword(visitor, member.email, "Wrong#5aaaa")).toBe(403);
      await page
        .getByText(new RegExp(says("auth.login.locked_left", { time: "(30:00|29:\\d\\d)" })))
        .waitFor();
      expect(
        await tryPassword(visitor, member.email, member.password),
        "the right password waits too",
      ).toBe(403);
      await page.clock.fastForward("30:01");
      await page.getByText(says("auth.login.unlocked")).waitFor();
      await house.shop.upstreamDb
        .prepare("UPDATE limits SET window_ends_at = 1 WHERE key LIKE 'wrong-%'")
        .run();
      await signIn(visitor, member);
      await page.waitForURL("**/zh/fragrance-quiz");
    },
    { refusals: [400, 403] },
  );
});
