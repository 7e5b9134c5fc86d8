import type { Shop } from "./shop.ts";

/** Whatever `JSON.parse` gives; each test checks the shape it relies on. */
export type Json = ReturnType<typeof JSON.parse>;

export interface Answer<Body = Json> {
  status: number;
  headers: Headers;
  body: Body;
}

export interface Shopper {
  token: string | null;
  cookies: Map<string, string>;
  signIn(email: string, password: string): Promise<Answer>;
  get(path: string, init?: RequestInit): Promise<Answer>;
  send(
    method: string,
    path: string,
    json?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  form(
    path: string,
    fields: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  /** Paths are below /api/v1. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

export function newShopper(shop: Shop, language: "zh" | "en" | "ja" = "en"): Shopper {
  const cookies = new Map<string, string>();
  const shopper: Shopper = {
    token: null,
    cookies,
    async fetch(path, init = {}) {
      const headers = new Headers(init.headers);
      if (!headers.has("Origin")) headers.set("Origin", shop.url.origin);
      if (!headers.has("X-Requested-With")) headers.set("X-Requested-With", "fetch");
      if (!headers.has("Accept-Language")) headers.set("Accept-Language", language);
      if (cookies.size > 0 && !headers.has("Cookie"))
        headers.set("Cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
      if (shopper.token !== null && !headers.has("Authorization"))
        headers.set("Authorization", `Bearer ${shopper.token}`);
      const response = await shop.fetch(`/api/v1${path}`, { ...init, headers });
      for (const line of response.headers.getSetCookie()) keepCookie(cookies, line);
      return response;
    },
    get: (path, init) => shopper.fetch(path, init).then(read),
    send: (method, path, json, headers = {}) =>
      shopper
        .fetch(
          path,
          json === undefined
            ? { method, headers }
            : {
                method,
                headers: { "Content-Type": "application/json", ...headers },
                body: JSON.stringify(json),
              },
        )
        .then(read),
    form: (path, fields, headers = {}) =>
      shopper
        .fetch(path, {
          method: "POST",
          headers: { "Content-Type": "application/x-www-form-urlencoded", ...headers },
          body: new URLSearchParams(fields).toString(),
        })
        .then(read),
    async signIn(email, password) {
      const answer = await shopper.form("/auth/login/password-verify", {
        username: email,
        password,
      });
      if (answer.body?.access_token) shopper.token = answer.body.access_token;
      return answer;
    },
  };
  return shopper;
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
