/** An installed Firefox, by WebDriver BiDi over the WebSocket of Node. */
import { findFirefox } from "../../../.scripts/browser.ts";
import { clickActions, keyActions, type Driver, type Engine } from "./driver.ts";
import { newFolder, startProgram } from "./process.ts";
import { connect, type Connection } from "./bidi.ts";

const preferences = {
  "ui.prefersReducedMotion": 1,
  // As on a telephone: they take no room.
  "ui.useOverlayScrollbars": 1,
};

export async function startFirefox(): Promise<Engine> {
  const firefox = findFirefox();
  if (firefox === null) throw new Error("No Firefox: run npm test, or set FIREFOX_PATH");
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref("${name}", ${value});\n`,
  );
  const folder = newFolder({ "user.js": lines.join("") });
  const args = ["--headless", "--no-remote", "--remote-debugging-port=0", "--profile", folder];
  const program = startProgram(firefox, args, { folder });
  const address = await program.says(/WebDriver BiDi listening on (ws:\/\/\S+)/);
  const connection = await connect(`${address}/session`);
  await connection.send("session.new", {
    capabilities: { alwaysMatch: { acceptInsecureCerts: true } },
  });
  await connection.send("session.subscribe", { events: ["log.entryAdded"] });
  return {
    name: "firefox",
    open: (browserTag) => openWindow(connection, browserTag),
    async close() {
      connection.close();
      await program.end();
    },
  };
}

async function openWindow(connection: Connection, browserTag: string): Promise<Driver> {
  const { send } = connection;
  const { userContext } = await send("browser.createUserContext", { acceptInsecureCerts: true });
  const { context } = await send("browsingContext.create", { type: "tab", userContext });
  await send("emulation.setLocaleOverride", { locale: browserTag, userContexts: [userContext] });
  const troubles: string[] = [];
  connection.on("log.entryAdded", ({ level, text, type, source }) => {
    if (source.context === context && level === "error") troubles.push(`${type}: ${text}`);
  });
  const perform = (action: object) => send("input.performActions", { context, actions: [action] });
  return {
    goto: async (url) =>
      void (await send("browsingContext.navigate", { context, url, wait: "complete" })),
    async evaluate(expression) {
      const { result, exceptionDetails } = await send("script.evaluate", {
        expression,
        target: { context },
        awaitPromise: false,
      });
      if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
      return result.value;
    },
    clickAt: async (x, y) => void (await perform(clickActions(x, y))),
    type: async (text) => void (await perform(keyActions(text))),
    resize: async (width, height) =>
      void (await send("browsingContext.setViewport", { context, viewport: { width, height } })),
    troubles: () => troubles,
    close: async () => void (await send("browser.removeUserContext", { userContext })),
  };
}
