/** A screen in plain lines, as somebody hears it who does not see it: what stands there, what can be pressed and where it leads. */

import { createHash } from "node:crypto";

const spoken = ["alert", "status", "dialog", "tablist", "tabpanel"];
const states = ["disabled", "checked", "open", "required", "readOnly"];
/** What a browser and a keyboard on the screen are told of a field, a link or a time. */
const hints =
  "autocapitalize autocomplete datetime download enterkeyhint inputmode lang max maxlength min minlength pattern placeholder rel spellcheck start step tabindex target title".split(
    " ",
  );
const claims = "expanded pressed selected current invalid busy required live modal disabled".split(
  " ",
);

const plain = (text: string | null) => (text ?? "").replaceAll(/\s+/g, " ").trim();
const nameOf = (element: Element) =>
  plain(element.getAttribute("aria-label") ?? element.textContent);

function stateOf(element: Element): string {
  const given = states.filter((name) => Reflect.get(element, name) === true);
  const claimed = claims
    .map((name) => [name, element.getAttribute(`aria-${name}`)] as const)
    .filter(([, value]) => value !== null && value !== "false")
    .map(([name, value]) => `${name}=${value}`);
  const hinted = hints
    .map((name) => [name, element.getAttribute(name)] as const)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${value}`);
  const described = (element.getAttribute("aria-describedby") ?? "")
    .split(" ")
    .flatMap((id) => plain(document.getElementById(id)?.textContent ?? "") || [])
    .map((text) => `described: ${text}`);
  const all = [...given, ...claimed, ...hinted, ...described];
  return all.length === 0 ? "" : ` (${all.join(", ")})`;
}

function lineOf(element: Element): string | null {
  const state = stateOf(element);
  if (/^H[1-6]$/.test(element.tagName))
    return `${"#".repeat(Number(element.tagName[1]))} ${nameOf(element)}`;
  if (element instanceof HTMLAnchorElement)
    return `link "${nameOf(element)}" → ${element.getAttribute("href")}${state}`;
  if (element instanceof HTMLButtonElement) return `button "${nameOf(element)}"${state}`;
  if (element instanceof HTMLSelectElement) {
    const options = [...element.options].map(({ value, text }) => `${value}: ${plain(text)}`);
    const some =
      options.length > 12 ? [...options.slice(0, 3), `${options.length} in all`] : options;
    return `select ${element.name} = "${element.value}" of ${some.join(" | ")}${state}`;
  }
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    const kind = element instanceof HTMLInputElement ? element.type : "text lines";
    return `${kind} ${element.name} = "${element.value}"${state}`;
  }
  if (element instanceof HTMLProgressElement)
    return `progress "${nameOf(element)}": ${element.value} of ${element.max}`;
  return element.matches("img, svg[aria-label], [role=img]")
    ? [`picture "${plain(element.getAttribute("alt") ?? element.getAttribute("aria-label"))}"`]
        .concat(drawingsIn(element))
        .join(", ")
    : null;
}

/** Fewer strokes are an icon. */
const fewestStrokes = 6;

/** Only an eye can judge a drawing; a test can tell that it has become another. */
function drawingsIn(element: Element): string[] {
  return [...element.querySelectorAll("svg"), element]
    .filter((one) => one.matches("svg") && one.querySelectorAll("*").length >= fewestStrokes)
    .map(({ innerHTML }) => innerHTML.replaceAll(/_r_\w+_/g, "id"))
    .map((strokes) => `drawing ${createHash("sha256").update(strokes).digest("hex").slice(0, 8)}`);
}

export function outlineOf(element: Element, indent = ""): string[] {
  if (Reflect.get(element, "hidden") === true) return [];
  if (element.getAttribute("aria-hidden") === "true")
    return drawingsIn(element).map((drawing) => indent + drawing);
  const line = lineOf(element);
  if (line !== null) return [indent + line];
  const role = element.getAttribute("role") ?? (element.tagName === "DIALOG" ? "dialog" : "");
  const isSpoken = spoken.includes(role);
  const by = document.getElementById(element.getAttribute("aria-labelledby") ?? "");
  const label = element.getAttribute("aria-label") ?? by?.textContent ?? null;
  const name = label === null ? "" : ` "${plain(label)}"`;
  const state = stateOf(element);
  const isTold = isSpoken || name !== "" || state !== "";
  const what = role || element.tagName.toLowerCase();
  const head = isTold ? [`${indent}${what}${name}${state}:`] : [];
  const inner = isTold ? `${indent}  ` : indent;
  const lines = [...element.childNodes].flatMap((child) => {
    if (child instanceof Element) return outlineOf(child, inner);
    const text = plain(child.textContent);
    return text === "" ? [] : [inner + text];
  });
  return lines.length === 0 && !(isSpoken && name !== "") ? [] : [...head, ...lines];
}
