/** A part of the shop in jsdom, as somebody has it before them. What it asks for is answered as a test stages it. */
import { readFileSync } from "node:fs";
import { StrictMode, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { mutate } from "swr";
import { fallbackLocale, isLocale, type Locale } from "#contract/locales";
import { withBrandFacts } from "../../worker/brand/brand.ts";
import { addMessages, setLocale } from "../../web/i18n/translate.ts";
import { localeHere } from "../../web/i18n/locale.ts";
import { useAuth } from "../../web/stores/auth.ts";
import { unlessRefused } from "../../web/stores/storage.ts";
import { useCart } from "../../web/stores/cart.ts";
import { useToasts } from "../../web/stores/toasts.ts";
import { outlineOf } from "./outline.ts";

const namespaces = ["common", "auth", "shop"] as const;
/** A test may move the time by itself. */
const realSetImmediate = setImmediate;
type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

// jsdom knows the element but not how to open it.
HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
  this.open = false;
};

// Nor does it go anywhere: what is sent to the cashier stays in the document.
HTMLFormElement.prototype.submit = () => {};

// jsdom lays nothing out, so that it has no width either, and nobody is near anything until a test says so.
Element.prototype.scrollIntoView ??= () => {};
const watched = new Set<() => void>();
window.IntersectionObserver ??= class {
  private readonly come: () => void;
  constructor(tell: (entries: object[]) => void) {
    this.come = () => tell([{ isIntersecting: true }]);
  }
  observe() {
    watched.add(this.come);
  }
  disconnect() {
    watched.delete(this.come);
  }
} as unknown as typeof IntersectionObserver;
export const comeNear = () => [...watched].forEach((come) => come());
window.matchMedia ??= () => Object.assign(new EventTarget(), { matches: false }) as MediaQueryList;

/** What a page is answered in a test instead of what the shop would say; without a status, 200. */
interface Answer {
  status?: number;
  json?: unknown;
  headers?: Record<string, string>;
  /** The answer comes when this is resolved. */
  until?: Promise<unknown>;
}
export type Staged = Answer | /** The connection breaks. */ "lost";

/** By name, such as `POST /cart/checkout`; a `*` at the end stands for whatever begins so. */
export type Answers = Record<string, Staged | ((call: Call) => Staged)>;

export interface Call {
  name: string;
  search: string;
  json: unknown;
  headers: Headers;
  /** Null until it was answered; 0 without a connection. */
  status: number | null;
}

/** The code of a refusal as the Worker spells it. */
export const refusal = (status: number, code: string, more: object = {}): Answer => ({
  status,
  json: { code, requestId: "r1", ...more },
});

export let page: ShownPage;

const origin = "http://shop.test";

/** Whatever is not staged is not found. After each test its page is left, and nothing of it is kept on this device. */
export function openPages(says: World["says"] = "words") {
  const staged: Answers = {};
  const world = { staged, says };
  const heldBack: (() => void)[] = [];
  afterEach(async () => {
    vi.useRealTimers();
    for (const come of heldBack.splice(0)) come();
    await page?.leave();
    for (const name of Object.keys(staged)) delete staged[name];
    useAuth.getState().signOut();
    useAuth.setState({ isLeaving: false });
    useCart.getState().forget();
    useToasts.setState({ toasts: [] });
    // jsdom takes a way back that was pressed at the end in two tasks.
    for (const _ of [1, 2]) await new Promise((resolve) => realSetImmediate(resolve));
    history.replaceState(null, "");
    for (const form of document.querySelectorAll("form[hidden]")) form.remove();
    unlessRefused(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
  });
  return {
    show: async (part: ReactNode, path: string) => void (page = await show(world, part, path)),
    stage: (answers: Answers) => void Object.assign(staged, answers),
    /** Stages an answer that is late. @returns what lets it come. */
    hold(name: string, answer: Answer): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      staged[name] = { ...answer, until: promise };
      heldBack.push(resolve);
      return resolve;
    },
  };
}

interface World {
  staged: Answers;
  says: "words" | "keys";
}

function stagedFor({ staged }: World, name: string): Answers[string] | undefined {
  const fitting = Object.keys(staged).filter((one) =>
    one.endsWith("*") ? name.startsWith(one.slice(0, -1)) : one === name,
  );
  const [best] = fitting.toSorted((one, other) => other.length - one.length);
  return best === undefined ? undefined : staged[best];
}

const bodyOf = (body: BodyInit | null | undefined): unknown => {
  if (body instanceof URLSearchParams) return Object.fromEntries(body);
  if (typeof body !== "string") return null;
  return body.startsWith("{") || body.startsWith("[") ? JSON.parse(body) : body;
};

function recordCalls(world: World) {
  const calls: Call[] = [];
  const { fetch } = globalThis;
  const answerOf = async (call: Call, init: RequestInit = {}) => {
    const found = stagedFor(world, call.name);
    const answer = typeof found === "function" ? found(call) : found;
    if (answer === "lost") throw new TypeError("fetch failed");
    const {
      status = 200,
      json,
      headers = {},
      until: moment,
    } = answer ?? { status: 404, json: { code: "not_found", requestId: "r1" } };
    if (moment !== undefined) await Promise.race([moment, aborted(init.signal)]);
    return json === undefined
      ? new Response(null, { status, headers })
      : Response.json(json, { status, headers });
  };
  globalThis.fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    const { pathname, search } = new URL(String(input), origin);
    const name = `${init?.method ?? "GET"} ${pathname.replace("/api/v1", "")}`;
    const call: Call = { name, search, json: bodyOf(init?.body), headers, status: null };
    calls.push(call);
    try {
      const response = await answerOf(call, init);
      await response.clone().arrayBuffer();
      call.status = response.status;
      return response;
    } finally {
      call.status ??= 0;
    }
  };
  return { calls, stop: () => void (globalThis.fetch = fetch) };
}

/** Rejects as fetch does when it is called off. */
function aborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    const stop = () => reject(new DOMException("This operation was aborted", "AbortError"));
    if (signal?.aborted) stop();
    signal?.addEventListener("abort", stop, { once: true });
  });
}

/** Documents that would have been loaded, which jsdom cannot do: their addresses, and "reload". */
export function watchLoads(): string[] {
  const loads: string[] = [];
  const { location } = globalThis;
  const instead: Record<string, unknown> = {
    assign: (address: string) => void loads.push(address),
    reload: () => void loads.push("reload"),
  };
  vi.stubGlobal(
    "location",
    new Proxy({}, { get: (_, name) => instead[String(name)] ?? Reflect.get(location, name) }),
  );
  return loads;
}

export const here = () => location.pathname + location.search;
export const isAt = (path: string) => until(() => expect(here()).toBe(path));
export const toasts = () => useToasts.getState().toasts.map(({ text }) => text);

/** Looks again until it holds. */
export function until<T>(check: () => T): Promise<T> {
  return vi.waitFor(check, { timeout: 60_000, interval: 20 });
}

/** Where only keys stand, a test holds which text is said, whatever its words become. */
function messagesOf(locale: Locale, namespace: string, says: World["says"]): object {
  const file = `worker/content/locales/${locale}/${namespace}.json`;
  const keyed = (value: unknown, key: string): unknown =>
    typeof value === "string"
      ? [key, ...(value.match(/\{\{\w+\}\}/g) ?? [])].join(" ")
      : Object.fromEntries(
          Object.entries(value as object).map(([name, inner]) => [
            name,
            keyed(inner, `${key}.${name}`),
          ]),
        );
  const messages: object = JSON.parse(withBrandFacts(readFileSync(file, "utf8"), locale));
  return says === "words" ? messages : (keyed(messages, namespace) as object);
}

async function show(world: World, part: ReactNode, path: string) {
  const slug = path.split("/")[1];
  const locale = isLocale(slug) ? slug : fallbackLocale;
  for (const namespace of namespaces)
    addMessages(locale, namespace, messagesOf(locale, namespace, world.says));
  const { jsdom } = globalThis as unknown as {
    jsdom: { reconfigure(options: { url: string }): void };
  };
  jsdom.reconfigure({ url: new URL(path, origin).href });
  document.documentElement.lang = locale;
  setLocale(localeHere());
  const { calls, stop } = recordCalls(world);
  const place = document.body.appendChild(document.createElement("main"));
  const root = createRoot(place);
  // What stands there before any answer can be looked at right away.
  flushSync(() => root.render(<StrictMode>{part}</StrictMode>));

  const text = () => place.textContent ?? "";
  const find = (name: string) =>
    place.querySelector<Control>(`[name="${name}"]:not(fieldset), input[aria-label="${name}"]`) ??
    [...place.querySelectorAll("input")].find(({ labels }) => labels?.[0]?.textContent === name) ??
    null;
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
  const through = { bubbles: true, cancelable: true };
  const happens = (on: Element | null | undefined, event: Event) =>
    flushSync(() => (on ?? document.body).dispatchEvent(event));

  return {
    calls,
    text,
    /** All that stands there, a line for each thing, and the windows over it. */
    outline: (within = "main") => {
      const shown = document.querySelector(within) ?? place;
      const windows = [...document.querySelectorAll("dialog[open]")];
      const over = windows.filter((one) => !shown.contains(one));
      return [shown, ...over].flatMap((one) => outlineOf(one)).join("\n");
    },
    has: (name: string) => find(name) !== null,
    field,
    button,
    value: (name: string) => field(name).value,
    alert: () => place.querySelector('[role="alert"]')?.textContent ?? "",
    mistake: (name: string) =>
      document.getElementById(`${field(name).id}-error`)?.textContent ?? null,
    focused: () => document.activeElement?.getAttribute("name"),
    /** Pressed where the focus is. @returns whether the browser would go on with it. */
    key: (name: string, more: KeyboardEventInit = {}, on = document.activeElement) =>
      happens(on, new KeyboardEvent("keydown", { key: name, ...more, ...through })),
    /** Of the form, as by Enter. @returns whether the browser would load another document. */
    submit: () => happens(document.forms[0], new Event("submit", through)),
    link: (name: string) =>
      [...place.querySelectorAll("a")]
        .find((one) => one.textContent === name)
        ?.getAttribute("href"),
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
      if (!place.isConnected) return;
      try {
        await until(() => {
          const left = calls.filter(({ status }) => status === null);
          if (left.length > 0)
            throw new Error(`unanswered: ${left.map(({ name }) => name).join(", ")}`);
        });
        // What was answered is read a moment later.
        await new Promise((resolve) => realSetImmediate(resolve));
      } finally {
        root.unmount();
        place.remove();
        stop();
      }
      // A loaded page has read nothing yet.
      await mutate(() => true, undefined);
    },
  };
}

export type ShownPage = Awaited<ReturnType<typeof show>>;
