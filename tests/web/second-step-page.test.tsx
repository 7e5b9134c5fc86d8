import { encode } from "uqr";
import { SecondStep } from "../../web/pages/profile/SecondStep.tsx";
import { useAuth } from "../../web/stores/auth.ts";
import { openPages, page, refusal, until, type Staged } from "../support/shown-page.tsx";

const open = openPages();
const path = "/auth/second-step";
const secret = "ABCDEFGH23456712";
const codes = ["ABCD-2345-EFGH-6723", "WXYZ-2345-EFGH-6723"];
const state = (is_on: boolean, recovery_codes_left = is_on ? 2 : 0) => ({
  [`GET ${path}`]: { json: { is_on, recovery_codes_left } },
});
const copied: string[] = [];
let refusesCopies = false;

beforeEach(() => {
  useAuth.getState().signedIn({ accessToken: "a.b.c", mustChangePassword: false });
  const email = "noor@example.test";
  useAuth.getState().memberKnown({ id: "1", email, full_name: "Noor", is_business: false });
  const writeText = (text: string) =>
    refusesCopies ? Promise.reject(new Error("no")) : Promise.resolve(void copied.push(text));
  vi.stubGlobal("navigator", Object.create(navigator, { clipboard: { value: { writeText } } }));
});
afterEach(() => {
  vi.unstubAllGlobals();
  refusesCopies = false;
  copied.length = 0;
});

async function look(isOn: boolean, left?: number) {
  open.stage(state(isOn, left));
  await open.show(<SecondStep />, "/en/profile?tab=password");
  await page.shows(isOn ? "Two-step sign-in On" : "Two-step sign-in Off");
}
const dialog = () => document.querySelector("dialog")?.querySelector("h2")?.textContent;
/** The one in the dialog is the last of its name. */
async function confirm(answer: Staged, call: string, action: string, password = "Perfume#2026") {
  open.stage({ [call]: answer });
  await page.type({ password });
  await page.press(action);
}

test("before anything changes the password is asked for, and may be wrong", async () => {
  await look(false);
  await page.press("Turn on");
  expect(dialog()).toBe("Please enter your password");
  expect(page.button("Continue").disabled).toBe(true);
  expect(page.value("username")).toBe("noor@example.test");
  expect(page.submit(), "by Enter").toBe(false);
  await confirm(refusal(400, "wrong_old_password"), `POST ${path}`, "Continue");
  await until(() => expect(page.mistake("password")).toContain("current password is incorrect"));
  expect(page.alert()).toBe("");
  expect(page.answers(`POST ${path}`)).toMatchObject([{ json: { password: "Perfume#2026" } }]);
  await page.type({ password: "Perfume#2027" });
  expect(page.mistake("password")).toBeNull();
  open.stage({ [`POST ${path}`]: refusal(503, "upstream_maintenance") });
  await page.press("Continue");
  await until(() => expect(page.alert()).toContain("The site is under maintenance."));
  await page.press("Cancel");
  await until(() => expect(dialog()).toBeUndefined());
});

async function connect() {
  await look(false);
  await page.press("Turn on");
  await confirm({ json: { secret } }, `POST ${path}`, "Continue");
  await until(() => expect(dialog()).toBe("Connect your authenticator app"));
}

test("the app reads the secret from a picture, or it is typed or copied where the browser lets one", async () => {
  await connect();
  const shop = encodeURIComponent("Sillage 香跡");
  const uri = `otpauth://totp/${shop}:noor%40example.test?secret=${secret}&issuer=${shop}`;
  const { data, size } = encode(uri, { border: 4 });
  const picture = document.querySelector('[aria-label="QR code for your authenticator app"]');
  expect(picture?.getAttribute("viewBox")).toBe(`0 0 ${size} ${size}`);
  const dark = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  expect(picture?.querySelector("path")?.getAttribute("d")).toBe(dark.join(""));
  expect(document.querySelector("code")?.textContent).toBe("ABCD EFGH 2345 6712");
  await page.press("Copy the key");
  await page.shows("Copied");
  expect(copied).toEqual([secret]);
  refusesCopies = true;
  await page.press("Copy the key");
  await until(() => expect(page.text()).not.toContain("Copied"));
  await page.press("Close");
  await until(() => expect(dialog()).toBeUndefined());
  expect(page.text(), "nothing was turned on").not.toContain("Two-step sign-in is on");
  page.button("Turn on");
});

test("the app's first code turns it on, and the recovery codes are shown once", async () => {
  await connect();
  const confirmCall = `POST ${path}/confirm`;
  await page.type({ code: "12 34x" });
  expect(page.value("code")).toBe("1234");
  expect(page.button("Turn on").disabled).toBe(true);
  expect(page.submit(), "by Enter").toBe(false);
  await page.type({ code: "１２３４５６７" });
  expect(page.value("code")).toBe("123456");
  open.stage({ [confirmCall]: refusal(400, "otp_wrong") });
  await page.press("Turn on");
  await until(() => expect(page.mistake("code")).toContain("That code isn’t right."));
  expect(page.alert()).toBe("");
  await page.type({ code: "654321" });
  expect(page.mistake("code")).toBeNull();
  open.stage({ [confirmCall]: refusal(409, "second_step_on") });
  await page.press("Turn on");
  await until(() => expect(page.alert()).toContain("Two-step sign-in is already on."));
  open.stage({ [confirmCall]: { json: { recovery_codes: codes } }, ...state(true) });
  await page.press("Turn on");
  await until(() => expect(dialog()).toBe("Save your recovery codes"));
  const sent = ["123456", "654321", "654321"].map((code) => ({ code }));
  expect(page.answers(confirmCall).map(({ json }) => json)).toEqual(sent);
  const shown = [...document.querySelectorAll("dialog code")].map((one) => one.textContent);
  expect(shown).toEqual(codes);
  expect(document.querySelector('dialog [aria-label="Close"]'), "only the button").toBeNull();
  const text = "ABCD-2345-EFGH-6723\nWXYZ-2345-EFGH-6723\n";
  const href = `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`;
  const file = document.querySelector('a[download="Sillage-recovery-codes.txt"]');
  expect(file?.getAttribute("href")).toBe(href);
  await page.press("Copy the codes");
  await until(() => expect(copied).toEqual([text]));
  await page.press("I have saved them");
  await page.shows("Two-step sign-in is on");
  expect(dialog()).toBeUndefined();
  await until(() => expect(document.activeElement?.textContent).toBe("Two-step sign-in is on"));
  await page.shows("2 recovery codes left");
});

test("turning it off is told, and forgotten with the next thing one does", async () => {
  await look(true);
  await page.press("Turn off");
  expect(dialog()).toBe("Turn off two-step sign-in?");
  open.stage(state(false));
  await confirm({ status: 204 }, `POST ${path}/off`, "Turn off");
  await page.shows("Two-step sign-in is off");
  expect(dialog()).toBeUndefined();
  expect(page.answers(`POST ${path}/off`)[0]?.json).toEqual({ password: "Perfume#2026" });
  await page.shows("Two-step sign-in Off");
  await page.press("Turn on");
  expect(page.text()).not.toContain("Two-step sign-in is off");
});

test("new recovery codes are made with the password, and end without a word", async () => {
  await look(true, 1);
  await page.press("New recovery codes");
  expect(dialog()).toBe("Make new recovery codes?");
  open.stage(state(true, 2));
  const call = `POST ${path}/recovery-codes`;
  await confirm({ json: { recovery_codes: codes } }, call, "New recovery codes");
  await until(() => expect(dialog()).toBe("Save your recovery codes"));
  expect(page.answers(call)[0]?.json).toEqual({ password: "Perfume#2026" });
  await page.press("I have saved them");
  await until(() => expect(dialog()).toBeUndefined());
  await page.shows("2 recovery codes left");
  expect(page.text()).not.toMatch(/Two-step sign-in is o/);
});
