/** A connection of WebDriver BiDi: commands with answers, and events (https://www.w3.org/TR/webdriver-bidi/). */
import type { Json } from "../../support/shopper.ts";

export interface Connection {
  send(method: string, params: object): Promise<Json>;
  on(event: string, listener: (params: Json) => void): void;
  close(): void;
}

interface Waiting {
  done(result: Json): void;
  failed(error: Error): void;
}

export async function connect(address: string): Promise<Connection> {
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
