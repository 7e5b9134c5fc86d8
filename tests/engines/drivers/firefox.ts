/** An installed Firefox, by WebDriver BiDi over the WebSocket of Node. */
import { findFirefox } from "../../../.scripts/browser.ts";
import {
  clickActions,
  keyActions,
  newFolder,
  startProgram,
  type Driver,
  type Engine,
} from "./driver.ts";
import type { Json } from "../../support/shopper.ts";

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

/** A connection of WebDriver BiDi: commands with answers, and events (https://www.w3.org/TR/webdriver-bidi/). */
interface Connection {
  send(method: string, params: object): Promise<Json>;
  on(event: string, listener: (params: Json) => void): void;
  close(): void;
}

interface Waiting {
  done(result: Json): void;
  failed(error: Error): void;
}

async function connect(address: string): Promise<Connection> {
  const socket = new WebSocket(address);
  const waiting = new Map<number, Waiting>();
  const listeners: { event: string; listener: (params: Json) => void }[] = [];
  let sent = 0;
  socket.addEventListener("message", ({ data }) => {
    const { id, type, method, params, result, error, message } = JSON.parse(String(data));
    if (type === "event") {
      for (const { event, listener } of listeners) if (event === method) listener(params);
      return;
    }
    const command = waiting.get(id);
    waiting.delete(id);
    if (type === "success") command?.done(result);
    else command?.failed(new Error(`${error}: ${message}`));
  });
  socket.addEventListener("close", () => {
    for (const { failed } of waiting.values()) failed(new Error("the browser hung up"));
    waiting.clear();
  });
  await new Promise<void>((done, failed) => {
    socket.addEventListener("open", () => done());
    socket.addEventListener("error", () => failed(new Error(`nobody answers at ${address}`)));
  });
  return {
    send: (method, params) =>
      new Promise((done, failed) => {
        sent += 1;
        waiting.set(sent, { done, failed });
        socket.send(JSON.stringify({ id: sent, method, params }));
      }),
    on: (event, listener) => void listeners.push({ event, listener }),
    close: () => socket.close(),
  };
}
