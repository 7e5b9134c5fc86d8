import type { Context } from "hono";
import type { Locale } from "#contract/locales";
import { scent } from "#contract/scent";
import type { App } from "../context.ts";
import { findScent } from "../documents/kept-scents.ts";
import type { FoundScent } from "../documents/scent-html.ts";

export function scentOf(c: Context<App>, locale: Locale, id: string): Promise<FoundScent> {
  return findScent(c.get("deps"), `${locale} ${id}`, () => read(c, locale, id));
}

/** A document is answered whatever becomes of the upstream. */
async function read(c: Context<App>, locale: Locale, id: string): Promise<FoundScent> {
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
