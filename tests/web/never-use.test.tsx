import { flushSync } from "react-dom";
import { mostRefusals } from "#contract/refusals";
import RefusalsTab from "../../web/pages/profile/RefusalsTab.tsx";
import { signInHere } from "../support/buying.ts";
import { openPages, page, refusal, until } from "../support/shown-page.tsx";

const open = openPages();
const list = "/members/me/refusals";
const label = "Add a note, a family or an allergen";

async function openList(...refusals: string[]): Promise<HTMLElement> {
  signInHere();
  open.stage({
    [`GET ${list}`]: { json: { refusals } },
    [`PUT ${list}`]: ({ json }) => ({ json }),
  });
  await open.show(<RefusalsTab />, "/en/profile?tab=refusals");
  const field = await until(() => page.field(label));
  flushSync(() => field.focus());
  return field;
}

const chips = () =>
  [...document.querySelectorAll("fieldset li")].map((chip) => chip.firstChild?.textContent);
const groups = () =>
  [...document.querySelectorAll('[role="listbox"] [role="group"]')].map((group) =>
    group.getAttribute("aria-label"),
  );
const said = () => document.querySelector("output")?.textContent;
const saved = () => page.answers(`PUT ${list}`).map(({ json }) => json);

test("a name is found in any language, chosen by keys, and saved", async () => {
  const field = await openList();
  expect(page.button("Save").disabled).toBe(true);
  await page.type({ [label]: "レモン" });
  page.key("Enter");
  expect(chips()).toEqual(["lemon"]);
  expect(said()).toBe("lemon: added to your avoid list");
  expect(document.activeElement).toBe(field);
  await page.type({ [label]: "d-limonene" });
  expect(groups()).toEqual(["Declarable allergens", "Your own word"]);
  page.key("Enter");
  await page.type({ [label]: "barbecue" });
  expect(groups()).toEqual(["Your own word"]);
  page.key("Enter");
  expect(chips()).toEqual(["lemon", "limonene", "barbecue"]);
  await page.press("Save");
  await page.shows("Your avoid list has been saved");
  expect(saved()).toEqual([{ refusals: ["material:lemon", "allergen:limonene", "word:barbecue"] }]);
  await page.press("Remove lemon");
  expect(page.text(), "what stands there is not").not.toContain("Your avoid list has been saved");
});

test("Escape closes the list, then empties the field", async () => {
  const field = await openList();
  await page.type({ [label]: "tea" });
  page.key("Escape");
  expect([field.getAttribute("aria-expanded"), page.value(label)]).toEqual(["false", "tea"]);
  page.key("Enter");
  expect(chips(), "nothing is chosen from a closed list").toEqual([]);
  page.key("Escape");
  expect([page.value(label), chips()]).toEqual(["", []]);
});

test("a full list says so until something leaves it, and is saved at the second try", async () => {
  const full = "You can list up to 60. Remove one to add another.";
  await openList(...Array.from({ length: mostRefusals }, (_, at) => `word:oddity ${at}`));
  expect(page.text()).toContain(full);
  await page.press("Remove oddity 7");
  expect(page.text()).not.toContain(full);
  open.stage({ [`PUT ${list}`]: refusal(503, "upstream_maintenance") });
  await page.press("Save");
  await until(() => expect(page.alert()).toContain("Your avoid list couldn’t be saved"));
  open.stage({ [`PUT ${list}`]: ({ json }) => ({ json }) });
  await page.press("Save");
  await page.shows("Your avoid list has been saved");
  expect([page.alert(), page.button("Save").disabled]).toEqual(["", true]);
});
