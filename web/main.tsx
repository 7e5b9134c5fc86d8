// Before every other style, which they give way to.
import "./styles/tokens.css";
import "./styles/base.css";
import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { App, prefetch } from "./App.tsx";
import { setLocale } from "./i18n/translate.ts";
import { localeHere } from "./i18n/locale.ts";
import { noticeGoneFiles } from "./navigation/gone-files.ts";
import { openOffline } from "./offline.ts";
import { paths } from "./paths.ts";
import { replacePrerendered } from "./replace-prerendered.tsx";
import { keepSession } from "./session/session.ts";
/* oxlint-disable import/no-unassigned-import -- named for the file that they are built into */
import "./start-react.ts";
// What home shares with other screens: home comes later, and must not bring all that they share.
import "./navigation/LinkButton.tsx";
import "./ui/chip.module.css";
import "./ui/fold.module.css";
import "./ui/use-near.ts";
import "#contract/money";
/* oxlint-enable import/no-unassigned-import */

setLocale(localeHere());
noticeGoneFiles();
keepSession();
if (window.location.pathname === "/") history.replaceState(null, "", paths.home());

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
/** The address that the document was made for, and that of the screen in it: the sign-in, if guarded. */
const { prerendered, shows } = root.dataset;
const app = (
  <StrictMode>
    <App />
  </StrictMode>
);
if (prerendered !== window.location.pathname) replacePrerendered(root, app);
else if (prerendered.endsWith("/home")) startTransition(() => void hydrateRoot(root, app));
// What comes depends on who is looking, so it waits until the screen can be shown whole.
else
  void scriptsStarted()
    .then(() => prefetch(shows ?? prerendered))
    .then(() => replacePrerendered(root, app));

/** The document goes on to its screen's files: one `import` for all would be one long task. */
function scriptsStarted(): Promise<unknown> {
  return new Promise((resolve) => addEventListener("scriptsstarted", resolve, { once: true }));
}

// This file's name changes with everything that it imports: a new version has a new one.
if (import.meta.env.PROD) openOffline(new URL(import.meta.url).pathname);
