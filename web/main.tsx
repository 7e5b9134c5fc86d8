import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { App } from "./App.tsx";
import { detectLanguageHere } from "./i18n/detect-language.ts";
import { openOffline } from "./offline.ts";
import { paths } from "./paths.ts";
import { keepSession } from "./stores/session.ts";
import "./styles/tokens.css";
import "./styles/base.css";

keepSession();
if (window.location.pathname === "/") history.replaceState(null, "", paths.home({ locale: detectLanguageHere() }));

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
const app = (
  <StrictMode>
    <App />
  </StrictMode>
);
if (root.dataset.drawn === window.location.pathname) {
  hydrateRoot(root, app);
} else {
  root.replaceChildren();
  root.hidden = false;
  createRoot(root).render(app);
}

// This file's name changes with everything that it imports: a new version has a new one.
if (import.meta.env.PROD) openOffline(new URL(import.meta.url).pathname);
