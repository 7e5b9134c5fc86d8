import { flushSync } from "react-dom";
import LoginPage from "../../web/pages/login/LoginPage.tsx";
import OtpPage from "../../web/pages/otp/OtpPage.tsx";
import { useAuth } from "../../web/stores/auth.ts";
import {
  here,
  isAt,
  openPages,
  page,
  refusal,
  until,
  type Staged,
} from "../support/shown-page.tsx";

const open = openPages();
beforeEach(() => vi.useFakeTimers({ now: new Date("2026-11-23T10:00:00") }));

const seconds = (count: number) => flushSync(() => vi.advanceTimersByTime(count * 1000));
const token = { access_token: "a.b.c", token_type: "bearer", expires_in: 600 };
const signedIn = { json: { ...token, must_change_password: false } };
const owesPassword = { json: { ...token, must_change_password: true } };
const verify = "POST /auth/login/password-verify";

const atLogin = (query = "", language = "en") =>
  open.show(<LoginPage />, `/${language}/login${query}`);
async function tryPassword(answer: Staged, password = "Perfume#2026") {
  open.stage({ [verify]: answer });
  await page.type({ email: "\u3000ｎoor@example.test ", password });
  const before = page.answers(verify).length;
  await page.press("Sign in");
  await until(() => expect(page.answers(verify)).toHaveLength(before + 1));
}

test("who leaves the form empty, or writes no e-mail, is told so at the fields", async () => {
  await atLogin();
  await page.press("Sign in");
  await until(() => expect(page.mistake("email")).toBe("Please enter your e-mail address."));
  expect(page.mistake("password")).toBe("Please enter your password.");
  expect(page.focused()).toBe("email");
  await page.type({ email: "noor@", password: "12345" });
  await page.press("Sign in");
  await until(() => expect(page.mistake("email")).toBe("Please enter a valid e-mail address."));
  expect(page.mistake("password")).toBe("The password needs at least 6 characters.");
  expect(page.calls).toEqual([]);
  await tryPassword(signedIn, "123456");
});

test("another language keeps the e-mail that was written, never the password, until it has been of use", async () => {
  await atLogin();
  await page.type({ email: "noor@example.test", password: "Perfume#2026" });
  await page.leave();
  await atLogin("", "ja");
  expect([page.value("email"), page.value("password")]).toEqual(["noor@example.test", ""]);
  await page.leave();
  await atLogin();
  await tryPassword(signedIn);
  await page.leave();
  expect(sessionStorage.getItem("typed-forms")).toBe("{}");
});

test.each([
  ["", "/en/fragrance-quiz", signedIn],
  ["?from=%2Fen%2Forders%3Fpage%3D2", "/en/orders?page=2", signedIn],
  ["?from=%2Fen%2Forders", "/en/change-password?force=true", owesPassword],
])("the right password at login%s leads to %s", async (query, to, answer) => {
  await atLogin(query);
  await tryPassword(answer);
  await isAt(to);
  const sent = { username: "noor@example.test", password: "Perfume#2026" };
  expect(page.calls[0]?.json).toEqual(sent);
  expect(localStorage.getItem("access_token")).toBe("a.b.c");
  expect(useAuth.getState().isAuthenticated).toBe(true);
  expect(page.text()).toBe("");
});

test.each([
  ["mail" as const, {}],
  ["app" as const, { second_step: "app" }],
])("whose second step is by %s is asked for a code next", async (otpBy, more) => {
  await atLogin("?from=%2Fen%2Fcart");
  await tryPassword({ json: { temp_token: "temp", requires_2fa: true, ...more } });
  await isAt("/en/otp-verification?from=%2Fen%2Fcart");
  const under = { requiresOtp: true, tempToken: "temp", pendingEmail: "ｎoor@example.test", otpBy };
  expect(useAuth.getState()).toMatchObject({ isAuthenticated: false, ...under });
});

test("a wrong password is told once, and the next try takes the word back", async () => {
  await atLogin();
  await tryPassword(refusal(400, "wrong_credentials"));
  await page.shows("The e-mail address or password is incorrect.");
  const isBusy = () => page.button("Sign in").getAttribute("aria-busy");
  expect(isBusy()).toBeNull();
  const come = open.hold(verify, signedIn);
  await page.press("Sign in");
  await until(() => expect([isBusy(), page.alert()]).toEqual(["true", ""]));
  come();
  await isAt("/en/fragrance-quiz");
});

const locked = { detail: { remaining_seconds: 1800 } };

test("a locked member sees the time go by, and then that they can try again", async () => {
  await atLogin();
  await tryPassword(refusal(403, "account_locked", locked));
  await page.shows("Too many failed sign-ins: your account is locked for 30 minutes");
  const left = () => document.querySelector('[role="timer"]')?.textContent;
  expect(left()).toMatch(/^(30:00|29:5\d) to go$/);
  const forgot = document.querySelector('[role="alert"] a');
  expect(forgot?.getAttribute("href")).toBe("/en/forgot-password");
  const before = await until(() => left() ?? expect.fail("not locked"));
  await until(() => {
    seconds(1);
    expect(left()).not.toBe(before);
  });
  seconds(1800);
  expect(page.text()).toContain("You can sign in again now.");
  expect(page.alert()).toBe("");
  seconds(60);
  await tryPassword(signedIn);
  await isAt("/en/fragrance-quiz");
});

test.each([
  [403, "account_disabled", {}, "This account is disabled."],
  [403, "account_waitlisted", { detail: {} }, "You are on the waiting list."],
  [403, "account_locked", { detail: { remaining_seconds: "soon" } }, "Too many failed sign-ins"],
  [400, "wrong_credentials", locked, "The e-mail address or password is incorrect."],
])("a refusal of %i %s is told in words", async (status, code, more, words) => {
  await atLogin();
  await tryPassword(refusal(status, code, more));
  await until(() => expect(page.alert()).toContain(words));
  expect(document.querySelector('[role="timer"]')).toBeNull();
});

const send = "POST /auth/login/request-otp";
const check = "POST /auth/login/verify-otp";
const soon = { expires_at: "2026-11-23T10:10:00", resend_at: "2026-11-23T10:01:00" };
async function atCode(by: "mail" | "app" = "mail", email = "otter@example.test") {
  useAuth.getState().needsOtp({ tempToken: "temp", email, by });
  await showCode();
}
const showCode = () =>
  open.show(<OtpPage />, "/en/otp-verification?from=%2Fen%2Forders%3Fpage%3D2");
async function atSentCode() {
  open.stage({ [send]: { json: soon } });
  await atCode();
  await page.shows("The code has been sent");
}
const sends = () => page.answers(send);
const codeIn = () => [1, 2, 3, 4, 5, 6].map((one) => page.value(`Digit ${one}`)).join("");
const writeCode = (code: string) => page.type({ "Digit 1": code });
const atBoxes = () => document.getElementById("otp-error")?.textContent;
const waits = (count: number) => page.button(`You can request a new code in ${count} seconds`);

test("a code is sent once when the screen opens, and the screen says where and how long", async () => {
  open.stage({ [send]: { json: soon } });
  await atCode();
  expect(page.text()).toContain("We’ll send a six-digit code to o****@example.test.");
  await page.shows("We have sent a six-digit code to o****@example.test.");
  await page.shows("The code has been sent");
  expect(page.text()).toContain("The code is valid until 10:10");
  expect(page.calls).toMatchObject([{ name: send, json: { language_code: "en" } }]);
  expect(page.calls[0]?.headers.get("Authorization")).toBe("Bearer temp");
  expect(waits(60).disabled).toBe(true);
  expect(page.button("Verify and sign in").disabled).toBe(true);
});

test.each([
  ["ab@x.test", "a***@x.test"],
  ["longer@x@y.test", "l*******@y.test"],
  ["nobody", "n*****"],
  ["🌧rain@x.test", "🌧****@x.test"],
])(
  "the address %s is told as %s, and a code that is lost on the way is asked for at once",
  async (email, shown) => {
    open.stage({ [send]: refusal(503, "upstream_maintenance") });
    await atCode("mail", email);
    expect(page.text()).toContain(`code to ${shown}.`);
    await until(() => expect(page.alert()).toContain("The site is under maintenance."));
    open.stage({ [send]: { json: soon } });
    await page.press("Request a new code");
    await page.shows("The code has been sent");
    expect(page.alert()).toBe("");
  },
);

test("after a minute the code can be had again, which empties the boxes; a reload changes nothing", async () => {
  await atSentCode();
  await page.leave();
  await showCode();
  seconds(1);
  expect(page.text()).toContain("You can request a new code in 5");
  expect(page.text()).not.toContain("The code has been sent");
  await writeCode("123");
  await until(() => {
    seconds(1);
    page.button("You can request a new code in 1 second");
  });
  expect(page.calls).toEqual([]);
  seconds(1);
  await page.press("Request a new code");
  expect(codeIn()).toBe("");
  await until(() => expect(sends()).toHaveLength(1));
  await page.shows("The code has been sent");
  expect(waits(60).disabled).toBe(true);
});

const tooOften = (wait: number) => ({
  ...refusal(429, "too_many_requests"),
  headers: { "Retry-After": String(wait) },
});

test("too many codes: the screen says when the next one can be had, also after a reload", async () => {
  open.stage({ [send]: tooOften(3600) });
  await atCode();
  const said = "The next one can be sent in 60 minutes.";
  await page.shows(said);
  expect(page.button("Request a new code").disabled).toBe(true);
  expect(page.alert()).toBe("");
  expect(page.text()).not.toContain("The code has been sent");
  await page.leave();
  await showCode();
  expect(page.text()).toContain(said);
  expect(page.calls).toEqual([]);
  await page.leave();
  useAuth.getState().signOut();
  open.stage({ [send]: tooOften(30) });
  await atCode();
  await until(() => expect(waits(30).disabled).toBe(true));
  expect(page.text(), "less than a minute is only counted down").not.toContain("Too many codes");
});

async function tryCode(answer: Staged, code = "123456") {
  open.stage({ [check]: answer });
  const before = page.answers(check).length;
  await writeCode(code);
  await page.press("Verify and sign in");
  await until(() => expect(page.answers(check)).toHaveLength(before + 1));
}

test.each([
  ["/en/orders?page=2", signedIn],
  ["/en/change-password?force=true", owesPassword],
])("the right code signs in and leads to %s", async (to, answer) => {
  await atSentCode();
  await tryCode(answer);
  await isAt(to);
  const [sent] = page.answers(check);
  expect(sent?.json).toEqual({ code: "123456" });
  expect(sent?.headers.get("Authorization")).toBe("Bearer temp");
  expect(useAuth.getState()).toMatchObject({ isAuthenticated: true, tempToken: null });
});

test("a wrong code is told at the boxes until one types; what else goes wrong, above the button", async () => {
  await atSentCode();
  await tryCode(refusal(400, "otp_wrong"));
  await until(() =>
    expect(atBoxes()).toBe("That code isn’t right. Please check it and try again."),
  );
  expect(document.querySelector("fieldset")?.getAttribute("aria-describedby")).toBe("otp-error");
  expect(page.field("Digit 2").getAttribute("aria-invalid")).toBe("true");
  expect(document.querySelectorAll('[role="alert"]')).toHaveLength(1);
  await writeCode("654321");
  expect([atBoxes(), page.alert()]).toEqual([undefined, ""]);
  expect(page.field("Digit 2").getAttribute("aria-invalid")).toBeNull();
  await tryCode(refusal(400, "otp_expired"));
  await until(() => expect(page.alert()).toContain("This code has expired."));
  expect(atBoxes()).toBeUndefined();
  await page.press("Verify and sign in");
  await until(() => expect(page.answers(check)).toHaveLength(3));
});

test("a code is sent once, however often the form is", async () => {
  open.stage({ [send]: { json: soon } });
  const come = open.hold(check, signedIn);
  await atCode();
  await writeCode("12345");
  expect(page.submit()).toBe(false);
  await writeCode("123456");
  for (const _ of [1, 2]) page.submit();
  await until(() => expect(page.answers(check)).toEqual([]));
  expect(page.button("Verify and sign in").getAttribute("aria-busy")).toBe("true");
  come();
  await isAt("/en/orders?page=2");
  expect(page.answers(check)).toMatchObject([{ json: { code: "123456" } }]);
});

test("after the mailed code an app's may be owed too", async () => {
  await atSentCode();
  await tryCode({ json: { temp_token: "second", requires_2fa: true, second_step: "app" } });
  await page.shows("Enter the six digits now shown in your authenticator app.");
  expect(page.text()).not.toContain("six-digit code to");
  await tryCode(signedIn);
  expect(page.answers(check)[1]?.headers.get("Authorization")).toBe("Bearer second");
});

test("whose code is an app's is sent none, and may use a recovery code instead", async () => {
  await atCode("app");
  expect(page.submit()).toBe(false);
  expect(page.calls).toEqual([]);
  await tryCode(refusal(400, "otp_wrong"));
  await until(() => expect(atBoxes()).toContain("That code isn’t right."));
  await page.press("Use a recovery code");
  expect(page.text()).not.toContain("That code isn’t right.");
  expect(page.has("Digit 1")).toBe(false);
  const button = page.button("Verify and sign in");
  for (const [typed, isReady] of [
    ["", false],
    ["ABCD-2345-EFGH", false],
    ["abcd-2345-efgh-6723", true],
    [" ａBCD2345EFGH6723 ", true],
  ] as const) {
    await page.type({ recovery: typed });
    expect(button.disabled, typed).toBe(!isReady);
  }
  open.stage({ [check]: refusal(400, "otp_wrong") });
  await page.press("Verify and sign in");
  await until(() => expect(page.mistake("recovery")).toContain("That code isn’t right."));
  expect(page.answers(check)[1]?.json).toEqual({ code: "aBCD2345EFGH6723" });
  await page.type({ recovery: "ABCD-2345-EFGH-6724" });
  expect(page.mistake("recovery")).toBeNull();
  open.stage({ [check]: refusal(503, "upstream_maintenance") });
  await page.press("Verify and sign in");
  await until(() => expect(page.alert()).toContain("The site is under maintenance."));
  await page.press("Use the app’s code");
  expect([page.has("recovery"), page.alert()]).toEqual([false, ""]);
  expect(codeIn(), "what was typed is kept").toBe("123456");
});

test("without a sign-in under way the code's screen leads to the sign-in, a member's on", async () => {
  await showCode();
  expect(here()).toBe("/en/login?from=%2Fen%2Forders%3Fpage%3D2");
  await page.leave();
  useAuth.getState().signedIn({ accessToken: "a.b.c", mustChangePassword: false });
  await open.show(<OtpPage />, "/ja/otp-verification");
  expect(here()).toBe("/ja/fragrance-quiz");
});

test("who goes back to the sign-in begins anew", async () => {
  await atSentCode();
  const back = [...document.querySelectorAll("a")].find(
    ({ textContent }) => textContent === "Back to sign in",
  );
  expect(back?.getAttribute("href")).toBe("/en/login?from=%2Fen%2Forders%3Fpage%3D2");
  flushSync(() => back?.click());
  expect(useAuth.getState()).toMatchObject({ tempToken: null, pendingEmail: null });
  expect(here()).toBe("/en/login?from=%2Fen%2Forders%3Fpage%3D2");
});
