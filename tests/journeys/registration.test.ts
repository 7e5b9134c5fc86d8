/** Into the account in Chromium: registering, the mailed password, the forced change, the forgotten password. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { borrowShop } from "../support/borrowed.ts";
import { picture } from "../support/browser.ts";
import {
  alertOf,
  beginRegistration,
  fieldOf,
  fill,
  firstSignIn,
  h1Of,
  ownPassword,
  pressKeyOn,
  sendRegistration,
  tabTo,
  temporaryPasswordOf,
  typeInto,
} from "../support/identity-visits.ts";
import { mailsTo, newMember } from "../support/new-member.ts";
import { startVisiting, type Visiting } from "../support/visiting.ts";

let house: Visiting;
beforeAll(async () => {
  house = await startVisiting(borrowShop);
});
afterAll(() => house?.close());

test("an individual registers, chooses a password and is brought to the quiz (en)", async () => {
  await house.visit("en", async (visitor) => {
    const { page, says } = visitor;
    await page.goto("/en/login");
    await page.getByRole("link", { name: says("auth.login.to_register") }).click();
    await beginRegistration(visitor, "individual");
    expect(await fieldOf(visitor, "company_name").count()).toBe(0);

    await page.getByRole("button", { name: says("auth.register.submit"), exact: true }).click();
    const summary = alertOf(visitor);
    await summary.waitFor();
    await summary.getByRole("button", { name: says("auth.fields.phone") }).click();
    expect(
      await fieldOf(visitor, "phone").evaluate((element) => element === document.activeElement),
    ).toBe(true);

    await page.getByRole("button", { name: says("auth.register.read_terms") }).click();
    await page.getByRole("dialog").getByRole("heading", { level: 3 }).first().waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });

    await fill(visitor, {
      last_name: "Okafor",
      first_name: "Amara",
      email: "amara@example.test",
      phone: "20 7946 0123",
      address: "3 Lamb's Conduit Street",
    });
    await fieldOf(visitor, "country").selectOption("GB");
    expect(await fieldOf(visitor, "dial_code").inputValue()).toBe("+44");
    await picture(page, "register-en");
    await sendRegistration(visitor);
    await firstSignIn(house.shop, visitor, "en", "amara@example.test");
    await h1Of(visitor, says("shop.quiz.personalOptions.title")).waitFor();
  });
});

test("a business in Taiwan must give eight digits of tax id, and is brought to the description (zh)", async () => {
  await house.visit(
    "zh",
    async (visitor) => {
      const { page, says } = visitor;
      await page.goto("/zh/register");
      await beginRegistration(visitor, "business");
      await fill(visitor, {
        last_name: "王",
        first_name: "大同",
        company_name: "大同香氛有限公司",
        email: "wang@example.test",
        phone: "02-2345-6789",
        address: "臺北市信義區市府路 1 號",
      });
      await fieldOf(visitor, "country").selectOption("TW");
      await page.getByRole("checkbox").check();
      const submit = page.getByRole("button", { name: says("auth.register.submit"), exact: true });
      const mistake = page.getByText(says("common.errors.field.invalid_tax_id"), { exact: true });
      await submit.click();
      await page.getByText(says("common.errors.field.required"), { exact: true }).waitFor();
      for (const wrong of ["1234567", "123456789", "1234567a"]) {
        await fill(visitor, { tax_id: wrong });
        await submit.click();
        await mistake.waitFor();
      }
      expect(await mailsTo(house.shop, "wang@example.test"), "nothing was sent").toEqual([]);
      await fill(visitor, { tax_id: "２４５３６８０７" });
      await mistake.waitFor({ state: "detached" });
      await picture(page, "register-zh");
      await sendRegistration(visitor);
      await firstSignIn(house.shop, visitor, "zh", "wang@example.test");
      await page.locator('textarea[name="description"]').waitFor();
    },
    { width: 360 },
  );
});

test("a business elsewhere may leave its tax number out; a taken e-mail is told at its field (ja)", async () => {
  await house.visit(
    "ja",
    async (visitor) => {
      const { page, says } = visitor;
      await page.goto("/ja/register");
      await beginRegistration(visitor, "individual");
      await fill(visitor, { address: "東京都千代田区丸の内 1-1" });
      await page
        .getByRole("main")
        .getByRole("button", { name: says("common.back"), exact: true })
        .click();
      await beginRegistration(visitor, "business");
      const country = fieldOf(visitor, "country");
      const taxId = fieldOf(visitor, "tax_id");
      await country.selectOption("TW");
      await taxId.waitFor();
      await taxId.fill("12345678");
      await country.selectOption("JP");
      await taxId.waitFor({ state: "detached" });
      await fill(visitor, { tax_id_abroad: "" });
      await fill(visitor, {
        last_name: "山田",
        first_name: "花子",
        company_name: "山田香料株式会社",
        email: "sato@example.test",
        phone: "03-1234-5678",
      });
      await page.getByRole("checkbox").check();
      await page.getByRole("button", { name: says("auth.register.submit"), exact: true }).click();
      await page.getByText(says("common.errors.email_taken"), { exact: true }).waitFor();
      expect(await fieldOf(visitor, "email").getAttribute("aria-invalid")).toBe("true");
      await fill(visitor, { email: "yamada@example.test" });
      await sendRegistration(visitor);
      await firstSignIn(house.shop, visitor, "ja", "yamada@example.test");
      await page.locator('textarea[name="description"]').waitFor();
    },
    { refusals: [400, 409, 422] },
  );
});

test("a forgotten password: the note is the same for everybody, the mail is in the page's language (ja)", async () => {
  await house.visit("ja", async (visitor) => {
    const { page, says } = visitor;
    for (const email of ["nobody-at-all@example.test", "chen@example.test"]) {
      await page.goto("/ja/forgot-password");
      await fill(visitor, { email });
      await page.getByRole("button", { name: says("auth.forgot.submit"), exact: true }).click();
      await page.getByText(says("auth.forgot.sent_text", { email })).waitFor();
    }
    expect(await mailsTo(house.shop, "nobody-at-all@example.test")).toEqual([]);
    expect((await mailsTo(house.shop, "chen@example.test"))[0]?.text).toMatch(/[ぁ-ん]/);
    await page.getByRole("link", { name: says("auth.back_to_login") }).click();
    await firstSignIn(house.shop, visitor, "ja", "chen@example.test");
  });
});

test("somebody without a mouse registers, signs in with the mailed password and chooses their own (en)", async () => {
  await house.visit("en", async (visitor) => {
    const { page, says } = visitor;
    const named = (role: "link" | "button", key: string) =>
      page.getByRole(role, { name: says(key), exact: true });
    const inMain = (role: "link" | "button", key: string) =>
      page.getByRole("main").getByRole(role, { name: says(key), exact: true });
    await page.goto("/en/login");
    await pressKeyOn(page, named("link", "auth.login.to_register"));
    await pressKeyOn(
      page,
      page.getByRole("radio", { name: says("auth.register.individual") }),
      "Space",
    );
    await pressKeyOn(page, inMain("button", "auth.register.next"));
    await fieldOf(visitor, "last_name").waitFor();
    await typeInto(visitor, "last_name", "Lovelace");
    await typeInto(visitor, "first_name", "Ada");
    await typeInto(visitor, "email", "ada@example.test");
    await tabTo(page, fieldOf(visitor, "country"));
    await page.keyboard.type("United K");
    expect(await fieldOf(visitor, "dial_code").inputValue()).toBe("+44");
    await typeInto(visitor, "phone", "20 7946 0999");
    await typeInto(visitor, "address", "12 St James's Square");
    await pressKeyOn(page, inMain("button", "auth.register.submit"));
    await page.getByText(says("auth.register.terms_required")).waitFor();
    expect(
      await page.getByRole("checkbox").evaluate((box) => box === document.activeElement),
      "the first mistake has the focus",
    ).toBe(true);
    await page.keyboard.press("Space");
    await pressKeyOn(page, inMain("button", "auth.register.read_terms"));
    await page.getByRole("dialog").getByRole("heading", { level: 3 }).first().waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await pressKeyOn(page, inMain("button", "auth.register.submit"));
    await pressKeyOn(page, page.getByRole("dialog").getByRole("link"));
    await page.waitForURL("**/en/login");

    const temporary = await temporaryPasswordOf(house.shop, "ada@example.test");
    await typeInto(visitor, "email", "ada@example.test");
    await typeInto(visitor, "password", temporary);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/en/change-password?force=true");
    await fieldOf(visitor, "old_password").waitFor();
    await typeInto(visitor, "old_password", temporary);
    await typeInto(visitor, "new_password", ownPassword);
    await typeInto(visitor, "confirm_password", ownPassword);
    await pressKeyOn(page, inMain("button", "auth.password.submit"));
    await page.waitForURL("**/en/fragrance-quiz");
    await h1Of(visitor, says("shop.quiz.personalOptions.title")).waitFor();
  });
});

test("somebody without a mouse asks for a new password and goes back to sign in (zh)", async () => {
  const { email } = await newMember(house.shop, { language: "zh" });
  await house.visit("zh", async (visitor) => {
    const { page, says } = visitor;
    await page.goto("/zh/login");
    await pressKeyOn(
      page,
      page.getByRole("link", { name: says("auth.login.to_forgot"), exact: true }),
    );
    await page.waitForURL("**/zh/forgot-password");
    await fieldOf(visitor, "email").waitFor();
    await typeInto(visitor, "email", "not an address");
    await page.keyboard.press("Enter");
    await page.getByText(says("auth.errors.email_invalid")).waitFor();
    await page.keyboard.press("Control+A");
    await page.keyboard.type(email);
    await page.keyboard.press("Enter");
    await page.getByText(says("auth.forgot.sent_text", { email })).waitFor();
    await picture(page, "forgot-zh");
    await pressKeyOn(
      page,
      page.getByRole("link", { name: says("auth.back_to_login"), exact: true }),
    );
    await page.waitForURL("**/zh/login");
    expect(await temporaryPasswordOf(house.shop, email)).toHaveLength(14);
  });
});
