import { flushSync } from "react-dom";
import type { PasswordPolicy } from "#contract/auth";
import ChangePasswordPage from "../../web/pages/change-password/ChangePasswordPage.tsx";
import ForgotPasswordPage from "../../web/pages/forgot-password/ForgotPasswordPage.tsx";
import PasswordTab from "../../web/pages/profile/PasswordTab.tsx";
import { useAuth } from "../../web/stores/auth.ts";
import { memberOf, signInHere } from "../support/buying.ts";
import { here, openPages, page, refusal, until, type Staged } from "../support/shown-page.tsx";

const open = openPages();
const policy: PasswordPolicy = {
  min_length: 8,
  max_length: 64,
  requires_uppercase: false,
  requires_lowercase: false,
  requires_digit: true,
  requires_special: true,
  special_characters: "#&",
};
const change = "POST /auth/change-password";
const mine = "Perfume#2026";
const fresh = "Vetiver&Rain26";
const changed = "Your password has been changed";

beforeEach(() => {
  signInHere();
  open.stage({
    "GET /auth/password-policy": { json: policy },
    "GET /auth/second-step": { json: { is_on: false, recovery_codes_left: 0 } },
  });
});

async function look(query = "") {
  await open.show(<ChangePasswordPage />, `/en/change-password${query}`);
  await page.shows("Current password");
}
const submit = () => page.button("Change password");
async function send(answer: Staged, values: Partial<Record<"old" | "fresh" | "confirm", string>>) {
  open.stage({ [change]: answer });
  await page.type({ old: mine, fresh, confirm: fresh, ...values });
  await page.press("Change password");
}
const ticks = () =>
  [...document.querySelectorAll("#password-rules li")].map((one) => one.textContent);

test("the list of rules is the server's, and ticks itself while one types", async () => {
  await look();
  await page.shows("8 to 64 characters");
  await page.type({ fresh: "vetiver2" });
  const guessed = "Hard to guess: not just a common word, our name or yours";
  const others = ["8 to 64 characters(met)", "A digit(met)", "One of #&(not yet met)"];
  expect(ticks()).toEqual([...others, `${guessed}(met)`]);
  await page.type({ fresh: "Password#1" });
  expect(ticks().at(-1)).toBe(`${guessed}(not yet met)`);
});

test.each([
  [{}, true],
  [{ old: "" }, false],
  [{ confirm: "" }, false],
  [{ confirm: `${fresh}x` }, false],
  [{ fresh: "short#1", confirm: "short#1" }, false],
  [{ fresh: "Sillage#2026", confirm: "Sillage#2026" }, false],
])("with %j the change can be sent: %s", async (values, canSend) => {
  await look();
  await page.type({ old: mine, fresh, confirm: fresh, ...values });
  expect(submit().disabled).toBe(!canSend);
  page.submit();
  if (canSend) await until(() => expect(page.answers(change)).toHaveLength(1));
  else expect(page.calls.map(({ name }) => name)).not.toContain(change);
});

test("whether the two passwords agree is said once something stands in both", async () => {
  await look();
  await page.type({ fresh });
  expect(page.text()).not.toMatch(/The two/);
  await page.type({ confirm: "Vetiver" });
  expect(page.mistake("confirm")).toBe("The passwords don’t match");
  await page.type({ confirm: fresh });
  expect(page.mistake("confirm")).toBeNull();
  expect(page.text()).toContain("✓ The passwords match");
});

test.each([
  ["stays", "/en/fragrance-quiz"],
  ["is gone before", "/en/cart"],
])("three seconds after a password was changed the quiz opens for who %s", async (who, to) => {
  vi.useFakeTimers();
  await look();
  await send({ status: 204 }, {});
  await page.shows(changed);
  const sent = { old_password: mine, new_password: fresh, confirm_password: fresh };
  expect(page.answers(change)[0]?.json).toEqual(sent);
  await until(() =>
    expect(document.activeElement?.textContent).toContain("We are taking you to the scent quiz."),
  );
  expect(page.has("old")).toBe(false);
  flushSync(() => vi.advanceTimersByTime(2500));
  expect(here()).toBe("/en/change-password");
  if (who !== "stays") {
    await page.leave();
    history.pushState(null, "", to);
  }
  flushSync(() => vi.advanceTimersByTime(501));
  expect(here()).toBe(to);
});

const forced = "You signed in with a temporary password.";
test.each([
  ["", true],
  ["?force=true", false],
])("who owes a password (%s, known: %s) has no way back, and reads why", async (query, owes) => {
  signInHere("noor", owes);
  await look(query);
  expect(page.text()).toContain(forced);
  expect(() => page.button("Back")).toThrow("no button");
  await send({ status: 204 }, {});
  await page.shows(changed);
  expect(useAuth.getState().mustChangePassword).toBe(false);
  expect(page.text()).toContain(forced);
});

test("who came by themselves goes back to where they came from", async () => {
  await look("?force=no");
  expect(page.text()).toContain("Your other devices will be signed out.");
  const back = vi.spyOn(history, "back").mockImplementation(() => {});
  const length = vi.spyOn(history, "length", "get").mockReturnValue(2);
  await page.press("Back");
  expect(back).toHaveBeenCalledOnce();
  length.mockReturnValue(1);
  await page.press("Back");
  expect(here()).toBe("/en/profile?tab=password");
  expect(back).toHaveBeenCalledOnce();
  vi.restoreAllMocks();
});

test.each([
  ["old", "wrong_old_password", "The current password is incorrect."],
  ["fresh", "password_guessable", "This new password is too easy to guess"],
])("at the field %s stands %s until one types there", async (name, code, words) => {
  await look();
  await send(refusal(400, code), {});
  await until(() => expect(page.mistake(name)).toContain(words));
  expect(page.alert()).toBe("");
  await page.type({ [name]: "x" });
  await until(() => expect(page.mistake(name)).toBeNull());
});

test("another refusal is told beside the button, and gone with the next try", async () => {
  const words = "The new password doesn’t meet the rules.";
  await look();
  await send(refusal(400, "password_policy"), {});
  await until(() => expect(page.alert()).toContain(words));
  await until(() => expect(document.activeElement?.textContent).toContain(words));
  expect([page.mistake("old"), page.mistake("fresh")]).toEqual([null, null]);
  await send({ status: 204 }, {});
  await page.shows(changed);
});

const atTab = () => open.show(<PasswordTab />, "/en/profile?tab=password");
const saved = "Your password has been changed, and your other devices have been signed out.";

test("on the profile a change empties the fields and is told until the next try", async () => {
  await atTab();
  await send({ status: 204 }, {});
  await page.shows(saved);
  expect([page.value("old"), page.value("fresh"), page.value("confirm")]).toEqual(["", "", ""]);
  expect(submit().disabled).toBe(true);
  await until(() => expect(document.activeElement?.textContent).toBe(saved));
  const other = `${fresh}!`.slice(-15);
  await send(refusal(400, "wrong_old_password"), { old: fresh, fresh: other, confirm: other });
  await until(() => expect(page.mistake("old")).not.toBeNull());
  expect(page.text()).not.toContain(saved);
  expect(page.value("fresh"), "what was typed is kept").toBe(other);
});

test("a member's own name makes a password easy to guess, before it is sent", async () => {
  open.stage({ "GET /members/me": { json: memberOf({ first_name: "Osmanthus" }) } });
  await look();
  const named = "Osmanthus#2026";
  await page.type({ old: mine, fresh: named, confirm: named });
  await until(() => expect(ticks().at(-1)).toContain("(not yet met)"));
  expect(submit().disabled).toBe(true);
});

test("a password that the server finds lacking is told with what it lacks", async () => {
  const strict = { ...policy, max_length: 15, special_characters: "%" };
  open.stage({ "GET /auth/password-policy": { json: strict } });
  await atTab();
  expect(ticks()[0], "as documented").toBe("6 to 15 characters(not yet met)");
  await send(refusal(400, "password_policy"), { fresh: "Rain#26", confirm: "Rain#26" });
  await until(() => expect(page.alert()).toContain("Please check it against the list."));
  const lacks = ticks().filter((rule) => rule?.includes("(not yet met)"));
  expect(lacks).toEqual(["8 to 15 characters(not yet met)", "One of %(not yet met)"]);
  expect(submit().disabled).toBe(true);
});

const forgot = "POST /auth/forgot-password";
const atForgot = (language = "en") =>
  open.show(<ForgotPasswordPage />, `/${language}/forgot-password`);

test("who asks for a new password reads the same whoever they are, in the page's language", async () => {
  open.stage({ [forgot]: { status: 202, json: {} } });
  await atForgot("ja");
  await page.type({ email: "\u3000ｎobody@example.test " });
  document.forms[0]?.requestSubmit();
  await page.shows("nobody@example.test");
  expect(page.answers(forgot)).toMatchObject([
    { json: { email: "nobody@example.test", language: "ja" } },
  ]);
  expect(document.querySelectorAll('[role="status"]')).toHaveLength(1);
});

test("an e-mail that is none is told at the field, and nothing is sent", async () => {
  await atForgot();
  await page.press("Send a temporary password");
  await until(() => expect(page.mistake("email")).toBe("Please enter your e-mail address."));
  await page.type({ email: "not an address" });
  expect(page.mistake("email"), "until the field is left").toBeNull();
  await page.press("Send a temporary password");
  await until(() => expect(page.mistake("email")).toBe("Please enter a valid e-mail address."));
  expect(page.calls).toEqual([]);
});

const tooOften = refusal(429, "too_many_requests");
test.each([
  [{ ...tooOften, headers: { "Retry-After": "1800" } }, "Please try again in 30 minutes."],
  [tooOften, "Too many attempts."],
  [refusal(503, "upstream_maintenance"), "The site is under maintenance."],
])("a refused request takes back the word of the one before (%#)", async (answer, words) => {
  await atForgot();
  await page.type({ email: "noor@example.test" });
  const ask = async (answered: Staged) => {
    open.stage({ [forgot]: answered });
    await page.press("Send a temporary password");
  };
  for (const _ of [1, 2]) {
    await ask({ status: 202, json: {} });
    await page.shows("Please check your inbox");
    expect(page.alert()).toBe("");
    await ask(answer);
    await until(() => expect(page.alert()).toContain(words));
    expect(page.text()).not.toContain("Please check your inbox");
  }
});
