/** A second step of one's own in Chromium: turned on, owed at the next sign-in, lost with the phone, turned off. */
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { localeTable } from "../../worker/contract/locales.ts";
import { bringAxe, faultsOf } from "../support/accessibility.ts";
import { borrowShop } from "../support/borrowed.ts";
import { picture, type Language, type Visitor } from "../support/browser.ts";
import { newMember, type NewMember } from "../support/new-member.ts";
import { startVisiting, type Visiting } from "../support/visiting.ts";
import { signIn } from "../support/visits.ts";

let house: Visiting;
beforeAll(async () => {
  house = await startVisiting(borrowShop);
});
afterAll(() => house?.close());

const codeOf = (secret: string, steps: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + steps * 30_000,
  });
const button = ({ page, says }: Visitor, key: string) =>
  page.getByRole("button", { name: says(key), exact: true });
const words = "auth.profile.second_step";

type Look = (name: string) => Promise<void>;

/** From the password tab to the recovery codes. @returns what the app and the member keep. */
async function turnOn(visitor: Visitor, password: string, look: Look) {
  const { page, says } = visitor;
  await button(visitor, `${words}.turn_on`).click();
  const dialog = page.getByRole("dialog");
  await dialog.locator('input[type="password"]').fill("Perfume#2027");
  await button(visitor, `${words}.continue`).click();
  await dialog.getByText(says("common.errors.wrong_old_password")).waitFor();
  await dialog.locator('input[type="password"]').fill(password);
  await button(visitor, `${words}.continue`).click();
  await dialog.getByRole("img", { name: says(`${words}.qr`) }).waitFor();
  await look("scan");
  const secret = (await dialog.locator("code").innerText()).replaceAll(" ", "");
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  await dialog.locator('input[name="code"]').fill(codeOf(secret, -1));
  await dialog.getByRole("button", { name: says(`${words}.confirm`), exact: true }).click();
  await button(visitor, `${words}.kept`).waitFor();
  await look("codes");
  const codes = await dialog.locator("code").allInnerTexts();
  await button(visitor, `${words}.kept`).click();
  await page.getByText(says(`${words}.turned_on`)).waitFor();
  return { secret, codes };
}

async function signOutAndIn(visitor: Visitor, member: NewMember): Promise<void> {
  const { page } = visitor;
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto(page.url().replace(/profile.*/, "login"));
  await signIn(visitor, member);
}

async function openPasswordTab({ page, says }: Visitor): Promise<void> {
  await page.waitForURL((url) => url.pathname.endsWith("/fragrance-quiz"));
  await page.goto(page.url().replace("fragrance-quiz", "profile?tab=password"));
  await page.getByText(says(`${words}.intro`)).waitFor();
}

test.each<[Language, number]>([
  ["zh", 360],
  ["en", 1280],
  ["ja", 768],
])(
  "a member turns on a second step, signs in with it, without the phone too, and turns it off (%s, %i px)",
  async (language, width) => {
    const member = await newMember(house.shop, { language });
    await house.visit(
      language,
      async (visitor) => {
        const { page, says } = visitor;
        await bringAxe(page);
        const look: Look = async (name) => {
          await picture(page, `second-step-${name}-${language}`, { isWhole: false });
          const faults = await faultsOf(page, width, localeTable[language].htmlLang);
          expect.soft(faults, name).toEqual([]);
        };
        await page.goto(`/${language}/profile?tab=password`);
        await signIn(visitor, member);
        await page.getByText(says(`${words}.intro`)).waitFor();
        await look("off");
        const { secret, codes } = await turnOn(visitor, member.password, look);
        expect(codes).toHaveLength(10);
        await look("on");

        await signOutAndIn(visitor, member);
        await page.getByText(says("auth.otp.app.intro")).waitFor();
        await look("otp");
        await page.getByLabel(says("auth.otp.digit", { number: 1 })).focus();
        await page.keyboard.type(codeOf(secret, 0));
        await button(visitor, "auth.otp.submit").click();
        await openPasswordTab(visitor);

        await signOutAndIn(visitor, member);
        await button(visitor, "auth.otp.app.use_recovery").click();
        await page.locator('input[name="recovery"]').fill((codes[0] ?? "").toLowerCase());
        await look("recovery");
        await button(visitor, "auth.otp.submit").click();
        await openPasswordTab(visitor);
        await page.getByText(says(`${words}.codes_left.other`, { count: 9 })).waitFor();

        await button(visitor, `${words}.turn_off`).click();
        const dialog = page.getByRole("dialog");
        await dialog.locator('input[type="password"]').fill(member.password);
        await dialog.getByRole("button", { name: says(`${words}.turn_off`), exact: true }).click();
        await page.getByText(says(`${words}.turned_off`)).waitFor();
      },
      { width, refusals: [400] },
    );
  },
);
