/**
 * With DOCUMENTED_ONLY, reduces every answer to what the documents show, so that the shop is tested against the least that a real
 * upstream may send.
 */
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { App } from "../app.ts";
import { isDocumentedOnly } from "../env.ts";
import {
  documentedCalls,
  operatorsPaths,
  type DocumentedCall,
  type Shown,
} from "./documented-answers.ts";
import { answerNotFound } from "./failures.ts";

const prefix = "/api/v1";

const calls = documentedCalls.map((documented) => ({
  documented,
  pattern: new RegExp(`^${documented.call.replaceAll("{id}", "[^/]+")}/?$`),
}));

function findCall(method: string, path: string): DocumentedCall | null {
  return calls.find(({ pattern }) => pattern.test(`${method} ${path}`))?.documented ?? null;
}

export const documentedOnly = createMiddleware<App>(async (c, next) => {
  const path = c.req.path.slice(prefix.length);
  if (!isDocumentedOnly(c.env) || operatorsPaths.some((start) => path.startsWith(start)))
    return next();
  const call = findCall(c.req.method, path);
  if (call === null) return answerNotFound(c);
  await next();
  if (c.res.ok) await show(c, call.answer);
});

async function show(c: Context<App>, answer: Shown | null): Promise<void> {
  const { status, headers } = c.res;
  const text = await c.res.text();
  const shown = answer === null ? null : reduced(text, answer);
  if (shown === null) headers.delete("Content-Type");
  const reduction = new Response(shown, { status, headers });
  // Or Hono would set the cookies of the earlier answer again.
  c.res = undefined;
  c.res = reduction;
}

/** A deliberately broken answer stays as it is. */
function reduced(text: string, answer: Shown): string {
  try {
    return JSON.stringify(only(JSON.parse(text), answer));
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}

function only(value: unknown, shown: Shown): unknown {
  if (shown === true || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value))
    return isList(shown) ? value.map((entry) => only(entry, shown[0])) : value;
  if (isList(shown)) return value;
  const kept = Object.entries(value).flatMap(([name, part]) => {
    const inner = Object.hasOwn(shown, name) ? shown[name] : undefined;
    return inner === undefined ? [] : [[name, only(part, inner)]];
  });
  return Object.fromEntries(kept);
}

const isList = (shown: Shown): shown is readonly [Shown] => Array.isArray(shown);
