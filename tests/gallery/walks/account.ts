/** Ways in: signing in with all its refusals, registering, codes, passwords; and the profile. */
import { turnOnSecondStep } from "../../support/upstream-state.ts";
import { beginRegistration, fieldOf, fill, tryPassword } from "../../support/identity-visits.ts";
import { signIn } from "../../support/visits.ts";
import { words } from "../cast.ts";
import type { Guide } from "../guide.ts";

const demoPassword = "Perfume#2026";

export async function identity(guide: Guide): Promise<void> {
  const { page, language, open, show, see, says, button, shop } = guide;
  const submit = (key: string) =>
    page.getByRole("main").getByRole("button", { name: says(key), exact: true });
  await see("login?from=/en/orders", "login");
  await submit("auth.login.submit").click();
  await page.getByText(says("auth.errors.email_required")).first().waitFor();
  await show("login, fields wrong");
  for (const who of ["nobody", "disabled", "waitlist", "locked"]) {
    await open("login");
    await tryPassword(guide, `${who}@example.test`, demoPassword);
    await page.getByRole("main").getByRole("alert").waitFor();
    await show(`login, ${who}`);
  }
  await see("forgot-password", "forgot password");
  await submit("auth.forgot.submit").click();
  await page.getByText(says("auth.errors.email_required")).first().waitFor();
  await show("forgot password, field wrong");
  await fieldOf(guide, "email").fill(`somebody-${language}-${guide.width}@example.test`);
  await submit("auth.forgot.submit").click();
  await page.getByText(says("auth.forgot.sent_title")).waitFor();
  await show("forgot password, sent");

  const member = await guide.newMember();
  await turnOnSecondStep(shop, member.email);
  await shop.db.prepare("DELETE FROM limits").run();
  await open("login");
  await signIn(guide, member);
  await page.getByText(says("auth.otp.sent")).waitFor();
  await show("one-time code");
  await page.locator('input[autocomplete="one-time-code"]').first().click();
  await page.keyboard.type("000000");
  await submit("auth.otp.submit").click();
  await page.getByText(says("common.errors.otp_wrong")).first().waitFor();
  await show("one-time code, wrong");
  await registering(guide);

  const forced = await guide.newMember();
  await shop.upstreamDb
    .prepare("UPDATE members SET must_change_password = 1 WHERE email = ?")
    .bind(forced.email)
    .run();
  await open("login");
  await signIn(guide, forced);
  await page.waitForURL("**/change-password?force=true");
  await show("change password, forced");
  await fill(guide, {
    old_password: demoPassword,
    new_password: "rose",
    confirm_password: "roses",
  });
  await show("change password, rules not met");
  await fill(guide, { new_password: "Vetiver&Rain2026", confirm_password: "Vetiver&Rain2026" });
  await button("auth.password.submit").click();
  await page.getByText(says("auth.change.done_title")).waitFor();
  await show("change password, done");
}

async function registering(guide: Guide): Promise<void> {
  const { page, says, open, show, see, button, language } = guide;
  await see("register", "register, kind");
  await beginRegistration(guide, "business");
  await show("register, form of a business");
  await page.getByRole("combobox").first().selectOption("TW");
  await button("auth.register.submit").click();
  await page.getByRole("main").getByRole("alert").first().waitFor();
  await show("register, fields wrong");
  await button("auth.register.read_terms").click();
  await page.getByRole("dialog").getByRole("heading", { level: 3 }).first().waitFor();
  await show("register, privacy policy");
  await open("register");
  await beginRegistration(guide, "individual");
  await show("register, form of an individual");
  const { name, address } = words[language];
  await fill(guide, {
    last_name: name.last,
    first_name: name.first,
    email: `new-${Date.now()}@example.test`,
    address,
  });
  await page.getByRole("combobox").first().selectOption("JP");
  await fieldOf(guide, "phone").fill(`09${Date.now().toString().slice(-8)}`);
  await page.getByRole("checkbox").check();
  await button("auth.register.submit").click();
  await page.getByRole("dialog").getByText(says("auth.register.done_title")).waitFor();
  await show("registered");
}

export async function account(guide: Guide): Promise<void> {
  const { page, says, show, showDialog, see, button, language } = guide;
  const member = await guide.newMember({ isBusiness: true });
  await guide.enter("profile", member);
  await show("profile, details");
  await fieldOf(guide, "last_name").fill("");
  await button("common.save").click();
  await page.getByText(says("common.errors.field.required")).first().waitFor();
  await show("profile, details wrong");
  await see("profile?tab=password", "profile, password");
  await fill(guide, { old_password: "x", new_password: "short", confirm_password: "shor" });
  await show("profile, password wrong");
  await see("profile?tab=addresses", "profile, no addresses");
  await button("auth.profile.addresses.add").click();
  await showDialog("profile, a new address");
  for (const address of [words[language].address, words[language].otherAddress])
    await member.shopper.send("POST", "/shipping-addresses", { address });
  await see("profile?tab=addresses", "profile, addresses");
  await button("auth.profile.addresses.remove_named", { address: words[language].address }).click();
  await showDialog("profile, deleting an address");
  await see("profile?tab=sessions", "profile, devices");
  await see("change-password", "change password");
}
