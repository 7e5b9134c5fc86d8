/** A shop whose Worker says what its test gives it, and nothing more: what the contract allows and the reference upstream never leaves out. */
import { openPages } from "./shown-page.tsx";

export function openSparseShop() {
  const pages = openPages();
  return {
    /** Everything else is not found. */
    answers(all: Record<string, unknown>) {
      pages.unstage();
      for (const [path, json] of Object.entries(all))
        for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"])
          pages.stage({ [`${method} ${path}`]: { json } });
    },
    show: pages.show,
  };
}

export type SparseShop = ReturnType<typeof openSparseShop>;

/** What a shopper would see as a gap, or a screen reader announce as nothing: headings, lists, rows and paragraphs without a word. */
export function hollowParts(): string[] {
  const parts = document.querySelectorAll(
    "main :is(h1, h2, h3, ul, ol, li, dl, dt, dd, p, tr, th, td, time, footer)",
  );
  return [...parts]
    .filter(
      (part) =>
        part.textContent?.trim() === "" && part.querySelector("svg, img, input, button") === null,
    )
    .filter((part) => part.getAttribute("role") !== "status")
    .map((part) => part.outerHTML);
}

/** Values that were written out although nobody gave them. */
export const slips = /undefined|null|NaN|\[object/;
