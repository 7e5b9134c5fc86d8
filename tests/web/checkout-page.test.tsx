import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { useShippingAddresses } from "../../web/api/addresses.ts";
import CheckoutPage from "../../web/pages/checkout/CheckoutPage.tsx";
import { add } from "../support/carts.ts";
import { newMember, type NewMember } from "../support/new-member.ts";
import { openShop, until, type OpenShop, type ShownPage } from "../support/shown-page.tsx";

const savedAddresses = "/shipping-addresses";

let open: OpenShop;
let member: NewMember;
let page: ShownPage;
let minutes = 0;

beforeAll(async () => {
  open = await openShop();
});
beforeEach(async () => {
  member = await newMember(open.shop, { isBusiness: true });
  await add(member.shopper);
});
afterEach(async () => {
  await page.leave();
  open.startOver();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Drawn together with whatever else the page makes of the addresses. */
function AddressCount() {
  const { data } = useShippingAddresses(true);
  return data ? <p>Saved so far: {data.length}</p> : null;
}

async function goToCheckout() {
  const part = (
    <>
      <CheckoutPage />
      <AddressCount />
    </>
  );
  page = await open.show(part, "/en/checkout", member);
  await page.shows("Saved addresses");
}
const save = (address: string) => member.shopper.send("POST", savedAddresses, { address });
const chosenTab = () => document.querySelector('[role="tab"][aria-selected="true"]')?.textContent;
const isChosen = (value: string) =>
  document.querySelector<HTMLInputElement>(`input[value="${value}"]`)?.checked;
const choose = (value: string) => page.tick(`input[value="${value}"]`);

/** Reads are renewed when somebody comes back to the tab, a few seconds after the last time at the earliest. */
async function lookAtTheTabAgain(status: number) {
  const read = `GET ${savedAddresses}`;
  const before = page.answers(read).length;
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + (minutes += 1) * 60_000 });
  window.dispatchEvent(new Event("focus"));
  await until(() => expect(page.answers(read)).toHaveLength(before + 1));
  expect(page.answers(read).at(-1)?.status).toBe(status);
}

test("a shopper who looks at another tab and comes back keeps the form, the open window and what was typed", async () => {
  open.refuse(savedAddresses);
  await goToCheckout();
  await page.type({ customer_address: "7 Camphor Street" });
  await page.tick('input[type="checkbox"]');
  const address = page.field("customer_address");
  const dialog = await until(() => {
    const found = document.querySelector("dialog");
    expect(found).not.toBeNull();
    return found;
  });
  await lookAtTheTabAgain(503);
  expect(address.isConnected).toBe(true);
  expect(address.value).toBe("7 Camphor Street");
  expect(dialog?.isConnected).toBe(true);
});

test("a shopper about to type an address is not taken to another tab when the saved ones arrive late", async () => {
  await save("1 Fig Lane");
  open.refuse(savedAddresses);
  await goToCheckout();
  const address = page.field("customer_address");
  open.refuse();
  await lookAtTheTabAgain(200);
  await page.shows("Saved so far: 1");
  expect(address.isConnected).toBe(true);
});

test("a shopper whose saved addresses cannot be read is told so, and finds them by trying again", async () => {
  await save("1 Fig Lane");
  open.refuse(savedAddresses);
  await goToCheckout();
  await page.press("Saved addresses");
  await until(() => expect(page.alert()).not.toBe(""));
  expect(page.text()).not.toContain("You have no saved address yet.");
  open.refuse();
  await page.press("Try again");
  await page.shows("1 Fig Lane");
  expect(chosenTab()).toBe("Saved addresses");
  expect(page.alert()).toBe("");
});

const chosenAddress = () =>
  document.querySelector('input[type="radio"][name="customer_address"]:checked')?.parentElement
    ?.textContent;

test("the only saved address is chosen from the start, and of several the profile's own", async () => {
  await save("1 Fig Lane");
  await goToCheckout();
  await until(() => expect(chosenAddress()).toBe("1 Fig Lane"));
  await page.leave();
  sessionStorage.clear();
  // As the profile has it.
  for (const address of ["2 Moss Road", "1 Test Road, Taipei"]) await save(address);
  await goToCheckout();
  await until(() => expect(chosenAddress()).toBe("1 Test Road, Taipei"));
});

test("where none of several saved addresses is the profile's, the form asks to choose one, and to enter one beside them", async () => {
  for (const address of ["1 Fig Lane", "2 Moss Road", "3 Camphor Street"]) await save(address);
  await goToCheckout();
  expect(chosenTab()).toBe("Saved addresses");
  expect(chosenAddress()).toBeUndefined();
  await page.press("Confirm order · NT$\u00a0100");
  await page.shows("Please choose a delivery address");
  expect(page.text()).not.toContain("Please enter the recipient’s address");
  await page.press("Enter an address");
  await page.press("Confirm order · NT$\u00a0100");
  await page.shows("Please enter the recipient’s address");
});

test("a shopper whose new address is refused reads why, and keeps its words", async () => {
  const alerts: string[] = [];
  vi.stubGlobal("alert", (text: string) => alerts.push(text));
  // As many as a member may keep.
  await open.shop.upstreamDb
    .prepare(
      `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 50)
       INSERT INTO shipping_addresses (id, member_id, address, created_at)
       SELECT members.id || n, members.id, n || ' Fig Lane', n FROM numbers, members WHERE email = ?`,
    )
    .bind(member.email)
    .run();
  await goToCheckout();
  await page.press("Add an address");
  await page.type({ new_address: "8 Moss Road" });
  await page.press("Add");
  await until(() => expect(alerts).toEqual(["Failed to add the address, please try again later"]));
  // The upstream's own words.
  await until(() =>
    expect(document.querySelector("dialog")?.textContent).toContain("最多只能儲存 50 個收件地址"),
  );
  expect(page.value("new_address")).toBe("8 Moss Road");
});

test("a business is offered a personal invoice first, finds its tax id when it wants a company's, and keeps its choice", async () => {
  const comeAgain = async () => {
    await page.leave();
    await goToCheckout();
  };
  await goToCheckout();
  await until(() => expect(page.value("customer_name")).toBe("Test Noor"));
  expect(isChosen("B2C")).toBe(true);
  await choose("B2B");
  expect(page.value("tax_id")).toBe("12345678");
  await comeAgain();
  expect(isChosen("B2B")).toBe(true);
  await page.type({ tax_id: "" });
  await choose("B2C");
  await comeAgain();
  expect(isChosen("B2C")).toBe(true);
});
