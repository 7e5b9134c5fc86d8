import type { Session } from "#contract/auth";
import type { Member } from "#contract/member";
import AddressesTab from "../../web/pages/profile/AddressesTab.tsx";
import { BasicInfoTab } from "../../web/pages/profile/BasicInfoTab.tsx";
import ProfilePage from "../../web/pages/profile/ProfilePage.tsx";
import SessionsTab from "../../web/pages/profile/SessionsTab.tsx";
import { memberOf, signInHere } from "../support/buying.ts";
import { openPages, page, refusal, until, watchLoads } from "../support/shown-page.tsx";

const open = openPages();
const loads = watchLoads();
beforeEach(() => signInHere());
afterEach(() => {
  loads.length = 0;
});
const maintenance = refusal(503, "upstream_maintenance");
const dialog = () => document.querySelector("dialog")?.querySelector("h2")?.textContent;
const said = () => document.querySelector('[role="status"] p')?.textContent ?? null;
const names = (call: string) => page.answers(call).map(({ json }) => json);

const mei = memberOf({
  id: "mei",
  email: "mei@example.test",
  first_name: "Mei",
  last_name: "Lin",
  full_name: "Lin Mei",
  phone: "02 2345 6789",
  address: null,
  language_code: "zh",
  time_zone: "Asia/Taipei",
});

test("the tab stands in the address, is chosen above or in the list, and none is the first", async () => {
  open.stage({ "GET /members/me": { json: mei } });
  keeps();
  await open.show(<ProfilePage />, "/en/profile?tab=nonsense");
  expect(page.value("tab")).toBe("basic-info");
  await page.press("Addresses");
  expect(location.search).toBe("?tab=addresses");
  await page.shows("No addresses yet");
  const { length } = history;
  await page.type({ tab: "basic-info" });
  expect([location.search, history.length]).toEqual(["?tab=basic-info", length]);
  await until(() => expect(page.value("last_name")).toBe("Lin"));
  expect(document.title).toBe("Profile · Sillage 香跡");
});

const keeps = (...addresses: string[]) => {
  const data = addresses.map((address) => ({ id: `id-${address}`, address }));
  open.stage({ "GET /shipping-addresses": { json: { data } } });
};
const atAddresses = async (...addresses: string[]) => {
  keeps(...addresses);
  await open.show(<AddressesTab />, "/en/profile?tab=addresses");
  await page.shows(addresses[0] ?? "No addresses yet");
};
const gone = () => until(() => expect(dialog()).toBeUndefined());

test("an address is added without blanks around it; a failure and a reload keep what was typed", async () => {
  await atAddresses();
  await page.press("Add an address");
  expect(dialog()).toBe("Add an address");
  expect(page.button("Save").disabled).toBe(true);
  await page.type({ address: "   " });
  expect(page.button("Save").disabled, "blanks are no address").toBe(true);
  await page.type({ address: "  7 Rain Lane " });
  await page.leave();
  await atAddresses();
  await page.press("Add an address");
  open.stage({ "POST /shipping-addresses": maintenance });
  const alerted = vi.spyOn(window, "alert").mockReturnValue();
  await page.press("Save");
  await until(() => expect(page.alert()).toContain("The address couldn’t be saved"));
  expect(page.value("address")).toBe("  7 Rain Lane ");
  expect(alerted).toHaveBeenCalledExactlyOnceWith("The address couldn’t be saved");
  open.stage({ "POST /shipping-addresses": { status: 201 } });
  keeps("7 Rain Lane");
  await page.press("Save");
  await page.shows("The address has been saved");
  const sent = { address: "7 Rain Lane" };
  expect(names("POST /shipping-addresses")).toEqual([sent, sent]);
  await page.shows("7 Rain Lane");
  expect(dialog()).toBeUndefined();
  await page.press("Add an address");
  expect(said(), "the word of the last change").toBeNull();
  expect(page.value("address")).toBe("");
});

test("an address is corrected, or left as it is", async () => {
  await atAddresses("1 Test Road", "2 Test Road");
  await page.press("Edit 2 Test Road");
  expect(dialog()).toBe("Edit the address");
  await page.type({ address: "No road" });
  await page.press("Cancel");
  await gone();
  await page.press("Edit 2 Test Road");
  expect(page.value("address")).toBe("2 Test Road");
  await page.type({ address: "3 Test Road" });
  const call = "PUT /shipping-addresses/id-2%20Test%20Road";
  open.stage({ [call]: { status: 204 } });
  keeps("1 Test Road", "3 Test Road");
  await page.press("Save");
  await until(() => expect(said()).toBe("The address has been saved"));
  expect(names(call)).toEqual([{ address: "3 Test Road" }]);
  await page.shows("3 Test Road");
  expect(page.text()).not.toContain("2 Test Road");
});

test("an address is deleted once that is confirmed, and the focus is not lost", async () => {
  await atAddresses("Here", "There");
  await page.press("Delete There");
  expect(document.querySelector("dialog")?.textContent).toContain("There");
  await page.press("Cancel");
  await gone();
  expect(page.calls.some(({ name }) => name.startsWith("DELETE"))).toBe(false);
  await page.press("Delete There");
  open.stage({ "DELETE /shipping-addresses/id-There": maintenance });
  const alerted = vi.spyOn(window, "alert").mockReturnValue();
  await page.press("Delete");
  await until(() => expect(page.alert()).toContain("The address couldn’t be deleted"));
  expect(alerted).toHaveBeenCalledExactlyOnceWith("The address couldn’t be deleted");
  open.stage({ "DELETE /shipping-addresses/id-There": { status: 204 } });
  keeps("Here");
  await page.press("Delete");
  await page.shows("The address has been deleted");
  await until(() => expect(page.text()).not.toContain("There"));
  await until(() => expect(document.activeElement).toBe(page.button("Add an address")));
});

const device = (id: string, current: boolean): Session => {
  const at = "2026-11-21T15:04:00";
  return { id, browser: `Safari · ${id}`, place: "JP", created_at: at, last_seen_at: at, current };
};
const atDevices = async (...sessions: Session[]) => {
  open.stage({ "GET /auth/sessions": { json: { data: sessions } } });
  await open.show(<SessionsTab />, "/en/profile?tab=sessions");
  await page.shows("These devices are signed in");
};
const confirm = async (action: string) => {
  await page.type({ password: "Perfume#2026" });
  await page.press(action);
};

test("another device is signed out with the password, and the intro has the focus", async () => {
  await atDevices(device("Mac", true), device("Phone", false));
  await page.press("Sign out Safari · Phone");
  expect(dialog()).toBe("Sign out Safari · Phone");
  await page.press("Cancel");
  await gone();
  await page.press("Sign out Safari · Phone");
  open.stage({ "DELETE /auth/sessions/Phone": refusal(400, "wrong_old_password") });
  await confirm("Sign out");
  await until(() => expect(page.mistake("password")).toContain("current password is incorrect"));
  open.stage({
    "DELETE /auth/sessions/Phone": { status: 204 },
    "GET /auth/sessions": { json: { data: [device("Mac", true)] } },
  });
  await page.press("Sign out");
  await page.shows("That device has been signed out");
  expect(names("DELETE /auth/sessions/Phone")[1]).toEqual({ password: "Perfume#2026" });
  await until(() => expect(page.text()).not.toContain("Phone"));
  await until(() => expect(document.activeElement?.textContent).toContain("These devices"));
  expect(loads).toEqual([]);
});

test("all other devices are signed out at once, and the word goes with the next choice", async () => {
  await atDevices(device("Mac", true), device("Phone", false));
  await page.press("Sign out everywhere else");
  open.stage({ "DELETE /auth/sessions": { status: 204 } });
  await confirm("Sign out");
  await page.shows("Your other devices have been signed out");
  expect(names("DELETE /auth/sessions")).toEqual([{ password: "Perfume#2026" }]);
  await page.press("Sign out Safari · Phone");
  expect(page.text()).not.toContain("Your other devices have been signed out");
});

test("who signs this device out leaves for the sign-in, without another password", async () => {
  open.stage({ "POST /auth/logout": { status: 204 } });
  await atDevices(device("Mac", true));
  await page.press("Sign out Safari · Mac");
  await until(() => expect(loads).toEqual(["/en/login"]));
  expect(dialog()).toBeUndefined();
});

const atDetails = async (more: Partial<Member> = {}, language = "en") => {
  open.stage({ "GET /members/me": { json: { ...mei, ...more } } });
  await open.show(<BasicInfoTab />, `/${language}/profile`);
  await until(() => page.field("last_name"));
};
const patches = () => names("PATCH /members/me");

test("only what was changed is sent, folded where signs matter, and then there is nothing to save", async () => {
  await atDetails({ address: "1 Test Road" });
  expect(page.button("Save").disabled).toBe(true);
  await page.type({ last_name: " Wang ", phone: "０２ 2345 0000", address: " " });
  open.stage({ "PATCH /members/me": { json: mei } });
  await page.press("Save");
  await page.shows("Your details have been saved");
  expect(patches()).toEqual([{ last_name: "Wang", phone: "02 2345 0000", address: "" }]);
  expect(page.button("Save").disabled).toBe(true);
  expect(page.answers("GET /members/me"), "read anew").toHaveLength(2);
  await page.type({ last_name: "Wei" });
  await until(() => expect(page.text()).not.toContain("Your details have been saved"));
});

const empty = "Please fill in this field.";
const odd = "Please check this entry and correct it.";
const long = "This is too long. Please shorten it.";
const business = { is_business: true, company_name: "Engines", tax_id: "1" };
const abroad = { ...business, country: "JP" };
test.each<[string, string, string | null, Partial<Member>?]>([
  ["last_name", "香".repeat(51), long],
  ["first_name", " ", empty],
  ["country_code", "＋８１", null],
  ["country_code", "+12a", odd],
  ["phone", "0912", "Please enter a valid phone number."],
  ["avatar_url", "http://x.test/a.png", "The URL must begin with https://"],
  ["tax_id", "", empty, business],
  ["tax_id", "1234567", "The unified business number must be 8 digits.", business],
  ["company_name", " ", empty, business],
  ["tax_id", "x".repeat(51), long, abroad],
  ["tax_id", "T1-2345-6789", null, abroad],
])("in %s, %s is answered by %s", async (name, value, mistake, more = {}) => {
  await atDetails(more);
  await page.type({ [name]: value });
  open.stage({ "PATCH /members/me": { json: mei } });
  await page.press("Save");
  if (mistake === null)
    return until(() => expect(patches()).toEqual([{ [name]: value.normalize("NFKC") }]));
  await until(() => expect(page.mistake(name)).toBe(mistake));
  expect(patches()).toEqual([]);
});

test("who looks into another tab finds unsaved details again; who came for another is asked for none", async () => {
  open.stage({ "GET /members/me": { json: mei } });
  keeps();
  await open.show(<ProfilePage />, "/en/profile?tab=addresses");
  await page.shows("No addresses yet");
  expect(page.has("last_name") || page.calls.some(({ name }) => name.includes("me"))).toBe(false);
  await page.press("Basic details");
  await page.type({ last_name: "Ouyang" });
  await page.press("Addresses");
  await page.shows("No addresses yet");
  expect(page.has("last_name")).toBe(false);
  await page.press("Basic details");
  expect(page.value("last_name")).toBe("Ouyang");
});
