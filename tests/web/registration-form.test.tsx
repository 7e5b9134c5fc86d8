import { randomInt } from "node:crypto";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import RegisterPage from "../../web/pages/register/RegisterPage.tsx";
import { newMember } from "../support/new-member.ts";
import { openShop, until, type OpenShop, type ShownPage } from "../support/shown-page.tsx";

let open: OpenShop;
let page: ShownPage;

beforeAll(async () => {
  open = await openShop();
});
beforeEach(async () => {
  page = await open.show(<RegisterPage />, "/en/register");
});
afterEach(async () => {
  await page.leave();
  open.startOver();
});

async function choose(kind: "individual" | "business") {
  await page.tick(`[name=member_kind][value=${kind}]`);
  await page.press("Next");
}
const agree = () => page.tick("[type=checkbox]");
const register = () => page.press("Create account");
const somebody = () => ({
  last_name: "Lovelace",
  first_name: "Ada",
  email: `ada-${randomInt(1e9)}@example.test`,
  country: "TW",
  phone: `02 ${randomInt(1e8).toString().padStart(8, "0")}`,
  address: "12 St James's Square",
});
const company = { company_name: "Engines", tax_id: "12345678" };
async function writeAsBusiness() {
  const written = somebody();
  await choose("business");
  await page.type(written);
  await page.type(company);
  return written;
}
const valuesOf = (names: object) =>
  Object.fromEntries(Object.keys(names).map((name) => [name, page.value(name)]));
const asked = () => page.calls.filter(({ name }) => name === "POST /auth/register");

test("somebody who goes back to the kind of account finds what they wrote again", async () => {
  const written = await writeAsBusiness();
  await agree();
  await page.press("Back");
  await page.press("Next");
  expect(valuesOf({ ...written, ...company })).toEqual({ ...written, ...company });
  expect(page.field("agreed")).toHaveProperty("checked", true);
});

test("somebody who turns from a business into an individual and back keeps all they wrote", async () => {
  const written = await writeAsBusiness();
  await page.press("Back");
  await choose("individual");
  expect(valuesOf(written)).toEqual(written);
  expect(page.has("company_name") || page.has("tax_id")).toBe(false);
  await page.press("Back");
  await choose("business");
  expect(valuesOf({ ...written, ...company })).toEqual({ ...written, ...company });
});

test("somebody who was a business on the way registers as an individual without its company", async () => {
  const written = await writeAsBusiness();
  await page.press("Back");
  await choose("individual");
  await agree();
  await register();
  await until(() => expect(asked()).toMatchObject([{ status: 201 }]));
  const sql = "SELECT last_name, is_business, company_name, tax_id FROM members WHERE email = ?";
  expect(await open.shop.upstreamDb.prepare(sql).bind(written.email).first()).toEqual({
    last_name: "Lovelace",
    is_business: 0,
    company_name: null,
    tax_id: null,
  });
});

test("somebody who comes back as an individual reads nothing of a business's mistakes", async () => {
  await choose("business");
  await register();
  await until(() => expect(page.alert()).toContain("Company name"));
  await page.press("Back");
  await choose("individual");
  expect(page.has("last_name")).toBe(true);
  expect(page.alert()).toBe("");
  expect(asked()).toEqual([]);
});

test("somebody whose details the server refuses stands at the first refused field", async () => {
  await choose("individual");
  // The server reads the first name before the last, and the page shows them the other way round.
  await page.type({ ...somebody(), first_name: "Ada\u0007", last_name: "Love\u0007lace" });
  await agree();
  await register();
  await until(() => expect(page.mistake("last_name")).not.toBeNull());
  expect(page.mistake("first_name")).not.toBeNull();
  expect(page.focused()).toBe("last_name");
});

test("somebody whose phone is taken is told so at it, stands there and keeps what they wrote", async () => {
  const { phone } = (await (await newMember(open.shop)).shopper.get("/members/me")).body;
  const written = { ...somebody(), phone };
  await choose("individual");
  await page.type(written);
  await agree();
  await register();
  await until(() => expect(page.mistake("phone")).not.toBeNull());
  expect(page.focused()).toBe("phone");
  expect(valuesOf(written)).toEqual(written);
});

test("somebody on a phone is offered the next field, and at the last one that they are done", async () => {
  await choose("business");
  await page.type({ country: "TW" });
  const offered = (names: string[]) =>
    names.map((name) => page.field(name).getAttribute("enterkeyhint"));
  const names = ["last_name", "first_name", "company_name", "email", "phone", "address", "tax_id"];
  expect(offered(names)).toEqual(["next", "next", "next", "next", "next", "next", "done"]);
});

test("somebody who sends an empty form stands at its first field, whichever kind they were before", async () => {
  await choose("individual");
  await register();
  await until(() => expect(page.mistake("phone")).not.toBeNull());
  expect(page.focused()).toBe("last_name");
  await page.press("Back");
  await choose("business");
  await page.type({ last_name: "Lovelace", first_name: "Ada", country: "TW" });
  await register();
  await until(() => expect(page.mistake("tax_id")).not.toBeNull());
  expect(page.focused()).toBe("company_name");
  await page.type({ ...somebody(), company_name: "Engines" });
  await agree();
  await register();
  await until(() => expect(page.focused()).toBe("tax_id"));
  expect(asked()).toEqual([]);
});

test.each(["1", "()", "0000000", "0912"])(
  "the phone %s is refused at its field, and nothing is sent",
  async (phone) => {
    await choose("individual");
    await page.type({ ...somebody(), phone });
    await agree();
    await register();
    await until(() => expect(page.mistake("phone")).toBe("Please enter a valid phone number."));
    expect(page.focused()).toBe("phone");
    expect(asked()).toEqual([]);
  },
);

test("a business abroad may give its tax number, of any form", async () => {
  const taxIdOf = async (email: string) =>
    open.shop.upstreamDb.prepare("SELECT tax_id FROM members WHERE email = ?").bind(email).first();
  const written = { ...somebody(), country: "JP", company_name: "Engines" };
  await choose("business");
  await page.type(written);
  await page.type({ tax_id: "T-1234" });
  expect(page.field("tax_id").required).toBe(false);
  await agree();
  await register();
  await until(() => expect(asked()).toMatchObject([{ status: 201 }]));
  expect(await taxIdOf(written.email)).toEqual({ tax_id: "T-1234" });
});

test("a registration that the server refuses whole says so beside the button, with the focus", async () => {
  await choose("individual");
  await page.type(somebody());
  await agree();
  open.refuse("/auth/register");
  await register();
  await until(() => expect(document.activeElement?.nextElementSibling).not.toBeNull());
  expect(document.activeElement?.textContent).toContain("under maintenance");
  expect(document.activeElement?.nextElementSibling?.textContent).toContain("Create account");
});
