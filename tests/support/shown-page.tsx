/** A part of the shop in jsdom, as somebody has it before them. What it asks for goes over the network to a real shop. */
import { readFileSync } from "node:fs";
import { StrictMode, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { mutate } from "swr";
import { vi } from "vitest";
import { fallbackLocale, isLocale } from "#contract/locales";
import { addMessages } from "../../web/i18n/messages.ts";
import { LocaleContext } from "../../web/i18n/translate.ts";
import { useAuth } from "../../web/stores/auth.ts";
import { useCart } from "../../web/stores/cart.ts";
import type { Hostility } from "./hostile.ts";
import type { NewMember } from "./new-member.ts";
import type { Shop } from "./shop.ts";

const namespaces = ["common", "auth", "shop"] as const;
type Where = Pick<Shop, "url">;
type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

// jsdom knows the element but not how to open it.
HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
  this.open = false;
};

// jsdom lays nothing out, so that it has no width either.
Element.prototype.scrollIntoView ??= () => {};
window.matchMedia ??= () => Object.assign(new EventTarget(), { matches: false }) as MediaQueryList;

/** The shop behind the pages of a file, and what stages its failures; `kind` says whether its database can fail too. */
export async function openShop(kind: "plain" | "hostile" = "plain") {
  // The tools that start a shop refuse to run with jsdom's class of bytes.
  globalThis.Uint8Array = new TextEncoder().encode().constructor as Uint8ArrayConstructor;
  const { startShop } = await import("./shop.ts");
  const { beHostile, stageFault, startHostileShop } = await import("./faults.ts");
  const shop = kind === "plain" ? await startShop() : await startHostileShop();
  return {
    shop,
    show: (part: ReactNode, path: string, member?: NewMember) => show(shop, part, path, member),
    /** The upstream refuses what begins with these paths, and nothing else. */
    refuse: (...paths: string[]) => stageFault(shop, { mode: "refuse", paths }),
    beHostile: (hostility: Hostility) => beHostile(shop, hostility),
    /** Between two tests: what was staged is over, nobody is signed in on this device, and nothing is kept on it. */
    async startOver() {
      await stageFault(shop, { mode: "none" });
      if (kind === "hostile") await beHostile(shop, {});
      useAuth.getState().signOut();
      useCart.getState().forget();
      localStorage.clear();
      sessionStorage.clear();
    },
    close: () => shop.close(),
  };
}

export type OpenShop = Awaited<ReturnType<typeof openShop>>;

interface Call {
  /** Such as `GET /cart/`. */
  name: string;
  /** Null until it was answered; 0 without a connection. */
  status: number | null;
}

/** Every call goes on to the shop; a browser would add the page's origin. */
function recordCalls(shop: Where) {
  const calls: Call[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    // What says itself where it comes from is not the page's.
    if (headers.has("Origin")) return fetch(input, init);
    headers.set("Origin", shop.url.origin);
    const path = new URL(String(input)).pathname.replace("/api/v1", "");
    const call: Call = { name: `${init?.method ?? "GET"} ${path}`, status: null };
    calls.push(call);
    try {
      const response = await fetch(input, { ...init, headers });
      await response.clone().arrayBuffer();
      call.status = response.status;
      return response;
    } finally {
      call.status ??= 0;
    }
  };
  return { calls, stop: () => void (globalThis.fetch = fetch) };
}

/** Looks again until it holds. */
export function until<T>(check: () => T): Promise<T> {
  return vi.waitFor(check, { timeout: 60_000, interval: 20 });
}

/** Also of a shop that is not ours to start. */
export async function show(shop: Where, part: ReactNode, path: string, member?: NewMember) {
  const slug = path.split("/")[1];
  const locale = isLocale(slug) ? slug : fallbackLocale;
  for (const namespace of namespaces)
    addMessages(
      locale,
      namespace,
      JSON.parse(readFileSync(`worker/content/locales/${locale}/${namespace}.json`, "utf8")),
    );
  const { jsdom } = globalThis as unknown as {
    jsdom: { reconfigure(options: { url: string }): void };
  };
  jsdom.reconfigure({ url: new URL(path, shop.url).href });
  document.documentElement.lang = locale;
  if (member?.shopper.token)
    useAuth.getState().signedIn({ accessToken: member.shopper.token, mustChangePassword: false });
  const { calls, stop } = recordCalls(shop);
  const place = document.body.appendChild(document.createElement("main"));
  const root = createRoot(place);
  // What stands there before any answer can be looked at right away.
  flushSync(() =>
    root.render(
      <StrictMode>
        <LocaleContext value={locale}>{part}</LocaleContext>
      </StrictMode>,
    ),
  );

  const text = () => place.textContent ?? "";
  const find = (name: string) => place.querySelector<Control>(`[name="${name}"]:not(fieldset)`);
  const field = (name: string): Control => {
    const found = find(name);
    if (found === null) throw new Error(`no field ${name} in: ${text()}`);
    return found;
  };
  const button = (name: string): HTMLButtonElement => {
    const all = [...place.querySelectorAll("button")];
    const found = all.findLast(
      (one) => (one.getAttribute("aria-label") ?? one.textContent) === name,
    );
    if (found === undefined) throw new Error(`no button ${name} in: ${text()}`);
    return found;
  };
  const press = (element: HTMLElement) => flushSync(() => element.click());

  return {
    calls,
    text,
    has: (name: string) => find(name) !== null,
    field,
    button,
    value: (name: string) => field(name).value,
    alert: () => place.querySelector('[role="alert"]')?.textContent ?? "",
    /** The error that stands at a field. */
    mistake: (name: string) =>
      document.getElementById(`${field(name).id}-error`)?.textContent ?? null,
    focused: () => document.activeElement?.getAttribute("name"),
    link: (name: string) =>
      [...place.querySelectorAll("a")]
        .find((one) => one.textContent === name)
        ?.getAttribute("href"),
    /** Calls of this name that were answered. */
    answers: (name: string) => calls.filter((call) => call.name === name && call.status !== null),
    shows: (words: string) =>
      until(() => {
        if (!text().includes(words)) throw new Error(`"${words}" is not in: ${text()}`);
      }),
    async type(values: Record<string, string>) {
      for (const [name, value] of Object.entries(values)) {
        const control = await until(() => field(name));
        const kind = control instanceof HTMLSelectElement ? "change" : "input";
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value")?.set?.call(
          control,
          value,
        );
        flushSync(() => control.dispatchEvent(new Event(kind, { bubbles: true })));
      }
    },
    /** As soon as there is such a button, and it can be pressed. */
    async press(name: string) {
      const found = await until(() => {
        const one = button(name);
        if (one.disabled) throw new Error(`the button ${name} cannot be pressed`);
        return one;
      });
      press(found);
    },
    tick: (selector: string) =>
      until(() => {
        const box = place.querySelector<HTMLElement>(selector);
        if (box === null) throw new Error(`nothing to tick like ${selector} in: ${text()}`);
        press(box);
      }),
    /** Once every answer has come: none is left for who comes next. */
    async leave() {
      await until(() => {
        const left = calls.filter(({ status }) => status === null);
        if (left.length > 0)
          throw new Error(`unanswered: ${left.map(({ name }) => name).join(", ")}`);
      });
      root.unmount();
      place.remove();
      stop();
      // A loaded page has read nothing yet.
      await mutate(() => true, undefined);
    },
  };
}

export type ShownPage = Awaited<ReturnType<typeof show>>;
