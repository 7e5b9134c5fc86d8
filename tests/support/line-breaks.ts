import type { Page } from "playwright-core";

/** Headings, buttons, links and what else is looked for whose lines end inside a word or a product number, or whose last line is a single sign. */
export function badBreaks(page: Page, ...others: string[]): Promise<string[]> {
  return page.evaluate((also) => {
    const language = document.documentElement.lang;
    const words = new Intl.Segmenter(language, { granularity: "word" });
    const closing = /[\s、。，；：！？!?」』）)…]/gu;

    function linesOf(element: Element): string[] {
      const lines: string[] = [];
      let bottom = -Infinity;
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
        if (node.parentElement?.closest("svg, .visually-hidden")) continue;
        const text = node.textContent ?? "";
        for (let at = 0; at < text.length; at += 1) {
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          const box = range.getClientRects()[0];
          const isNewLine = box !== undefined && box.width > 0 && box.top > bottom - 4;
          if (isNewLine || lines.length === 0) lines.push("");
          if (isNewLine) bottom = box.bottom;
          lines[lines.length - 1] += text.charAt(at);
        }
      }
      return lines;
    }

    function faultOf(lines: string[]): string | null {
      const text = lines.join("");
      const starts = new Set(Array.from(words.segment(text), ({ index }) => index));
      let at = 0;
      for (const line of lines.slice(0, -1)) {
        at += line.length;
        if (!/\s$/.test(line) && !starts.has(at)) return "breaks inside a word";
        if (text.slice(0, at).endsWith("SL-")) return "breaks inside a product number";
      }
      const last = lines.at(-1) ?? "";
      const isSingle = [...last.replaceAll(closing, "")].length === 1;
      return lines.length > 1 && isSingle ? "leaves a single sign" : null;
    }

    const selectors = ["h1", "h2", "h3", "legend", "label", "summary", "button", "a", ...also];
    return [...document.querySelectorAll(selectors.join())]
      .filter(
        (element) =>
          element.checkVisibility() &&
          !element.closest(".visually-hidden") &&
          // A link in a sentence breaks as the sentence does.
          getComputedStyle(element).display !== "inline" &&
          // What holds several blocks is no line of text.
          [...element.children].every(
            (child) => child.tagName === "WBR" || getComputedStyle(child).display === "inline",
          ),
      )
      .map((element) => ({ tag: element.tagName, lines: linesOf(element) }))
      .map(({ tag, lines }) => ({ tag, lines, fault: faultOf(lines) }))
      .filter(({ fault }) => fault !== null)
      .map(
        ({ tag, lines, fault }) =>
          `${tag} ${fault}: ${lines.map((line) => line.trim()).join("／")}`,
      );
  }, others);
}
