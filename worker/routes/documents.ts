import { Hono, type Context } from "hono";
import { isLocale, localeChoiceKey, localeOfTag, type Locale } from "#contract/locales";
import { hasLibraryPage } from "#contract/library";
import { screenOfPath } from "#contract/screens";
import type { App } from "../context.ts";
import { previewCookie, readCookie, refreshCookie } from "../middleware/browser-facts.ts";
import { readScents } from "../store/content.ts";
import { previewSeconds } from "../store/keys.ts";
import { ShopError } from "../errors/shop-error.ts";
import { documentFor } from "../documents/document.ts";
import { publicFiles } from "./published.ts";
import { scent } from "#contract/scent";
import type { FoundScent } from "../documents/page-html.ts";

const hasSession = (c: Context<App>) => refreshCookie.read(c) !== null;

export const documents = new Hono<App>();

documents.route("/", publicFiles);

/** The desk leads here; without a token the preview is over. */
documents.get("/preview/:token?", (c) => {
  const token = c.req.param("token");
  if (token === undefined) previewCookie.clear(c);
  else previewCookie.set(c, token, previewSeconds);
  c.header("Cache-Control", "no-store");
  return c.redirect("/", 303);
});

documents.all("/*", (c) => answerDocument(c));

export async function answerDocument(c: Context<App>): Promise<Response> {
  if (c.req.method !== "GET" && c.req.method !== "HEAD")
    throw new ShopError("method_not_allowed", { headers: { Allow: "GET, HEAD" } });
  const { pathname } = new URL(c.req.url);
  if (pathname === "/") return front(c);
  const [, first = "", ...rest] = pathname.split("/");
  const path = rest.join("/").replace(/\/$/, "");
  if (isLocale(first)) return screenIn(c, first, path);
  return unknown(c, "/");
}

/** Only the page can read the stored choice, which outranks cookie and browser language. */
async function front(c: Context<App>): Promise<Response> {
  const locale = localeOfTag(readCookie(c, localeChoiceKey) ?? "") ?? c.get("deps").locale;
  const answer =
    isNavigation(c) === true
      ? await documentFor(c.get("deps"), { locale, screen: "home", path: "home" }, hasSession(c))
      : c.redirect(`/${locale}/home`, 302);
  answer.headers.set("Cache-Control", "no-store");
  answer.headers.set("Vary", "Sec-Fetch-Dest, Sec-Fetch-Mode, Cookie, Accept-Language");
  return answer;
}

async function screenIn(c: Context<App>, locale: Locale, path: string): Promise<Response> {
  if (path === "") return redirect(c, `/${locale}/home`);
  const deps = c.get("deps");
  const screen = screenOfPath(path);
  const isThere = async () => hasLibraryPage(path, (await readScents(deps, locale)).value.scents);
  if (screen === null || (screen === "library" && !(await isThere())))
    // The page tells of it; the documents lead home in silence from a text that is not published.
    return unknown(c, `/${locale}/home${path.startsWith("info/") ? "" : "?unknown"}`);
  const found = screen === "scent" ? await scentOf(c, locale, path.slice("scent/".length)) : null;
  return documentFor(deps, { locale, screen, path }, hasSession(c), found);
}

/** A person on an old link is redirected into the shop; a program gets a 404. */
function unknown(c: Context<App>, instead: string): Response {
  if (isNavigation(c) ?? seemsToWantPage(c)) return redirect(c, instead);
  return c.text("Not found\n", 404, { "Cache-Control": "no-store" });
}

function seemsToWantPage(c: Context<App>): boolean {
  const { pathname } = new URL(c.req.url);
  return !pathname.includes(".") && /text\/html|\*\/\*/.test(c.req.header("Accept") ?? "*/*");
}

function redirect(c: Context<App>, path: string) {
  c.header("Cache-Control", "no-store");
  return c.redirect(path, 302);
}

/** Undefined when the browser does not say. A service worker passes on the mode alone. */
function isNavigation(c: Context<App>): boolean | undefined {
  const destination = c.req.header("Sec-Fetch-Dest");
  const isPassedOn = destination === "empty" && c.req.header("Sec-Fetch-Mode") === "navigate";
  return destination === undefined ? undefined : destination === "document" || isPassedOn;
}

async function scentOf(c: Context<App>, locale: Locale, id: string): Promise<FoundScent> {
  try {
    const answer = await c.get("askApi")(`/scents/${id}`, locale);
    if (answer.ok) return scent.parse(await answer.json());
    await answer.body?.cancel();
    return answer.status === 404 ? "unknown" : "unread";
  } catch (error) {
    c.get("deps").log.warn("a fragrance could not be read", { error });
    return "unread";
  }
}
