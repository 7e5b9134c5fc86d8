/** The page's HTML, made to speak for one address; most screens come drawn, so that there is something to read before any script. */
import { localeTable } from "#contract/locales";
import { isInfoContext, screens } from "#contract/screens";
import type { Deps } from "../deps.ts";
import type { Messages } from "../content/shipped.ts";
import { readInfoPage, readLocale } from "../store/content.ts";
import { factsOf, headOf, metaOf, namespaceOf, type Needs, type Place } from "./document-head.ts";
import { drawnFile, filesOfScreen } from "./drawn-files.ts";
import { drawnPage, infoBody, textOf } from "./drawn-page.ts";
import { ShopError } from "../errors/shop-error.ts";
import { escapeHtml } from "./html.ts";
import { afterPaint, paintFirstHash } from "./paint-first.ts";
import { documentPolicy } from "./policy.ts";

export type { Place } from "./document-head.ts";

/** `hasSession` tells that the browser carries a session's cookie; who it is plays no part here. */
export async function shellFor(deps: Deps, place: Place, hasSession: boolean): Promise<Response> {
  // Who is not signed in is led to sign in.
  const shown = screens[place.screen].guarded && !hasSession ? "login" : place.screen;
  const namespace = namespaceOf(shown);
  const [page, template, files, common, own, info] = await Promise.all([
    // A request of our own making: the browser's conditional headers would be answered 304, without a body to rewrite.
    deps.bindings.ASSETS.fetch(new Request(new URL("/index.html", deps.publicOrigin))),
    drawnFile(deps, `${shown}.${place.locale}.html`),
    filesOfScreen(deps, shown),
    readLocale(deps, place.locale, "common"),
    readLocale(deps, place.locale, namespace),
    infoOf(deps, place),
  ]);
  if (!page.ok) throw new ShopError("internal", {}, { cause: new Error(`the shell answered ${page.status}`) });
  const nonce = crypto.randomUUID();
  const texts = { common: common.messages, [namespace]: own.messages };
  // An information page that is not published leads home.
  const isDrawn = template !== null && (shown !== "info" || info !== null);
  const rewritten = rewriterFor(deps.publicOrigin, place, texts, {
    drawn: isDrawn
      ? { html: drawnPage(template, texts, info), shows: shown === place.screen ? place.path : screens[shown].path }
      : null,
    needs: { ...files, namespace },
    hasSession,
    nonce,
  }).transform(page);
  const isPrivate = place.screen === "paymentResult";
  return new Response(rewritten.body, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Language": localeTable[place.locale].htmlLang,
      "Content-Security-Policy": documentPolicy(deps, {
        nonce,
        script: isDrawn ? await paintFirstHash() : null,
        style: files.css?.hash ?? null,
      }),
      // The address of the payment result holds the payload until the page removes it.
      "Cache-Control": isPrivate ? "no-store" : "no-cache",
      "Referrer-Policy": isPrivate ? "no-referrer" : "strict-origin-when-cross-origin",
      Vary: "Cookie",
    },
  });
}

/** The information page in the place's language, or in Chinese where it is not translated. */
async function infoOf(deps: Deps, { screen, path, locale }: Place) {
  const context = path.slice("info/".length);
  if (screen !== "info" || !isInfoContext(context)) return null;
  const { isPublished, translations } = await readInfoPage(deps, context);
  const text = translations[locale];
  const shown = text ?? translations.zh;
  const lang = text === undefined ? localeTable.zh.htmlLang : undefined;
  return isPublished ? { title: shown.main_title, body: infoBody(context, shown, lang) } : null;
}

interface Drawing {
  /** `shows`: the path of the screen that is drawn, which is the sign-in where that comes first. */
  drawn: { html: string; shows: string } | null;
  needs: Needs;
  hasSession: boolean;
  nonce: string;
}

function rewriterFor(origin: string, place: Place, texts: Messages, { drawn, needs, hasSession, nonce }: Drawing): HTMLRewriter {
  const meta = metaOf(texts, place);
  const scripts: string[] = [];
  const head = [
    headOf(origin, place, meta, drawn === null ? needs : { ...needs, scripts: [] }),
    factsOf(origin, place, meta, texts),
  ]
    .filter((part) => part !== "")
    .join("\n    ");
  return (
    new HTMLRewriter()
      .on("html", {
        element(element) {
          element.setAttribute("lang", localeTable[place.locale].htmlLang);
          // A member's buttons are drawn by the page; the visitor's must not show for a blink in their place.
          if (drawn !== null && hasSession) element.setAttribute("data-member", "");
        },
      })
      .on("title", { element: (element) => void element.setInnerContent(meta.title) })
      // Named again in the head, with the screen's own.
      .on("link[rel=stylesheet]", { element: (element) => void (needs.styles.length > 0 && element.remove()) })
      .on("meta[name=description]", { element: (element) => void element.remove() })
      .on("script:not([src])", { element: (element) => void element.setAttribute("nonce", nonce) })
      .on("link[rel=modulepreload], script[type=module][src]", {
        element(element) {
          if (drawn === null) return;
          scripts.push(element.getAttribute("href") ?? element.getAttribute("src") ?? "");
          element.remove();
        },
      })
      .on("body", {
        element: (element) => void (drawn !== null && element.append(afterPaint([...scripts, ...needs.scripts]), { html: true })),
      })
      .on("head", { element: (element) => void element.append(head, { html: true }) })
      .on("#root", {
        element(element) {
          // Home reads the same without a script.
          if (place.screen !== "home") {
            const words = escapeHtml(textOf(texts, "common.no_script") ?? "");
            element.after(`<noscript><p>${words}</p></noscript>`, { html: true });
          }
          if (drawn === null) return;
          element.setAttribute("data-drawn", `/${place.locale}/${place.path}`);
          if (place.screen !== "home") element.setAttribute("data-shows", `/${place.locale}/${drawn.shows}`);
          element.setInnerContent(drawn.html, { html: true });
        },
      })
  );
}
