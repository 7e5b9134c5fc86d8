import { readFileSync } from "node:fs";
import { flushSync } from "react-dom";
import RegisterPage from "../../web/pages/register/RegisterPage.tsx";
import { openPages, page, refusal, until } from "../support/shown-page.tsx";

const open = openPages();
const register = "POST /auth/register";

beforeEach(async () => {
  open.stage({ [register]: { status: 201 } });
  await open.show(<RegisterPage />, "/en/register");
});

async function choose(kind: "individual" | "business", next = "Next") {
  await page.tick(`[name=member_kind][value=${kind}]`);
  await page.press(next);
}
const agree = () => page.tick("[type=checkbox]");
const send = () => page.press("Create account");
const ada = {
  last_name: "Lovelace",
  first_name: "Ada",
  email: "ada@example.test",
  country: "TW",
  phone: "02 2345 6789",
  address: "12 St James's Square",
};
const company = { company_name: "Engines", tax_id: "12345678" };
async function writeAsBusiness() {
  await choose("business");
  await page.type(ada);
  await page.type(company);
}
async function sendAs(kind: "individual" | "business", more: Record<string, string> = {}) {
  await choose(kind);
  await page.type({ ...ada, ...more });
  await agree();
  await send();
}
const valuesOf = (names: object) =>
  Object.fromEntries(Object.keys(names).map((name) => [name, page.value(name)]));
const sent = () => page.calls.filter(({ name }) => name === register).map(({ json }) => json);

test("nobody writes who they are before they have said for whom the account is", async () => {
  expect(page.button("Next").disabled).toBe(true);
  expect(page.submit(), "by Enter").toBe(false);
  expect(page.has("last_name")).toBe(false);
});

test("somebody who goes back, or changes the kind of account, finds all they wrote again", async () => {
  await writeAsBusiness();
  await agree();
  await page.press("Back");
  await page.press("Next");
  expect(valuesOf({ ...ada, ...company })).toEqual({ ...ada, ...company });
  expect(page.field("agreed")).toHaveProperty("checked", true);
  await page.press("Back");
  await choose("individual");
  expect(valuesOf(ada)).toEqual(ada);
  expect(page.has("company_name") || page.has("tax_id")).toBe(false);
  await page.press("Back");
  await choose("business");
  expect(valuesOf({ ...ada, ...company })).toEqual({ ...ada, ...company });
  await page.press("Back");
  await choose("individual");
  await send();
  const nothing = { is_business: false, company_name: null, tax_id: null };
  await until(() => expect(sent()).toMatchObject([{ last_name: "Lovelace", ...nothing }]));
});

test("the browser's Back and Forward, a reload and another language keep the step and what was written", async () => {
  await writeAsBusiness();
  history.back();
  await until(() => expect(page.has("last_name")).toBe(false));
  history.forward();
  await until(() => expect(valuesOf({ ...ada, ...company })).toEqual({ ...ada, ...company }));
  expect(location.search).toBe("?as=business");
  await page.leave();
  await open.show(<RegisterPage />, "/ja/register?as=business");
  expect(valuesOf({ ...ada, ...company })).toEqual({ ...ada, ...company });
  const back = vi.spyOn(history, "back");
  history.replaceState(null, "");
  await page.press("戻る");
  expect([location.search, page.has("last_name")]).toEqual(["", false]);
  expect(back, "this was the first page").not.toHaveBeenCalled();
  await choose("individual", "次へ");
  await page.press("戻る");
  expect(back, "the step before is there").toHaveBeenCalledOnce();
  back.mockRestore();
});

test.each([
  ["email", "email_taken", "This e-mail address already has an account."],
  ["phone", "phone_taken", "This phone number already has an account."],
  ["tax_id", "tax_id_required", "Please enter your unified business"],
])("at the %s stands %s with the focus, and all written is kept", async (name, code, words) => {
  open.stage({ [register]: refusal(409, code) });
  await sendAs("business", company);
  await until(() => expect(page.mistake(name)).toContain(words));
  expect(page.focused()).toBe(name);
  expect(valuesOf(ada)).toEqual(ada);
  expect(page.text()).not.toContain("Your account is ready");
});

test("somebody who sends an empty form stands at its first field, whichever kind they were before", async () => {
  await choose("business");
  await send();
  await until(() => expect(page.alert()).toContain("Company name"));
  await page.press("Back");
  await choose("individual");
  expect(page.alert(), "nothing of a business's mistakes").toBe("");
  await send();
  await until(() => expect(page.mistake("phone")).not.toBeNull());
  expect(page.focused()).toBe("last_name");
  await page.press("Back");
  await choose("business");
  await page.type({ last_name: "Lovelace", first_name: "Ada", country: "TW" });
  await send();
  await until(() => expect(page.mistake("tax_id")).not.toBeNull());
  expect(page.focused()).toBe("company_name");
  await page.type({ ...ada, company_name: "Engines" });
  await agree();
  await send();
  await until(() => expect(page.focused()).toBe("tax_id"));
  expect(sent()).toEqual([]);
});

test("above the form stands what needs another look, and leads there; nothing before the first try", async () => {
  await choose("individual");
  page.field("email").focus();
  page.field("phone").focus();
  await until(() => expect(page.mistake("email")).toBe("Please fill in this field."));
  page.field("address").focus();
  await until(() => expect(page.mistake("phone")).toBe("Please fill in this field."));
  expect(page.alert()).toBe("");
  await page.type({ ...ada, phone: "1", country: "" });
  await send();
  await until(() => expect(page.alert()).toContain("3 fields need another look"));
  const listed = [...document.querySelectorAll("[role=alert] button")];
  expect(listed.map((one) => one.textContent)).toEqual([
    "Country or region: Please fill in this field.",
    "Phone: Please enter a valid phone number.",
    "Privacy policy: Please tick the box to agree.",
  ]);
  await page.press("Phone: Please enter a valid phone number.");
  expect(page.focused()).toBe("phone");
});

test.each([
  ["TW", "12345678", "numeric"],
  ["JP", "T-1234", "text"],
])("a business of %s gives the number %s", async (country, tax_id, inputMode) => {
  await sendAs("business", { country, company_name: "Engines", tax_id });
  expect(page.field("tax_id")).toHaveProperty("inputMode", inputMode);
  expect(page.field("dial_code")).toHaveProperty("readOnly", true);
  await until(() => expect(sent()).toMatchObject([{ country, tax_id }]));
});

test("the privacy policy can be read where it is agreed to", async () => {
  const policy = JSON.parse(readFileSync("worker/content/info-pages/PrivacyPolicy.json", "utf8"));
  open.stage({ "GET /info-pages/PrivacyPolicy": refusal(503, "upstream_maintenance") });
  await choose("individual");
  await page.press("Read the privacy policy");
  await until(() => expect(page.alert()).toContain("The site is under maintenance."));
  const title = () => document.querySelector("dialog h2")?.textContent;
  expect(title()).toBe("Privacy policy");
  open.stage({ "GET /info-pages/PrivacyPolicy": { json: policy } });
  await page.press("Try again");
  const { main_title, sections } = policy.translations.en;
  await page.shows(sections.at(-1).title);
  expect([title(), page.alert()]).toEqual([main_title, ""]);
  await page.press("Close");
  await until(() => expect(title()).toBeUndefined());
  expect(page.field("agreed")).toHaveProperty("checked", false);
});

test("a registered member reads that a mail is on its way, and is at the sign-in three seconds later", async () => {
  vi.useFakeTimers();
  await sendAs("individual");
  await page.shows("We have sent a temporary password to your inbox.");
  expect(page.link("Go to sign in")).toBe("/en/login");
  expect(document.querySelector('dialog [aria-label="Close"]')).toBeNull();
  flushSync(() => vi.advanceTimersByTime(2500));
  expect(location.pathname).toBe("/en/register");
  await until(() => expect(location.pathname).toBe("/en/login"));
});

test("a registration that the server refuses whole says so beside the button until the next try", async () => {
  open.stage({ [register]: refusal(503, "upstream_maintenance") });
  await sendAs("individual");
  const beside = () => document.activeElement?.nextElementSibling?.textContent ?? "";
  await until(() => expect(beside()).toContain("Create account"));
  expect(document.activeElement?.textContent).toContain("under maintenance");
  await page.press("Back");
  await page.press("Next");
  expect(page.alert()).toBe("");
  await send();
  await until(() => expect(page.alert()).toContain("under maintenance"));
  open.stage({ [register]: { status: 201 } });
  await send();
  await page.shows("Your account is ready");
  expect(page.alert()).toBe("");
});
