/** WebKitGTK's own small browser, by classic WebDriver (https://www.w3.org/TR/webdriver2/), on a screen that nobody sees. */
import { findWebKit } from "../../../.scripts/browser.ts";
import { freePort } from "../../support/network.ts";
import type { Json } from "../../support/shopper.ts";
import {
  clickActions,
  keyActions,
  newFolder,
  startProgram,
  type Driver,
  type Engine,
  type Program,
} from "./driver.ts";

/** Less motion; and buttons of the browser itself that do not keep its window from being as narrow as a telephone. */
const gtk = {
  "gtk-3.0/settings.ini": "[Settings]\ngtk-enable-animations=false\n",
  "gtk-3.0/gtk.css":
    "* { min-width: 0; min-height: 0; padding: 0; margin: 0; border-width: 0; font-size: 1px; -gtk-icon-transform: scale(0.1); }\n",
};

const patience = { timeout: 60_000, interval: 40 };

type Call = (method: "GET" | "POST" | "DELETE", path: string, body?: object) => Promise<Json>;

export async function startWebKit(): Promise<Engine> {
  const webkit = findWebKit();
  if (webkit === null)
    throw new Error("No WebKit: run npm test, or set WEBKIT_DRIVER_PATH and install Xvfb");
  const screenArgs = ["-displayfd", "1", "-screen", "0", "1400x1000x24", "-nolisten", "tcp"];
  const screen = startProgram(webkit.xvfb, screenArgs, { folder: newFolder() });
  const display = await screen.says(/^\d+(?=\n)/m);
  return { open: () => openWindow(webkit.driver, `:${display}`), close: () => screen.end() };
}

/** One driver has one session, so each window has a driver of its own. */
async function openWindow(driver: string, display: string): Promise<Driver> {
  const port = await freePort();
  const folder = newFolder(gtk);
  const program = startProgram(driver, [`--port=${port}`], {
    folder,
    env: { DISPLAY: display, GDK_BACKEND: "x11", XDG_CONFIG_HOME: folder },
  });
  const origin = `http://127.0.0.1:${port}`;
  await vi.waitFor(() => fetch(`${origin}/status`), patience);
  const { sessionId } = await command(origin, "POST", "/session", {
    capabilities: {
      alwaysMatch: {
        acceptInsecureCerts: true,
        "webkitgtk:browserOptions": {
          args: ["--automation", "--enable-write-console-messages-to-stdout=true"],
        },
      },
    },
  });
  return windowOf(program, (method, path, body) =>
    command(origin, method, `/session/${sessionId}${path}`, body),
  );
}

async function command(origin: string, method: string, path: string, body?: object): Promise<Json> {
  const response = await fetch(`${origin}${path}`, {
    method,
    ...(body && { body: JSON.stringify(body) }),
  });
  const { value }: Json = await response.json();
  if (!response.ok) throw new Error(`${path}: ${value.error}: ${value.message}`);
  return value;
}

function windowOf(program: Program, call: Call): Driver {
  const evaluate = (expression: string): Promise<string> =>
    call("POST", "/execute/sync", { script: `return ${expression}`, args: [] });
  const perform = (action: object) => call("POST", "/actions", { actions: [action] });
  return {
    evaluate,
    goto: async (url) => void (await call("POST", "/url", { url })),
    clickAt: async (x, y) => void (await perform(clickActions(x, y))),
    type: async (text) => void (await perform(keyActions(text))),
    async resize(width, height) {
      await call("POST", "/window/rect", { width, height });
      await vi.waitFor(async () => {
        const shown = await evaluate("String(innerWidth)");
        if (shown !== String(width)) throw new Error(`the window is ${shown} px wide`);
      }, patience);
    },
    troubles: () =>
      program.lines().filter((line) => line.includes("CONSOLE") && /ERROR/.test(line)),
    async close() {
      try {
        await call("DELETE", "");
      } finally {
        await program.end();
      }
    },
  };
}
