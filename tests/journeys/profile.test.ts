/** The profile in Chromium: its fields, the addresses, the devices. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { picture, type Visitor } from "../support/browser.ts";
import { stageFault } from "../support/faults.ts";
import { alertOf, choosePassword, fieldOf, fill, tabTo } from "../support/identity-visits.ts";
import { newMember, type NewMember } from "../support/new-member.ts";
import { newShopper } from "../support/shopper.ts";
import { startVisiting, type Visiting } from "../support/visiting.ts";
import { signIn } from "../support/visits.ts";

let house: Visiting;
/** For the tests that leave the member as they found them. */
let noor: NewMember;
beforeAll(async () => {
  house = await startVisiting();
  noor = await newMember(house.shop);
});
afterAll(() => house?.close());

test("a member corrects the profile and finds it again after a reload (zh)", async () => {
  const member = await newMember(house.shop, { language: "zh" });
  await house.visit("zh", async (visitor) => {
    const { page, says } = visitor;
    await page.goto("/zh/profile");
    await signIn(visitor, member);
    await page.waitForURL("**/zh/profile");
    const save = page.getByRole("button", { name: says("common.save"), exact: true });
    await fieldOf(visitor, "last_name").waitFor();
    expect(await save.isDisabled(), "nothing to save yet").toBe(true);
    expect(await fieldOf(visitor, "country").isEditable()).toBe(false);
    expect(await fieldOf(visitor, "email").isEditable()).toBe(false);

    await page.getByText(says("auth.profile.more")).click();
    await fill(visitor, { last_name: "香".repeat(51), avatar_url: "http://example.test/me.png" });
    await save.click();
    await page.getByText(says("common.errors.field.too_long")).waitFor();
    await page.getByText(says("auth.profile.avatar_invalid")).waitFor();

    const fresh = {
      last_name: "歐陽",
      first_name: "諾兒",
      phone: "0955-010-203",
      address: "花蓮縣花蓮市中山路 5 號",
      time_zone: "Asia/Tokyo",
      avatar_url: "https://example.test/me.png",
    };
    const { time_zone, ...typed } = fresh;
    await fill(visitor, typed);
    await fieldOf(visitor, "time_zone").selectOption(time_zone);
    await fieldOf(visitor, "language_code").selectOption("ja");
    await page.getByRole("tab", { name: says("auth.profile.tabs.sessions"), exact: true }).click();
    await page.getByText(says("auth.profile.sessions.current")).waitFor();
    expect(await fieldOf(visitor, "last_name").isVisible(), "one tab at a time").toBe(false);
    await page
      .getByRole("tab", { name: says("auth.profile.tabs.basic-info"), exact: true })
      .click();
    await save.click();
    await page.getByText(says("auth.profile.saved")).waitFor();
    await page.getByRole("button", { name: /歐陽.?諾兒/ }).waitFor();
    await picture(page, "profile-zh");

    await page.reload();
    await fieldOf(visitor, "last_name").waitFor();
    for (const [name, value] of Object.entries(fresh))
      expect.soft(await fieldOf(visitor, name).inputValue(), name).toBe(value);
    expect(await fieldOf(visitor, "language_code").inputValue()).toBe("ja");
    expect((await member.shopper.get("/members/me")).body).toMatchObject({
      ...fresh,
      language_code: "ja",
      country: "TW",
    });
  });
});

test("a password that fits the page's list but not the server's is refused with what it lacks (zh, en, ja)", async () => {
  for (const language of ["zh", "en", "ja"] as const) {
    await house.visit(
      language,
      async (visitor) => {
        const { page, says } = visitor;
        await page.goto(`/${language}/profile?tab=password`);
        await signIn(visitor, noor);
        await page.waitForURL(`**/${language}/profile?tab=password`);
        await fieldOf(visitor, "old_password").waitFor();
        await choosePassword(visitor, noor.password, "Rain#26");
        await alertOf(visitor).getByText(says("auth.password.missing")).waitFor();
        const lacks = alertOf(visitor).getByRole("listitem");
        expect(await lacks.allInnerTexts()).toEqual([
          says("auth.password.rules.policy_length", { min: 8, max: 15 }),
        ]);
        await picture(page, `password-refused-${language}`);
        await choosePassword(visitor, noor.password, "Sillage#2026");
        await page.getByText(says("common.errors.password_guessable")).waitFor();
        await picture(page, `password-guessable-${language}`);
      },
      { refusals: [400] },
    );
  }
});

test("the life of an address on a phone: added, corrected, kept once, deleted, and a failure told in its dialog (ja)", async () => {
  await house.visit(
    "ja",
    async (visitor) => {
      const { page, says } = visitor;
      await page.goto("/ja/profile");
      await signIn(visitor, noor);
      await page.waitForURL("**/ja/profile");
      await page
        .getByRole("combobox", { name: says("auth.profile.section") })
        .selectOption("addresses");
      await page.waitForURL("**/ja/profile?tab=addresses");
      await page.getByText(says("auth.profile.addresses.empty_title")).waitFor();
      const dialog = page.getByRole("dialog");
      const save = dialog.getByRole("button", { name: says("common.save"), exact: true });
      const add = page.getByRole("button", {
        name: says("auth.profile.addresses.add"),
        exact: true,
      });
      const act = (kind: "edit" | "remove", address: string) =>
        page
          .getByRole("button", {
            name: says(`auth.profile.addresses.${kind}_named`, { address }),
            exact: true,
          })
          .click();

      await add.click();
      await dialog.getByRole("textbox").fill("   ");
      expect(await save.isDisabled(), "blanks are no address").toBe(true);
      await stageFault(house.shop, { mode: "refuse", paths: ["/shipping-addresses"] });
      await dialog.getByRole("textbox").fill("  京都市左京区 1-2-3 ");
      await save.click();
      await dialog.getByRole("alert").getByText(says("auth.profile.addresses.failed")).waitFor();
      await stageFault(house.shop, { mode: "none" });
      await save.click();
      await dialog.waitFor({ state: "detached" });

      await act("edit", "京都市左京区 1-2-3");
      await dialog.getByRole("textbox").fill("京都市左京区 4-5-6");
      await save.click();
      await dialog.waitFor({ state: "detached" });
      await page.getByText("京都市左京区 4-5-6", { exact: true }).waitFor();
      await picture(page, "addresses-ja");

      await act("remove", "京都市左京区 4-5-6");
      await dialog.getByRole("button", { name: says("common.cancel"), exact: true }).click();
      await dialog.waitFor({ state: "detached" });
      expect((await noor.shopper.get("/shipping-addresses")).body.data).toHaveLength(1);
      await act("remove", "京都市左京区 4-5-6");
      await dialog
        .getByRole("button", { name: says("auth.profile.addresses.remove"), exact: true })
        .click();
      await page.getByText(says("auth.profile.addresses.empty_title")).waitFor();
      await page
        .getByRole("status")
        .getByText(says("auth.profile.addresses.removed"), { exact: true })
        .waitFor();
      expect(
        await add.evaluate((button) => button === document.activeElement),
        "the focus is not lost",
      ).toBe(true);
      expect((await noor.shopper.get("/shipping-addresses")).body.data).toEqual([]);
    },
    { width: 360, refusals: [500, 502, 503] },
  );
});

test("a member sees where they are signed in, and signs one device out, then all others (en)", async () => {
  const walk = async (visitor: Visitor) => {
    const { page, says } = visitor;
    const phone =
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1";
    const credentials = { username: noor.email, password: noor.password };
    const lost = newShopper(house.shop);
    await lost.form("/auth/login/password-verify", credentials, {
      "User-Agent": phone,
      "CF-IPCountry": "JP",
    });
    await page.goto("/en/profile?tab=sessions");
    await signIn(visitor, noor);
    await page.getByText(says("auth.profile.sessions.current")).waitFor();
    const device = page.getByRole("listitem").filter({ hasText: "Safari · iPhone" });
    await device.getByText(/^Japan, last used .*\d{4}/).waitFor();
    await picture(page, "sessions-en");
    const intro = page.getByText(says("auth.profile.sessions.intro"));
    const confirm = async (name: string) => {
      const dialog = page.getByRole("dialog", { name });
      const password = dialog.getByLabel(says("auth.fields.old_password"), { exact: true });
      expect(await password.getAttribute("autocomplete")).toBe("current-password");
      await password.fill("Not#Mine2026");
      await page.keyboard.press("Enter");
      await dialog.getByText(says("common.errors.wrong_old_password")).waitFor();
      await picture(page, `sessions-confirm-${name.length}-en`);
      await password.fill(noor.password);
      await page.keyboard.press("Enter");
      await dialog.waitFor({ state: "hidden" });
    };
    await device.getByRole("button").click();
    await page.keyboard.press("Escape");
    expect(await page.getByRole("dialog").count(), "Escape signs nobody out").toBe(0);
    await device.getByRole("button").click();
    await confirm(says("auth.profile.sessions.end_named", { name: "Safari · iPhone" }));
    await page
      .getByRole("status")
      .getByText(says("auth.profile.sessions.ended"), { exact: true })
      .waitFor();
    expect(await device.count()).toBe(0);
    expect(
      await intro.evaluate((element) => element === document.activeElement),
      "the focus is not lost",
    ).toBe(true);
    expect((await lost.send("POST", "/auth/refresh")).status).toBe(401);

    await page.getByRole("button", { name: says("auth.profile.sessions.end_others") }).click();
    await confirm(says("auth.profile.sessions.end_others"));
    await page
      .getByRole("status")
      .getByText(says("auth.profile.sessions.ended_others"), { exact: true })
      .waitFor();
    expect(
      await page.getByRole("button", { name: says("auth.profile.sessions.end_others") }).count(),
    ).toBe(0);
    expect((await noor.shopper.get("/members/me")).status).toBe(401);
    expect((await noor.shopper.send("POST", "/auth/refresh")).status).toBe(401);
  };
  await house.visit("en", walk, { refusals: [400] });
  await noor.shopper.signIn(noor.email, noor.password);
});

test("somebody without a mouse signs in, changes tabs and saves an address (en)", async () => {
  await house.visit("en", async (visitor) => {
    const { page, says } = visitor;
    await page.goto("/en/login?from=%2Fen%2Fprofile%3Ftab%3Dpassword");
    await fieldOf(visitor, "email").waitFor();
    await tabTo(page, fieldOf(visitor, "email"));
    await page.keyboard.type(noor.email);
    await page.keyboard.press("Tab");
    await page.keyboard.type(noor.password);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/en/profile?tab=password");
    await page.waitForFunction(() => document.activeElement?.tagName === "H1");

    const tab = (id: string) =>
      page.getByRole("tab", { name: says(`auth.profile.tabs.${id}`), exact: true });
    await tabTo(page, tab("password"));
    await page.keyboard.press("ArrowRight");
    await page.waitForURL("**/en/profile?tab=addresses");
    const add = page.getByRole("button", { name: says("auth.profile.addresses.add"), exact: true });
    await add.waitFor();
    await tabTo(page, add);
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(
      await add.evaluate((element) => element === document.activeElement),
      "the focus comes back",
    ).toBe(true);
    await page.keyboard.press("Enter");
    await tabTo(page, dialog.getByRole("textbox"));
    await page.keyboard.type("7 Keyboard Lane");
    await tabTo(page, dialog.getByRole("button", { name: says("common.save"), exact: true }));
    await page.keyboard.press("Enter");
    await page.getByText("7 Keyboard Lane", { exact: true }).waitFor();
  });
});
