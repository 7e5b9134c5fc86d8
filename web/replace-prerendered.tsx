import { startTransition, useLayoutEffect, type ReactNode } from "react";
import { createRoot } from "react-dom/client";

/** Renders the page in small steps and shows it in one: until then what was prerendered stays. */
export function replacePrerendered(root: HTMLElement, app: ReactNode): void {
  const restoreFocus = rememberFocus(root);
  const done = () => {
    delete root.dataset.shows;
    delete document.documentElement.dataset.member;
    root.hidden = false;
    restoreFocus();
  };
  startTransition(() => createRoot(root).render(<Replaced then={done}>{app}</Replaced>));
}

function Replaced({ then, children }: { then: () => void; children: ReactNode }) {
  // oxlint-disable-next-line react/exhaustive-deps -- once, when the page is there
  useLayoutEffect(then, []);
  return children;
}

/** Finds again, in the page that replaced it, what had the focus: a link, or what a link led to. */
function rememberFocus(root: HTMLElement): () => void {
  let focused: Element | null = root.contains(document.activeElement)
    ? document.activeElement
    : null;
  const moved = ({ target }: FocusEvent) => (focused = target as Element);
  root.addEventListener("focusin", moved);
  const alike = (link: HTMLAnchorElement, among: Iterable<HTMLAnchorElement>) =>
    [...among].filter(({ href }) => href === link.href);
  const before = [...root.querySelectorAll("a")];
  return () => {
    root.removeEventListener("focusin", moved);
    if (focused === null || focused.isConnected) return;
    const again =
      focused instanceof HTMLAnchorElement
        ? alike(focused, root.querySelectorAll("a"))[alike(focused, before).indexOf(focused)]
        : document.getElementById(focused.id);
    again?.focus({ preventScroll: true });
  };
}
