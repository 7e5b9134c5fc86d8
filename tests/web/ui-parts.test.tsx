import { useState } from "react";
import { flushSync } from "react-dom";
import Toasts from "../../web/feedback/Toasts.tsx";
import { dismissToast, showToast, useToasts } from "../../web/stores/toasts.ts";
import { Button } from "../../web/ui/Button.tsx";
import { Checkbox } from "../../web/ui/Checkbox.tsx";
import { Combobox } from "../../web/ui/Combobox.tsx";
import { Dialog } from "../../web/ui/Dialog.tsx";
import { Disclosure } from "../../web/ui/Disclosure.tsx";
import { SelectField, TextField } from "../../web/ui/TextField.tsx";
import { Tabs } from "../../web/ui/Tabs.tsx";
import { openPages, page, until } from "../support/shown-page.tsx";

const open = openPages("keys");
const look = (part: React.ReactNode) => open.show(part, "/en/home");

function found<T extends HTMLElement>(selector: string): T {
  const element = document.querySelector<T>(selector);
  if (element === null) throw new Error(`nothing like ${selector} in: ${document.body.innerHTML}`);
  return element;
}
const key = (name: string, more?: KeyboardEventInit) => page.key(name, more);
const happens = (element: Element, kind: string) =>
  flushSync(() => element.dispatchEvent(new Event(kind, { bubbles: true, cancelable: true })));
const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
const said = (selector: string, attribute: string) =>
  all(selector).map((one) => one.getAttribute(attribute));
const wordsOf = (selector: string) => all(selector).map(({ textContent }) => textContent);
const focus = () => document.activeElement?.textContent;
const describedBy = (element: HTMLElement) =>
  element
    .getAttribute("aria-describedby")
    ?.split(" ")
    .map((id) => document.getElementById(id)?.textContent);

const letters = [
  { id: "a", label: "A" },
  { id: "b", label: "B", isDisabled: true },
  { id: "c", label: "C", note: "chosen", isDone: true },
  { id: "d", label: "D" },
] as const;
function Letters() {
  const [value, setValue] = useState<"a" | "b" | "c" | "d">("a");
  return (
    <Tabs label="Letters" tabs={letters} value={value} onChange={setValue}>
      Letter {value}
    </Tabs>
  );
}
const letter = () => found('[role="tabpanel"]').textContent?.at(-1);
const tab = '[role="tab"]';

test("arrows, Home and End walk over the tabs that can be chosen, round and round", async () => {
  await look(<Letters />);
  page.button("A").focus();
  const walked = "ArrowRight ArrowRight ArrowRight ArrowLeft ArrowLeft Home End".split(" ");
  const seen = walked.map((pressed) => {
    expect(key(pressed)).toBe(false);
    expect(document.activeElement).toBe(found('[aria-selected="true"]'));
    return letter();
  });
  expect(seen.join("")).toBe("cdadcad");
  for (const other of ["ArrowUp", "ArrowDown", "x"]) expect(key(other), other).toBe(true);
  expect(letter()).toBe("d");
});

test("only the chosen tab is a stop, and it names its panel", async () => {
  await look(<Letters />);
  await page.press("C chosen");
  page.button("B").click();
  expect(said(tab, "tabindex")).toEqual(["-1", "-1", "0", "-1"]);
  expect(said(tab, "aria-selected")).toEqual(["false", "false", "true", "false"]);
  expect(page.button("B").getAttribute("aria-disabled")).toBe("true");
  const panel = found('[role="tabpanel"]');
  const { id } = page.button("C chosen");
  expect([panel.getAttribute("aria-labelledby"), letter()]).toEqual([id, "c"]);
  expect(page.button("C chosen").getAttribute("aria-controls")).toBe(panel.id);
  expect(said('[role="tablist"]', "aria-label")).toEqual(["Letters"]);
});

const menu = (
  <Disclosure button="Account" label="Your account">
    {(close) => (
      <button type="button" onClick={close}>
        Profile
      </button>
    )}
  </Disclosure>
);
const isOpen = () => page.text().includes("Profile");

test("a menu opens and closes by its button, and says so", async () => {
  await look(menu);
  const button = page.button("Your account");
  const closed = 'button "Your account"';
  expect([page.outline(), button.getAttribute("aria-controls")]).toEqual([closed, null]);
  expect(button.getAttribute("aria-expanded")).toBe("false");
  await page.press("Your account");
  expect(page.outline()).toBe(`${closed} (expanded=true)\nbutton "Profile"`);
  expect(document.getElementById(button.getAttribute("aria-controls")!)?.textContent).toBe(
    "Profile",
  );
  expect(found("[data-open]").contains(button)).toBe(true);
  await page.press("Your account");
  expect([isOpen(), all("[data-open]").length]).toEqual([false, 0]);
  await page.press("Your account");
  await page.press("Profile");
  expect(isOpen(), "what stands in it closes it").toBe(false);
});

test("a press or the focus elsewhere closes the menu, and so does Escape, which gives its button the focus", async () => {
  const elsewhere = document.body.appendChild(document.createElement("p"));
  await look(menu);
  for (const kind of ["pointerdown", "focusin"]) {
    await page.press("Your account");
    happens(page.button("Profile"), kind);
    expect(isOpen()).toBe(true);
    await until(() => {
      happens(elsewhere, kind);
      expect(isOpen()).toBe(false);
    });
  }
  elsewhere.remove();
  await page.press("Your account");
  page.button("Profile").focus();
  key("a");
  expect(isOpen()).toBe(true);
  await until(() => {
    key("Escape");
    expect(isOpen()).toBe(false);
  });
  expect(document.activeElement).toBe(page.button("Your account"));
});

test.each([true, false])("a button that is busy (%s) keeps its focus", async (busy) => {
  const done = vi.fn();
  const sent = vi.fn((event: React.SyntheticEvent) => event.preventDefault());
  await look(
    <form onSubmit={sent}>
      <Button onClick={done} busy={busy}>
        Do
      </Button>
      <Button type="submit" busy={busy}>
        Send
      </Button>
    </form>,
  );
  for (const name of ["Do", "Send"]) {
    page.button(name).focus();
    await page.press(name);
    expect(document.activeElement).toBe(page.button(name));
    expect(page.button(name).getAttribute("aria-busy")).toBe(busy ? "true" : null);
  }
  const calls = [done, sent].map((one) => one.mock.calls.length);
  expect(calls, "no button sends by itself").toEqual(busy ? [0, 0] : [1, 1]);
});

test("a field names its control, its mistake before its hint, and what is required", async () => {
  await look(
    <>
      <span id="rules">The rules</span>
      <TextField
        name="one"
        label="One"
        hint="A hint"
        error="A mistake"
        required
        aria-describedby="rules"
      />
      <TextField name="two" label="Two" multiline />
      <SelectField name="three" label="Three" required options={[{ value: "x", label: "X" }]} />
      <TextField name="four" label="Four" hint="Only a hint" />
      <Checkbox name="five" label="I agree" error="Please tick." />
    </>,
  );
  const told = ["one", "two", "three", "four", "five"].map((name) => {
    const field = page.field(name) as HTMLInputElement;
    const claims = ["aria-required", "aria-invalid"].map((claim) => field.getAttribute(claim));
    return [field.tagName, field.labels?.[0]?.textContent, ...claims, describedBy(field)];
  });
  expect(told).toEqual([
    ["INPUT", "One", "true", "true", ["The rules", "A mistake", "A hint"]],
    ["TEXTAREA", "Two", null, null, undefined],
    ["SELECT", "Three", "true", null, undefined],
    ["INPUT", "Four", null, null, ["Only a hint"]],
    ["INPUT", "I agree", null, "true", ["Please tick."]],
  ]);
});

const lemon = { id: "lemon", label: "Lemon", detail: "Citrus limon" };
const groups = [
  { label: "Citrus", options: [lemon, { id: "yuzu", label: "Yuzu" }] },
  { label: "Woods", options: [{ id: "cedar", label: "Cedar" }] },
];
const picked = vi.fn();
function Notes() {
  const [query, setQuery] = useState("");
  const words = { label: "Note", hint: "Type", nothing: "Nothing" };
  return <Combobox {...words} query={query} groups={groups} onQuery={setQuery} onPick={picked} />;
}
const box = () => found<HTMLInputElement>('[role="combobox"]');
const active = () =>
  document.getElementById(box().getAttribute("aria-activedescendant") ?? "")?.textContent;
const isListOpen = () => !found('[role="listbox"]').hidden;

test("the list opens by a press or an arrow, is walked round and round, and closes when one leaves", async () => {
  await look(<Notes />);
  expect(isListOpen()).toBe(false);
  flushSync(() => box().focus());
  flushSync(() => box().click());
  expect([isListOpen(), active()]).toEqual([true, undefined]);
  expect(box().getAttribute("aria-expanded")).toBe("true");
  const walked = "ArrowDown ArrowUp ArrowUp ArrowDown ArrowDown".split(" ");
  const scrolled = vi.spyOn(Element.prototype, "scrollIntoView");
  const seen = walked.map((pressed) => {
    expect(key(pressed)).toBe(false);
    expect(scrolled.mock.contexts.at(-1)).toHaveProperty("textContent", active());
    expect(wordsOf('[aria-selected="true"]')).toEqual([active()]);
    return active();
  });
  expect(seen.join(" ")).toBe("LemonCitrus limon Cedar Yuzu Cedar LemonCitrus limon");
  expect(key("Tab")).toBe(true);
  flushSync(() => box().blur());
  expect([isListOpen(), active()]).toEqual([false, undefined]);
  flushSync(() => box().focus());
  key("ArrowUp");
  expect(active(), "from below").toBe("Cedar");
});

test("Enter takes what is meant; while characters are being composed keys are not the list's", async () => {
  picked.mockClear();
  await look(<Notes />);
  flushSync(() => box().focus());
  expect(key("Enter"), "it sends no form").toBe(false);
  for (const other of ["Escape", "Backspace"]) expect(key(other)).toBe(true);
  expect(key("ArrowDown", { isComposing: true })).toBe(true);
  expect(isListOpen()).toBe(false);
  key("ArrowDown");
  key("Enter");
  expect([isListOpen(), picked.mock.calls]).toEqual([false, [["lemon"]]]);
  flushSync(() => box().click());
  const [, yuzu] = all('[role="option"]');
  expect(happens(yuzu!, "pointerdown"), "the focus stays in the field").toBe(false);
  flushSync(() => yuzu?.click());
  expect([isListOpen(), picked.mock.calls[1]]).toEqual([false, ["yuzu"]]);
});

const texts = () => wordsOf('[role="status"] p');

test("no more than three words stand at once, the newest; one that is dismissed goes", async () => {
  await look(<Toasts />);
  const ids = ["one", "two", "three", "four"].map((text) => showToast(text));
  await until(() => expect(texts()).toEqual(["two", "three", "four"]));
  flushSync(() => dismissToast(ids[2]!));
  expect(texts()).toEqual(["two", "four"]);
  await page.press("common.close");
  expect(texts()).toEqual(["two"]);
  expect(useToasts.getState().toasts).toMatchObject([
    { tone: "info", action: null, takesFocus: false },
  ]);
});

const close = () => page.button("common.close");
test.each<[string, () => void, () => void]>([
  ["pointed at", () => happens(close(), "mouseover"), () => happens(close(), "mouseout")],
  ["where the keyboard is", () => close().focus(), () => close().blur()],
])("a word goes after ten seconds, but not while it is %s", async (_, come, go) => {
  vi.useFakeTimers();
  await look(<Toasts />);
  expect([page.text(), all('[role="status"]').length], "there before any word").toEqual(["", 1]);
  showToast("Saved");
  await until(() => expect(texts()).toEqual(["Saved"]));
  flushSync(come);
  await until(() => expect(vi.getTimerCount()).toBe(0));
  flushSync(() => vi.advanceTimersByTime(60_000));
  flushSync(go);
  await until(() => expect(vi.getTimerCount()).toBe(1));
  flushSync(() => vi.advanceTimersByTime(9000));
  expect(texts()).toEqual(["Saved"]);
  flushSync(() => vi.advanceTimersByTime(1000));
  await until(() => expect(texts()).toEqual([]));
});

test("what a word offers is done once, and the focus goes to the screen's heading", async () => {
  await look(
    <div id="main">
      <h1 tabIndex={-1}>The screen</h1>
      <Toasts isInline />
    </div>,
  );
  const focused = vi.spyOn(HTMLElement.prototype, "focus");
  const undo = vi.fn(() => void expect(useToasts.getState().toasts).toEqual([]));
  const action = { label: "Undo", run: undo };
  showToast("Removed", { tone: "danger", action, takesFocus: true });
  await until(() => expect(focus()).toBe("Undo"));
  await page.press("Undo");
  await until(() => expect(undo).toHaveBeenCalledOnce());
  expect(focus()).toBe("The screen");
  for (const [how] of focused.mock.calls) expect(how).toEqual({ preventScroll: true });
  focused.mockRestore();
  showToast("Removed", { action });
  await until(() => page.button("Undo"));
  expect(focus(), "not asked for").toBe("The screen");
  close().focus();
  expect([key("a"), key("Escape")]).toEqual([true, false]);
  expect(focus()).toBe("The screen");
  expect(texts()).toEqual([]);
  expect(undo).toHaveBeenCalledOnce();
});

function Asks({ dismissable }: { dismissable: boolean }) {
  const [isShown, setShown] = useState(false);
  const words = { title: "Remove it?", closeLabel: "Close", dismissable };
  return (
    <>
      <button type="button" onClick={() => setShown(true)}>
        Remove
      </button>
      {isShown ? (
        <Dialog onClose={() => setShown(false)} {...words} actions={<button>Yes</button>}>
          <p>It cannot be undone.</p>
        </Dialog>
      ) : null}
    </>
  );
}
async function ask() {
  page.button("Remove").focus();
  await page.press("Remove");
}
const dialog = () => document.querySelector("dialog");

test("a dialog starts at its title; Escape, its button and a press on the veil close it, which gives the focus back", async () => {
  await look(<Asks dismissable />);
  await ask();
  await until(() => expect(focus()).toBe("Remove it?"));
  expect(dialog()?.open).toBe(true);
  expect(dialog()?.getAttribute("aria-labelledby")).toBe(document.activeElement?.id);
  happens(dialog()!, "cancel");
  await until(() => expect(dialog()).toBeNull());
  expect(document.activeElement).toBe(page.button("Remove"));
  await ask();
  flushSync(() => found("dialog p").click());
  expect(dialog()).not.toBeNull();
  flushSync(() => dialog()!.click());
  await until(() => expect(dialog()).toBeNull());
  await ask();
  await page.press("Close");
  await until(() => expect(dialog()).toBeNull());
});

test("a dialog that must be answered has no close button and ignores Escape and the veil", async () => {
  await look(<Asks dismissable={false} />);
  await ask();
  happens(dialog()!, "cancel");
  flushSync(() => dialog()!.click());
  expect(page.outline("dialog")).toBe(
    'dialog "Remove it?" (open):\n  ## Remove it?\n  It cannot be undone.\n  button "Yes"',
  );
});
