/** The list of what is never used, by keyboard alone, with what a screen reader is told. */
import { flushSync } from "react-dom";
import { afterEach, beforeAll, expect, test } from "vitest";
import { mostRefusals } from "#contract/refusals";
import RefusalsTab from "../../web/pages/profile/RefusalsTab.tsx";
import { newMember, type NewMember } from "../support/new-member.ts";
import { openShop, page, until, type OpenShop } from "../support/shown-page.tsx";

let open: OpenShop;
let member: NewMember;
beforeAll(async () => {
  open = await openShop();
});
afterEach(async () => {
  await page.leave();
  open.startOver();
});

async function openList(...refusals: string[]): Promise<HTMLInputElement> {
  member = await newMember(open.shop);
  await member.shopper.send("PUT", "/members/me/refusals", { refusals });
  await open.show(<RefusalsTab />, "/en/profile?tab=refusals", member);
  return until(() => found<HTMLInputElement>('[role="combobox"]'));
}

function found<T extends HTMLElement>(selector: string): T {
  const element = document.querySelector<T>(selector);
  if (element === null) throw new Error(`nothing like ${selector} in: ${page.text()}`);
  return element;
}

const press = (key: string) =>
  flushSync(() =>
    document.activeElement?.dispatchEvent(
      new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }),
    ),
  );

function write(field: HTMLInputElement, text: string): void {
  flushSync(() => field.focus());
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, text);
  flushSync(() => field.dispatchEvent(new Event("input", { bubbles: true })));
}

const chips = () =>
  [...document.querySelectorAll("fieldset li")].map((chip) => chip.firstChild?.textContent);
const active = () =>
  document.getElementById(found('[role="combobox"]').getAttribute("aria-activedescendant") ?? "")
    ?.textContent;
const groups = () =>
  [...document.querySelectorAll('[role="listbox"] [role="group"]')].map((group) =>
    group.getAttribute("aria-label"),
  );
const saved = async () => (await member.shopper.get("/members/me/refusals")).body.refusals;

test("a name is found in any language, chosen with the arrows and Enter, and saved", async () => {
  const field = await openList();
  write(field, "レモン");
  expect(field.getAttribute("aria-expanded")).toBe("true");
  expect(active()).toBe("lemon");
  press("ArrowDown");
  expect(active()).not.toBe("lemon");
  press("ArrowUp");
  press("Enter");
  expect(chips()).toEqual(["lemon"]);
  expect(found("output").textContent).toBe("lemon: added to your avoid list");
  expect(document.activeElement).toBe(field);
  write(field, "d-limonene");
  expect(groups()).toEqual(["Declared allergens", "Your own word"]);
  press("Enter");
  write(field, "barbecue");
  expect(groups()).toEqual(["Your own word"]);
  press("Enter");
  expect(chips()).toEqual(["lemon", "limonene", "barbecue"]);
  await page.press("Save");
  await page.shows("Your avoid list has been saved");
  expect(await saved()).toEqual(["material:lemon", "allergen:limonene", "word:barbecue"]);
});

test("without a word the arrows open the families; Escape closes the list, then empties the field", async () => {
  const field = await openList();
  const isOpen = () => field.getAttribute("aria-expanded") === "true";
  flushSync(() => field.focus());
  expect(isOpen()).toBe(false);
  press("ArrowDown");
  expect([isOpen(), active()]).toEqual([true, "citrus"]);
  press("Escape");
  expect(isOpen()).toBe(false);
  write(field, "tea");
  press("Escape");
  expect(field.value).toBe("tea");
  press("Escape");
  expect(field.value).toBe("");
  expect(chips()).toEqual([]);
});

test("Backspace in the empty field goes to the last of the list, and once more removes it", async () => {
  const field = await openList("family:citrus", "material:rose");
  flushSync(() => field.focus());
  press("Backspace");
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Remove rose");
  press("Backspace");
  expect(chips()).toEqual(["citrus"]);
  expect(found("output").textContent).toBe("rose: taken off your avoid list");
  expect(document.activeElement).toBe(field);
  expect(await saved()).toEqual(["family:citrus", "material:rose"]);
  await page.press("Save");
  await page.shows("Your avoid list has been saved");
  expect(await saved()).toEqual(["family:citrus"]);
});

test("what is on the list is not offered again, and what nobody knows is offered as a word", async () => {
  const field = await openList("material:rose");
  write(field, "rose");
  const options = [...document.querySelectorAll('[role="option"]')].map((one) => one.textContent);
  expect(options).not.toContain("rose");
  expect(options).toContain("damask rose");
  write(field, "x");
  expect(document.querySelectorAll('[role="option"]').length).toBeGreaterThan(0);
  expect(groups()).not.toContain("Your own word");
});

test("a full list says so until something leaves it", async () => {
  const full = "You can list up to 60. Remove one to add another.";
  await openList(...Array.from({ length: mostRefusals }, (_, at) => `word:oddity ${at}`));
  expect(page.text()).toContain(full);
  await page.press("Remove oddity 7");
  expect(page.text()).not.toContain(full);
});
