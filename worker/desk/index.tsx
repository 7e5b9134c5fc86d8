/** @jsxImportSource hono/jsx */
/** The owner's desk: one table of what it shows, one of what it does. */
import { Hono, type Context } from "hono";
import type { Child } from "hono/jsx";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import * as z from "zod/mini";
import { painted } from "../brand/letterhead.ts";
import type { App } from "../context.ts";
import { ShopError } from "../errors/shop-error.ts";
import { deskLanguageCookie } from "../middleware/browser-facts.ts";
import { onError } from "../middleware/error-handler.ts";
import { refuseForeignForms } from "../middleware/operator.ts";
import { policy } from "../middleware/policy.ts";
import { noStoreByDefault } from "../middleware/security-headers.ts";
import rules from "./desk.css?raw";
import { compare, monthFile, showMonth } from "./month.tsx";
import { showNotice } from "./notice.tsx";
import { member, order } from "./order.tsx";
import { orderVerbs } from "./order-verbs.ts";
import { books, find, log, today } from "./pages.tsx";
import { publishVerbs, showTexts } from "./texts.tsx";
import { answerVerb, formOf } from "./verbs.tsx";
import { deskOf, documentOf, isLanguage, Page, Refused } from "./view.tsx";
import type { Desk, Fields, Word } from "./view.tsx";

type Show = (desk: Desk, query: Fields) => Child | Promise<Child>;

/** By its path, with the names of its query. */
const pages: Readonly<Record<string, readonly [show: Show, ...names: string[]]>> = {
  "/": [today],
  "/find": [find, "q", "day", "before"],
  "/orders/:id": [order],
  "/members/:id": [member],
  "/month": [showMonth, "month"],
  "/notice": [showNotice],
  "/texts": [showTexts, "q", "key"],
  "/books": [books, "ask"],
  "/log": [log, "before"],
};

export const desk = new Hono<App>({ strict: false });

const policyText =
  "default-src 'none'; style-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

desk.use(noStoreByDefault, refuseForeignForms, async (c, next) => {
  await next();
  // A failure's page has its own.
  if (!c.res.headers.has("Content-Security-Policy"))
    c.res.headers.set("Content-Security-Policy", policyText);
});

const looking = { who: "operator" } as const;
const queryOf = (names: readonly string[]) =>
  z.strictObject(
    Object.fromEntries(
      ["done", ...names].map((name) => [name, z.optional(z.string().check(z.maxLength(200)))]),
    ),
  );

for (const [path, [show, ...names]] of Object.entries(pages))
  desk.get(path, policy({ ...looking, query: queryOf(names) }), async (c) => {
    const { done, ...query } = c.req.valid("query");
    const at = await deskOf(c, done);
    return c.html(documentOf(at, await show(at, { ...query, ...c.req.param() })));
  });

for (const { may, verbs, after } of [orderVerbs, publishVerbs])
  for (const verb of verbs) {
    const row = { who: "operator", may, form: formOf(verb), maxKib: verb.maxKib } as const;
    desk.post(`/${verb.name}`, policy(row), (c) => answerVerb(c, verb, after, c.req.valid("form")));
  }

desk.get("/month.csv", policy({ ...looking, query: queryOf(["month"]) }), async (c) =>
  monthFile(await deskOf(c), c.req.valid("query")["month"] ?? ""),
);

const upload = { ...looking, text: ["multipart/form-data"], isFile: true, maxKib: 4096 } as const;
desk.post("/payout", policy(upload), async (c) => {
  const at = await deskOf(c);
  const form = await c.req.formData();
  const [month, file] = [form.get("month"), form.get("file")];
  if (typeof month !== "string" || !(file instanceof File))
    throw new ShopError("validation_failed");
  return c.html(documentOf(at, await compare(at, month, await file.arrayBuffer())));
});

const style = painted(rules);
desk.get("/style.css", policy(looking), (c) =>
  c.body(style, 200, { "Content-Type": "text/css; charset=utf-8" }),
);

desk.get("/language/:id", policy(looking), (c) => {
  const language = c.req.param("id");
  if (!isLanguage(language)) throw new ShopError("not_found");
  deskLanguageCookie.set(c, language);
  return c.redirect("/desk", 303);
});

desk.onError((error, c) => {
  if (error instanceof Refused) return refusal(c, 409, error.message);
  if (!(error instanceof ShopError) || error.status >= 500) return onError(error, c);
  return refusal(c, error.status);
});

// Without it unknown paths here would lead into the shop.
desk.all("/*", () => {
  throw new ShopError("not_found");
});

const sentences: Readonly<Record<number, Word>> = {
  401: "refused_access",
  403: "refused_role",
  404: "refused_unknown",
};

/** A page too, whatever it says: whoever sent a form reads it. */
async function refusal(c: Context<App>, status: number, sentence?: string): Promise<Response> {
  const at = await deskOf(c);
  const said = sentence ?? at.say(sentences[status] ?? "refused_form");
  const shown = (
    <Page title={at.say("refused")}>
      <p class="warning">{said}</p>
    </Page>
  );
  return c.html(documentOf(at, shown), status as ContentfulStatusCode);
}
