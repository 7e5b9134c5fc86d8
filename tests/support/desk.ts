/** The owner's desk as a browser without scripts uses it: a form, the page that says what will happen, and its form. */
import { request } from "node:http";
import { expect } from "vitest";
import type { Shop } from "./shop.ts";

interface Answer {
  status: number;
  text: string;
  location: string | undefined;
}

/** What a browser of this operator sends beside its form. */
export type Headers = Readonly<Record<string, string>>;
export type Fields = Readonly<Record<string, string>>;

export function deskOf(shop: Pick<Shop, "url">, host = shop.url.host, headers: Headers = {}) {
  const send = (method: string, path: string, body: string, more: Headers = {}): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = shop.url;
      const all = { Host: host, Accept: "text/html", "Accept-Language": "en", ...headers, ...more };
      const sent = request({ host: hostname, port, method, path, headers: all }, (answer) => {
        let text = "";
        answer.setEncoding("utf8");
        answer.on("data", (piece: string) => (text += piece));
        const { statusCode: status = 0, headers: said } = answer;
        answer.on("end", () => resolve({ status, text, location: said.location }));
      });
      sent.on("error", reject);
      sent.end(body);
    });
  const form = { "Content-Type": "application/x-www-form-urlencoded", Origin: `http://${host}` };
  const open = (path: string) => send("GET", `/desk${path}`, "");
  const post = (verb: string, fields: Fields, more: Headers = {}) =>
    send("POST", `/desk/${verb}`, String(new URLSearchParams(fields)), { ...form, ...more });
  /** The first step. */
  async function plan(verb: string, fields: Fields): Promise<{ text: string; hidden: Fields }> {
    const { status, text } = await post(verb, { reason: "a test", ...fields });
    expect(status, text).toBe(200);
    return { text, hidden: hiddenOf(text) };
  }
  return {
    send,
    open,
    post,
    plan,
    /** Both steps, and what the page behind them says. */
    async carryOut(verb: string, fields: Fields): Promise<Answer> {
      const { hidden } = await plan(verb, fields);
      const done = await post(verb, hidden);
      return done.location === undefined ? done : open(done.location.replace("/desk", ""));
    },
  };
}

export const decoded = (text: string) =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

/** Of the page's one form. */
function hiddenOf(page: string): Fields {
  const inputs = page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g);
  return Object.fromEntries(
    Array.from(inputs, ([, name = "", value = ""]) => [name, decoded(value)]),
  );
}
