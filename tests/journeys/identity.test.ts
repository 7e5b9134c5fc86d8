/** Into the account and about in it, in Chromium: registering, the second step, locks, the profile, and the end of a sign-in. */
import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser, newVisitor, picture, type Language, type Visitor } from "../support/browser.ts";
import { stageFault } from "../support/faults.ts";
import {
  beginRegistration,
  choosePassword,
  fieldOf,
  fill,
  ownPassword,
  sendRegistration,
  tabTo,
  temporaryPasswordOf,
  tryPassword,
} from "../support/identity-visits.ts";
import { mailsTo, newMember, type NewMember } from "../support/new-member.ts";
import { startShop, type Shop } from "../support/shop.ts";
import { newShopper } from "../support/shopper.ts";
import { signIn } from "../support/visits.ts";

const demoPassword = "Perfume#2026";

let shop: Shop;
let browser: Browser;
/** For the tests that leave the member as they found them. */
let noor: NewMember;
beforeAll(async () => {
  [shop, browser] = await Promise.all([startShop(), launchBrowser()]);
  noor = await newMember(shop);
});
afterAll(async () => {
  await browser?.close();
  await shop?.close();
});

/** Opens a person's browser; refusals that the test means to meet are no trouble, anything else is. */
async function visit(
  language: Language,
  work: (visitor: Visitor) => Promise<void>,
  { width, refusals = [] }: { width?: number; refusals?: (number | string)[] } = {},
) {
  const visitor = await newVisitor(browser, shop.url, language, width);
  try {
    await work(visitor);
    expect(visitor.troubles.filter((trouble) => !refusals.some((refusal) => trouble.includes(`${refusal}`)))).toEqual([]);
  } finally {
    await visitor.close();
  }
}

const alertOf = ({ page }: Visitor) => page.getByRole("main").getByRole("alert");
const h1Of = ({ page }: Visitor, name: string) => page.getByRole("heading", { level: 1, name });

async function logOut({ page, says }: Visitor): Promise<void> {
  await page.getByRole("button", { name: new RegExp(says("common.nav.account_of", { name: ".*" })) }).click();
  await page.getByRole("button", { name: says("common.nav.logout"), exact: true }).click();
  await page.waitForURL("**/login");
}

/** The mailed password works once and only to choose one's own; then the quiz opens by itself. */
async function firstSignIn(visitor: Visitor, language: Language, email: string): Promise<void> {
  const { page, says } = visitor;
  const temporary = await temporaryPasswordOf(shop, email);
  await signIn(visitor, { email, password: temporary });
  await page.waitForURL(`**/${language}/change-password?force=true`);
  for (const path of ["orders", "profile?tab=addresses"]) {
    await page.goto(`/${language}/${path}`);
    await page.waitForURL(`**/${language}/change-password?force=true`);
    await h1Of(visitor, says("auth.change.title")).waitFor();
  }
  await fieldOf(visitor, "new_password").waitFor();
  expect(
    await page
      .getByRole("main")
      .getByRole("button", { name: says("common.back"), exact: true })
      .count(),
    "there is no way back",
  ).toBe(0);

  const submit = page.getByRole("button", { name: says("auth.password.submit"), exact: true });
  await fill(visitor, { old_password: temporary, new_password: "short", confirm_password: "short" });
  expect(await submit.isDisabled(), "a password against the policy cannot be sent").toBe(true);
  await fill(visitor, { new_password: ownPassword, confirm_password: `${ownPassword}x` });
  await page.getByText(says("auth.password.mismatch")).waitFor();
  expect(await submit.isDisabled()).toBe(true);
  await choosePassword(visitor, temporary, ownPassword);
  await page.getByText(says("auth.change.done_title")).waitFor();
  await picture(page, `password-changed-${language}`);
  await page.waitForURL(`**/${language}/fragrance-quiz`);
}

test("an individual registers, chooses a password and is brought to the quiz (en)", async () => {
  await visit("en", async (visitor) => {
    const { page, says } = visitor;
    await page.goto("/en/login");
    await page.getByRole("link", { name: says("auth.login.to_register") }).click();
    await beginRegistration(visitor, "individual");
    expect(await fieldOf(visitor, "company_name").count()).toBe(0);

    await page.getByRole("button", { name: says("auth.register.submit"), exact: true }).click();
    const summary = alertOf(visitor);
    await summary.waitFor();
    await summary.getByRole("link", { name: says("auth.fields.phone") }).click();
    expect(await fieldOf(visitor, "phone").evaluate((element) => element === document.activeElement)).toBe(true);

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
    await firstSignIn(visitor, "en", "amara@example.test");
    await h1Of(visitor, says("shop.quiz.personalOptions.title")).waitFor();
  });
});

test("a business in Taiwan must give eight digits of tax id, and is brought to the description (zh)", async () => {
  await visit(
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
      expect(await mailsTo(shop, "wang@example.test"), "nothing was sent").toEqual([]);
      await fill(visitor, { tax_id: "２４５３６８０７" });
      await mistake.waitFor({ state: "detached" });
      await picture(page, "register-zh");
      await sendRegistration(visitor);
      await firstSignIn(visitor, "zh", "wang@example.test");
      await page.locator('textarea[name="description"]').waitFor();
    },
    { width: 360 },
  );
});

test("a business elsewhere is asked for no tax id; a taken e-mail is told at its field (ja)", async () => {
  await visit(
    "ja",
    async (visitor) => {
      const { page, says } = visitor;
      await page.goto("/ja/register");
      await beginRegistration(visitor, "business");
      const country = fieldOf(visitor, "country");
      const taxId = fieldOf(visitor, "tax_id");
      await country.selectOption("TW");
      await taxId.waitFor();
      await taxId.fill("12345678");
      await country.selectOption("JP");
      await taxId.waitFor({ state: "detached" });
      await fill(visitor, {
        last_name: "山田",
        first_name: "花子",
        company_name: "山田香料株式会社",
        email: "sato@example.test",
        phone: "03-1234-5678",
        address: "東京都千代田区丸の内 1-1",
      });
      await page.getByRole("checkbox").check();
      await page.getByRole("button", { name: says("auth.register.submit"), exact: true }).click();
      await page.getByText(says("common.errors.email_taken"), { exact: true }).waitFor();
      expect(await fieldOf(visitor, "email").getAttribute("aria-invalid")).toBe("true");
      await fill(visitor, { email: "yamada@example.test" });
      await sendRegistration(visitor);
      await firstSignIn(visitor, "ja", "yamada@example.test");
      await page.locator('textarea[name="description"]').waitFor();
    },
    { refusals: [400, 409, 422] },
  );
});

/** A minute goes by for the limits; the page's own clock is moved by its test. */
async function letAMinutePass(): Promise<void> {
  await shop.db.prepare("UPDATE limits SET last_at = last_at - 61000 WHERE key LIKE 'otp-send:%'").run();
}

test("the second step: a wrong code, a reload, a resend after the wait, and a pasted code (ja)", async () => {
  await visit(
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
      await page.getByText(new RegExp(says("auth.otp.expires", { time: "\\d\\d:\\d\\d" }))).waitFor();
      const [first] = await mailsTo(shop, email);

      const boxes = page.getByRole("group", { name: says("auth.otp.code") }).getByRole("textbox");
      const submit = page.getByRole("button", { name: says("auth.otp.submit"), exact: true });
      const codeIn = () => boxes.evaluateAll((all) => all.map((box) => (box as HTMLInputElement).value).join(""));
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
      const waiting = page.getByRole("button", { name: new RegExp(says("auth.otp.resend_in", { seconds: "\\d+" })) });
      await waiting.waitFor();
      expect(await waiting.isDisabled()).toBe(true);
      expect(await mailsTo(shop, email), "a reload sends nothing").toHaveLength(1);

      await boxes.first().click();
      await page.keyboard.type("98");
      await letAMinutePass();
      await page.clock.fastForward("01:01");
      await page.getByRole("button", { name: says("auth.otp.resend"), exact: true }).click();
      await page.getByText(says("auth.otp.sent")).waitFor();
      expect(await codeIn(), "a resend empties the boxes").toBe("");
      await waiting.waitFor();
      const [second, ...older] = await mailsTo(shop, email);
      expect(older).toHaveLength(1);

      const code = second?.code ?? "";
      await page.evaluate((text) => navigator.clipboard.writeText(text), ` ${code.slice(0, 3)}-${code.slice(3)}99`);
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

test("without a sign-in under way the second step leads to the sign-in", async () => {
  await visit("en", async ({ page }) => {
    await page.goto("/en/otp-verification");
    await page.waitForURL("**/en/login");
  });
});

test("disabled, waitlisted and locked members are told so in their language", async () => {
  for (const language of ["zh", "en", "ja"] as const) {
    await visit(
      language,
      async (visitor) => {
        const { page, says } = visitor;
        await page.goto(`/${language}/login`);
        expect(await tryPassword(visitor, "disabled@example.test", demoPassword)).toBe(403);
        await alertOf(visitor).getByText(says("common.errors.account_disabled")).waitFor();
        expect(await tryPassword(visitor, "waitlist@example.test", demoPassword)).toBe(403);
        await alertOf(visitor).getByText(says("common.errors.account_waitlisted")).waitFor();
        expect(await tryPassword(visitor, "locked@example.test", demoPassword)).toBe(403);
        await alertOf(visitor).getByText(says("common.errors.account_locked")).waitFor();
        const timer = page.getByRole("timer");
        const before = await timer.innerText();
        await page.waitForFunction((text) => document.querySelector('[role="timer"]')?.textContent !== text, before);
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
  const member = await newMember(shop, { language: "zh" });
  await visit(
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
      await page.getByText(new RegExp(says("auth.login.locked_left", { time: "(30:00|29:\\d\\d)" }))).waitFor();
      expect(await tryPassword(visitor, member.email, member.password), "the right password waits too").toBe(403);
      await page.clock.fastForward("30:01");
      await page.getByText(says("auth.login.unlocked")).waitFor();
      await shop.upstreamDb.prepare("UPDATE members SET locked_until = 1 WHERE email = ?").bind(member.email).run();
      await signIn(visitor, member);
      await page.waitForURL("**/zh/fragrance-quiz");
    },
    { refusals: [400, 403] },
  );
});

test("a forgotten password: the note is the same for everybody, the mail is in the page's language (ja)", async () => {
  await visit("ja", async (visitor) => {
    const { page, says } = visitor;
    for (const email of ["nobody-at-all@example.test", "chen@example.test"]) {
      await page.goto("/ja/forgot-password");
      await fill(visitor, { email });
      await page.getByRole("button", { name: says("auth.forgot.submit"), exact: true }).click();
      await page.getByText(says("auth.forgot.sent_text", { email })).waitFor();
    }
    expect(await mailsTo(shop, "nobody-at-all@example.test")).toEqual([]);
    expect((await mailsTo(shop, "chen@example.test"))[0]?.text).toMatch(/[ぁ-ん]/);
    await page.getByRole("link", { name: says("auth.back_to_login") }).click();
    await firstSignIn(visitor, "ja", "chen@example.test");
  });
});

test("a member corrects the profile and finds it again after a reload (zh)", async () => {
  const member = await newMember(shop, { language: "zh" });
  await visit(
    "zh",
    async (visitor) => {
      const { page, says } = visitor;
      await page.goto("/zh/profile");
      await signIn(visitor, member);
      await page.waitForURL("**/zh/profile");
      const save = page.getByRole("button", { name: says("common.save"), exact: true });
      await fieldOf(visitor, "last_name").waitFor();
      expect(await save.isDisabled(), "nothing to save yet").toBe(true);
      expect(await fieldOf(visitor, "country").isEditable()).toBe(false);
      expect(await fieldOf(visitor, "email").isEditable()).toBe(false);

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
      await page.getByText(says("auth.profile.avatar_broken")).waitFor();
      await fieldOf(visitor, "time_zone").selectOption(time_zone);
      await fieldOf(visitor, "language_code").selectOption("ja");
      await save.click();
      await page.getByText(says("auth.profile.saved")).waitFor();
      await page.getByRole("button", { name: /歐陽.?諾兒/ }).waitFor();
      await picture(page, "profile-zh");

      await page.reload();
      await fieldOf(visitor, "last_name").waitFor();
      for (const [name, value] of Object.entries(fresh)) expect.soft(await fieldOf(visitor, name).inputValue(), name).toBe(value);
      expect(await fieldOf(visitor, "language_code").inputValue()).toBe("ja");
      expect((await member.shopper.get("/members/me")).body).toMatchObject({ ...fresh, language_code: "ja", country: "TW" });
    },
    { refusals: ["https://example.test/me.png"] },
  );
});

test("the life of an address on a phone: added, corrected, kept once, deleted, and a failure told in its dialog (ja)", async () => {
  await visit(
    "ja",
    async (visitor) => {
      const { page, says } = visitor;
      await page.goto("/ja/profile");
      await signIn(visitor, noor);
      await page.waitForURL("**/ja/profile");
      await page.getByRole("combobox", { name: says("auth.profile.section") }).selectOption("addresses");
      await page.waitForURL("**/ja/profile?tab=addresses");
      await page.getByText(says("auth.profile.addresses.empty_title")).waitFor();
      const dialog = page.getByRole("dialog");
      const save = dialog.getByRole("button", { name: says("common.save"), exact: true });
      const add = page.getByRole("button", { name: says("auth.profile.addresses.add"), exact: true });
      const act = (kind: "edit" | "remove", address: string) =>
        page.getByRole("button", { name: says(`auth.profile.addresses.${kind}_named`, { address }), exact: true }).click();

      await add.click();
      await dialog.getByRole("textbox").fill("   ");
      expect(await save.isDisabled(), "blanks are no address").toBe(true);
      await stageFault(shop, { mode: "refuse", paths: ["/shipping-addresses"] });
      await dialog.getByRole("textbox").fill("  京都市左京区 1-2-3 ");
      await save.click();
      await dialog.getByRole("alert").getByText(says("auth.profile.addresses.failed")).waitFor();
      await stageFault(shop, { mode: "none" });
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
      await dialog.getByRole("button", { name: says("auth.profile.addresses.remove"), exact: true }).click();
      await page.getByText(says("auth.profile.addresses.empty_title")).waitFor();
      expect((await noor.shopper.get("/shipping-addresses")).body.data).toEqual([]);
    },
    { width: 360, refusals: [500, 502, 503] },
  );
});

const secondTab = async (context: BrowserContext, path: string) => {
  const tab = await context.newPage();
  await tab.goto(path);
  return tab;
};

test("two tabs: signing out in one signs out the other, and its pages stay shut (en)", async () => {
  await visit("en", async (visitor) => {
    const { page, says } = visitor;
    await page.goto("/en/profile?tab=addresses");
    await signIn(visitor, noor);
    await page.getByText(says("auth.profile.addresses.empty_title")).waitFor();
    const other = await secondTab(page.context(), "/en/profile");
    await other.getByLabel(says("auth.fields.last_name"), { exact: true }).waitFor();
    await logOut(visitor);
    await other.waitForURL("**/en/login**");
    expect(await other.evaluate(() => localStorage.getItem("access_token"))).toBeNull();
    expect(await other.getByLabel(says("auth.fields.last_name"), { exact: true }).count()).toBe(0);
    await other.goto("/en/orders");
    await other.waitForURL("**/en/login**");
  });
});

test("a member signs another browser out from the list of devices (en)", async () => {
  await visit("en", async (visitor) => {
    const { page, says } = visitor;
    const lost = newShopper(shop);
    await lost.signIn(noor.email, noor.password);
    await page.goto("/en/profile?tab=sessions");
    await signIn(visitor, noor);
    await page.getByText(says("auth.profile.sessions.current")).waitFor();
    await page.getByRole("button", { name: says("auth.profile.sessions.end_others") }).click();
    await page.getByRole("button", { name: says("auth.profile.sessions.end_others") }).waitFor({ state: "detached" });
    expect((await lost.get("/members/me")).status).toBe(401);
    expect((await lost.send("POST", "/auth/refresh")).status).toBe(401);
  });
  await noor.shopper.signIn(noor.email, noor.password);
});

/** Ten reads at once through the page's own client, which is found among the modules that the page has loaded. */
const tenReads = `(async () => {
  const scripts = performance.getEntriesByType("resource").map((entry) => entry.name).filter((name) => name.endsWith(".js"));
  const exported = (await Promise.all(scripts.map((name) => import(name)))).flatMap((module) => Object.values(module));
  const client = exported.find((one) => typeof one?.get === "function" && typeof one?.send === "function");
  if (client === undefined) throw new Error("no loaded module exports the client");
  const anything = { safeParse: (data) => ({ success: true, data }) };
  localStorage.setItem("access_token", "ran.out.long-ago");
  const reads = Array.from({ length: 10 }, (_, skip) => client.get("/orders/my-orders", anything, { query: { skip } }));
  return (await Promise.all(reads)).length;
})()`;

test("an access token that ran out is renewed once for ten parallel reads, and no tab is signed out (en)", async () => {
  await visit(
    "en",
    async (visitor) => {
      const { page, says } = visitor;
      const context = page.context();
      await page.goto("/en/profile?tab=addresses");
      await signIn(visitor, noor);
      await page.getByText(says("auth.profile.addresses.empty_title")).waitFor();
      await page.getByRole("button", { name: /Noor/ }).waitFor();
      let [refusals, renewals] = [0, 0];
      context.on("response", (response) => {
        if (response.url().endsWith("/auth/refresh")) renewals += 1;
        else if (response.status() === 401) refusals += 1;
      });
      expect(await page.evaluate(tenReads)).toBe(10);
      expect([refusals, renewals]).toEqual([10, 1]);

      await page.evaluate(() => localStorage.setItem("access_token", "ran.out.long-ago"));
      const tabs = [page, await context.newPage(), await context.newPage()];
      await Promise.all(tabs.map((tab) => tab.goto("/en/profile?tab=addresses")));
      for (const tab of tabs) {
        await tab.getByText(says("auth.profile.addresses.empty_title")).waitFor();
        await tab.getByRole("button", { name: /Noor/ }).waitFor();
      }
      // One tab may not see at once what another has stored, so a tab more may ask; none asks twice.
      expect(renewals - 1).toBeLessThanOrEqual(tabs.length);
    },
    { refusals: [401] },
  );
});

test("a renewal that the network swallows signs nobody out; one that is refused does (en)", async () => {
  await visit(
    "en",
    async (visitor) => {
      const { page, says } = visitor;
      await page.goto("/en/profile?tab=addresses");
      await signIn(visitor, noor);
      await page.getByText(says("auth.profile.addresses.empty_title")).waitFor();
      await page.evaluate(() => localStorage.setItem("access_token", "ran.out.long-ago"));
      await page.context().route("**/auth/refresh", (route) => route.abort("connectionreset"));
      await page.reload();
      await alertOf(visitor).getByText(says("common.errors.connection_refused")).waitFor();
      expect(new URL(page.url()).pathname).toBe("/en/profile");
      await page.context().unroute("**/auth/refresh");
      await page.getByRole("button", { name: says("common.retry"), exact: true }).click();
      await page.getByText(says("auth.profile.addresses.empty_title")).waitFor();

      await page.context().clearCookies();
      await page.evaluate(() => localStorage.setItem("access_token", "ran.out.long-ago"));
      await page.reload();
      await page.waitForURL("**/en/login?from=**");
      await fieldOf(visitor, "email").waitFor();
      expect(await page.evaluate(() => localStorage.getItem("access_token"))).toBeNull();
    },
    { refusals: [401, "ERR_CONNECTION_RESET"] },
  );
});

test("somebody without a mouse signs in, changes tabs and saves an address (en)", async () => {
  await visit("en", async (visitor) => {
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

    const tab = (id: string) => page.getByRole("tab", { name: says(`auth.profile.tabs.${id}`), exact: true });
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
    expect(await add.evaluate((element) => element === document.activeElement), "the focus comes back").toBe(true);
    await page.keyboard.press("Enter");
    await tabTo(page, dialog.getByRole("textbox"));
    await page.keyboard.type("7 Keyboard Lane");
    await tabTo(page, dialog.getByRole("button", { name: says("common.save"), exact: true }));
    await page.keyboard.press("Enter");
    await page.getByText("7 Keyboard Lane", { exact: true }).waitFor();
  });
});
