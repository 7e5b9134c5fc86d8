import { StrictMode } from "react";
import { flushSync } from "react-dom";
import { createRoot, hydrateRoot } from "react-dom/client";
import { App } from "./App.tsx";
import { detectLanguageHere } from "./i18n/detect-language.ts";
import { ready } from "./layout/travel.ts";
import { openOffline } from "./offline.ts";
import { paths } from "./paths.ts";
import { keepSession } from "./stores/session.ts";
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
  delete root.dataset.shows;
  delete document.documentElement.dataset.member;
  root.hidden = false;
  const focused = focusIn(root);
  flushSync(() => createRoot(root).render(app));
  focused?.()?.focus({ preventScroll: true });
};
if (drawn !== window.location.pathname) drawAnew();
else if (drawn.endsWith("/home")) hydrateRoot(root, app);
// What comes depends on who is looking: what was drawn stays until the screen can be shown whole in its place.
else void ready(shows ?? drawn).then(drawAnew);

// This file's name changes with everything that it imports: a new version has a new one.
if (import.meta.env.PROD) openOffline(new URL(import.meta.url).pathname);

/** Finds again what has the focus, once the page is drawn anew: a link, or what a link led to. */
function focusIn(root: HTMLElement): (() => HTMLElement | undefined) | null {
  const { activeElement } = document;
  if (activeElement === null || !root.contains(activeElement)) return null;
  if (activeElement.id !== "") return () => document.getElementById(activeElement.id) ?? undefined;
  const alike = () => [...root.querySelectorAll("a")].filter(({ href }) => href === (activeElement as HTMLAnchorElement).href);
  const place = alike().indexOf(activeElement as HTMLAnchorElement);
  return () => alike()[place];
}
