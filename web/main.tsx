import { startTransition, StrictMode, useLayoutEffect, type ReactNode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { App } from "./App.tsx";
import { detectLanguageHere } from "./i18n/detect-language.ts";
import { prefetch } from "./navigation/prefetch.ts";
import { openOffline } from "./offline.ts";
import { paths } from "./paths.ts";
import { keepSession } from "./session/session.ts";
import "./styles/tokens.css";
import "./styles/base.css";

keepSession();
if (window.location.pathname === "/") history.replaceState(null, "", paths.home({ locale: detectLanguageHere() }));

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
const { drawn, shows } = root.dataset;
const app = (
  <StrictMode>
    <App />
  </StrictMode>
);
const drawAnew = () => {
  const refocus = keepFocus(root);
  const taken = () => {
    delete root.dataset.shows;
    delete document.documentElement.dataset.member;
    root.hidden = false;
    refocus();
  };
  // In small steps, and shown in one: until then what was drawn ahead stays.
  startTransition(() => createRoot(root).render(<Taken then={taken}>{app}</Taken>));
};
if (drawn !== window.location.pathname) drawAnew();
else if (drawn.endsWith("/home")) startTransition(() => void hydrateRoot(root, app));
// What comes depends on who is looking, so it waits until the screen can be shown whole.
else void prefetch(shows ?? drawn).then(drawAnew);

// This file's name changes with everything that it imports: a new version has a new one.
if (import.meta.env.PROD) openOffline(new URL(import.meta.url).pathname);

function Taken({ then, children }: { then: () => void; children: ReactNode }) {
  // oxlint-disable-next-line react/exhaustive-deps -- once, when the page is there
  useLayoutEffect(then, []);
  return children;
}

/** Finds again, once the page is drawn anew, what had the focus: a link, or what a link led to. */
function keepFocus(root: HTMLElement): () => void {
  let focused: Element | null = root.contains(document.activeElement) ? document.activeElement : null;
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
