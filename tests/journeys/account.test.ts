import { languagesOf } from "../support/browser.ts";
import { mailsTo, newMember } from "../support/new-member.ts";
import { turnOnSecondStep } from "../support/upstream-state.ts";
import { openVisiting } from "../support/visiting.ts";
import {
  beginRegistration,
  choosePassword,
  fieldOf,
  fill,
  ownPassword,
  sendRegistration,
  signIn,
  temporaryPasswordOf,
} from "../support/visits.ts";

const house = await openVisiting();

test.each(languagesOf("zh"))("a business registers, chooses a password (%s)", async (language) => {
  const email = `wang-${language}@example.test`;
  await house.visit(language, { width: 360 }, async (visitor) => {
    const { page, says } = visitor;
    await page.goto(`/${language}/login`);
    await page.getByRole("link", { name: says("auth.login.to_register") }).click();
    await beginRegistration(visitor, "business");
    await fill(visitor, {
      last_name: "王",
      first_name: "大同",
      company_name: "大同香氛有限公司",
      email,
      phone: `02-2345-${6789 + language.charCodeAt(0)}`,
      address: "臺北市信義區市府路 1 號",
    });
    await fieldOf(visitor, "country").selectOption("TW");
    await fill(visitor, { tax_id: "２４５３６８０７" });
    await sendRegistration(visitor);

    const temporary = await temporaryPasswordOf(house.shop, email);
    await signIn(visitor, { email, password: temporary });
    await page.waitForURL(`**/${language}/change-password?force=true`);
    await page.goto(`/${language}/orders`);
    await page.waitForURL(`**/${language}/change-password?force=true`);
    await choosePassword(visitor, temporary, ownPassword);
    await page.getByText(says("auth.change.done_title")).waitFor();
    await page.waitForURL(`**/${language}/fragrance-quiz`);
    await page.locator('textarea[name="description"]').waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
  });
});

test.each(languagesOf("ja"))("a member signs in with a code by e-mail (%s)", async (language) => {
  const member = await newMember(house.shop, { language });
  await turnOnSecondStep(house.shop, member.email);
  await house.visit(language, {}, async (visitor) => {
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
});
