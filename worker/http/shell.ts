/** The page's HTML, made to speak for one address; home comes drawn, so that its text is there before any script. */
import { localeTable } from "#contract/locales";
import { screens } from "#contract/screens";
import type { Deps } from "../context.ts";
import { readLocale } from "../store/content.ts";
import { factsOf, headOf, metaOf, namespaceOf, type Needs, type Place } from "./document-head.ts";
import { drawnFile, filesOfScreen } from "./drawn-files.ts";
import { drawnHome, textOf } from "./drawn-home.ts";
import { ShopError } from "./errors.ts";
import { escapeHtml } from "./html.ts";
import { documentPolicy } from "./security-headers.ts";

export type { Place } from "./document-head.ts";

/** `hasSession` tells that the browser carries a session's cookie; who it is plays no part here. */
export async function shellFor(deps: Deps, place: Place, hasSession: boolean): Promise<Response> {
  // Who is not signed in is led to sign in.
  const shown = screens[place.screen].guarded && !hasSession ? "login" : place.screen;
  const isHome = place.screen === "home";
  const [page, template, files, common, shop] = await Promise.all([
    // A request of our own making: the browser's conditional headers would be answered 304, without a body to rewrite.
    deps.bindings.ASSETS.fetch(new Request(new URL("/index.html", deps.publicOrigin))),
    isHome ? drawnFile(deps, `home.${place.locale}.html`) : null,
    filesOfScreen(deps, shown),
    readLocale(deps, place.locale, "common"),
    isHome ? readLocale(deps, place.locale, "shop") : null,
  ]);
  if (!page.ok) throw new ShopError("internal", {}, { cause: new Error(`the shell answered ${page.status}`) });
  const nonce = crypto.randomUUID();
  const texts = { common: common.messages, shop: shop?.messages ?? {} };
  const rewritten = rewriterFor(deps.publicOrigin, place, texts, {
    drawn: template === null ? null : drawnHome(template, texts),
    needs: { ...files, namespace: namespaceOf(shown) },
    hasSession,
    nonce,
  }).transform(page);
  const isPrivate = place.screen === "paymentResult";
  return new Response(rewritten.body, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Language": localeTable[place.locale].htmlLang,
      "Content-Security-Policy": documentPolicy(deps, nonce),
      // The address of the payment result holds the payload until the page removes it.
      "Cache-Control": isPrivate ? "no-store" : "no-cache",
      "Referrer-Policy": isPrivate ? "no-referrer" : "strict-origin-when-cross-origin",
      Vary: "Cookie",
    },
  });
}

interface Drawing {
  drawn: string | null;
  needs: Needs;
  hasSession: boolean;
  nonce: string;
}

function rewriterFor(
  origin: string,
  place: Place,
  texts: Parameters<typeof factsOf>[3],
  { drawn, needs, hasSession, nonce }: Drawing,
): HTMLRewriter {
  const meta = metaOf(texts.common, place);
  const head = [headOf(origin, place, meta, needs), factsOf(origin, place, meta, texts)]
    .filter((part) => part !== "")
    .join("\n    ");
  return new HTMLRewriter()
    .on("html", {
      element(element) {
        element.setAttribute("lang", localeTable[place.locale].htmlLang);
        // A member's buttons are drawn by the page; the visitor's must not show for a blink in their place.
        if (drawn !== null && hasSession) element.setAttribute("data-member", "");
      },
    })
    .on("title", { element: (element) => void element.setInnerContent(meta.title) })
    .on("meta[name=description]", { element: (element) => void element.remove() })
    .on("script:not([src])", { element: (element) => void element.setAttribute("nonce", nonce) })
    .on("head", { element: (element) => void element.append(head, { html: true }) })
    .on("#root", {
      element(element) {
        if (drawn === null) {
          const words = escapeHtml(textOf(texts, "common.no_script") ?? "");
          element.after(`<noscript><p>${words}</p></noscript>`, { html: true });
          return;
        }
        element.setAttribute("data-drawn", `/${place.locale}/home`);
        element.setInnerContent(drawn, { html: true });
      },
    });
}
