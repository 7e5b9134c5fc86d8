import type { Shop } from "./shop.ts";

/** Whatever `JSON.parse` gives; each test checks the shape it relies on. */
export type Json = ReturnType<typeof JSON.parse>;

export interface Answer<Body = Json> {
  status: number;
  headers: Headers;
  body: Body;
}

export type Shopper = ReturnType<typeof newShopper>;

type Headings = Record<string, string>;

export function newShopper(shop: Shop, language: "zh" | "en" | "ja" = "en") {
  const cookies = new Map<string, string>();
  const shopper = { token: null as string | null, cookies, fetch, get, send, form, signIn };
  return shopper;

  /** Paths are below /api/v1. */
  async function fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    const own = {
      Origin: shop.url.origin,
      "X-Requested-With": "fetch",
      "Accept-Language": language,
    };
    for (const [name, value] of Object.entries(own))
      if (!headers.has(name)) headers.set(name, value);
    if (cookies.size > 0 && !headers.has("Cookie"))
      headers.set("Cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    if (shopper.token !== null && !headers.has("Authorization"))
      headers.set("Authorization", `Bearer ${shopper.token}`);
    const response = await shop.fetch(`/api/v1${path}`, { ...init, headers });
    for (const line of response.headers.getSetCookie()) keepCookie(cookies, line);
    return response;
  }
  async function get(path: string, init?: RequestInit): Promise<Answer> {
    return read(await fetch(path, init));
  }
  async function send(
    method: string,
    path: string,
    json?: unknown,
    headers: Headings = {},
  ): Promise<Answer> {
    if (json === undefined) return get(path, { method, headers });
    const all = { "Content-Type": "application/json", ...headers };
    return get(path, { method, headers: all, body: JSON.stringify(json) });
  }
  async function form(path: string, fields: Headings, headers: Headings = {}): Promise<Answer> {
    const all = { "Content-Type": "application/x-www-form-urlencoded", ...headers };
    return get(path, { method: "POST", headers: all, body: String(new URLSearchParams(fields)) });
  }
  async function signIn(username: string, password: string): Promise<Answer> {
    const answer = await form("/auth/login/password-verify", { username, password });
    if (answer.body?.access_token) shopper.token = answer.body.access_token;
    return answer;
  }
}

function keepCookie(cookies: Map<string, string>, line: string) {
  const [pair = "", ...attributes] = line.split(";");
  const at = pair.indexOf("=");
  const name = pair.slice(0, at).trim();
  const value = pair.slice(at + 1).trim();
  const gone = attributes.some((attribute) => /^\s*max-age\s*=\s*0\s*$/i.test(attribute));
  if (gone || value === "") cookies.delete(name);
  else cookies.set(name, value);
}

export async function read(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = response.headers.get("Content-Type")?.includes("json") ?? false;
  return {
    status: response.status,
    headers: response.headers,
    body: isJson && text !== "" ? JSON.parse(text) : text,
  };
}
