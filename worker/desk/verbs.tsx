/** @jsxImportSource hono/jsx */
/**
 * Whatever is done at the desk takes two steps of one address: the first says what will happen, the
 * second does it. The second carries what the first showed, sealed: what has changed since is shown
 * again instead. The id of the form is the id of its line in the log, so that it counts once.
 */
import type { Context } from "hono";
import * as z from "zod/mini";
import type { App } from "../context.ts";
import type { Database, Deps } from "../deps.ts";
import type { OperatorRole } from "../env.ts";
import { deriveKey, hexOf, hmacHex, randomBytes } from "../platform/crypto.ts";
import { actionOf } from "../store/operator-lists.ts";
import type { Operation, Outcome } from "../store/operators.ts";
import { deskOf, documentOf, Form, Page, refuse } from "./view.tsx";
import type { Desk, Fields, Word } from "./view.tsx";

export interface Plan {
  says: readonly string[];
  /** What decides it; another second step than for this is refused. */
  seen?: readonly unknown[];
  /** Of its line in the log. */
  subject: string;
  /** Below `/desk`, where its outcome is to be seen. */
  back: string;
  carryOut: (db: Database, operation: Operation) => Promise<Outcome>;
  /** Elsewhere, once it is done. */
  follow?: () => unknown;
  /** Where it is to be seen on the shop's own screens before. */
  preview?: () => Promise<string>;
}

/** In its address, its words and the log. */
type Name = { [Key in Word]: Key extends `do_${infer Rest}` ? Rest : never }[Word];

export interface Verb {
  name: Name;
  fields: Record<string, z.ZodMiniType<string, string>>;
  maxKib?: number;
  /** @param form - its id. @throws Refused with a sentence for the operator. */
  plan: (desk: Desk, fields: Fields, form: string) => Plan | Promise<Plan>;
  /** Answers with what was asked for instead of the page to go back to. */
  answer?: (desk: Desk, fields: Fields) => Promise<Response>;
}

export interface Verbs {
  may: OperatorRole;
  verbs: readonly Verb[];
  /** What follows from each elsewhere, also where its form is sent again. */
  after?: (deps: Deps) => Promise<void>;
}

type Simple = "export" | "erase" | "second_step_off" | "notice_down" | "close" | "open";

/** Without anything to look at before: about a member, or about the shop. */
export const simple = (name: Simple, fields: Verb["fields"], carryOut: Plan["carryOut"]): Verb => ({
  name,
  fields,
  plan: ({ say }, { member = "" }) => ({
    says: [say(`will_${name}`, { member })],
    subject: member || "shop",
    back: member === "" ? "/notice" : `/members/${member}`,
    carryOut,
  }),
});

const why = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(500), z.regex(/^\P{Cc}*$/u, "invalid"));

export const formOf = ({ fields }: Verb) =>
  z.strictObject({
    ...fields,
    reason: why,
    id: z.optional(z.string().check(z.regex(/^[0-9a-f]{32}$/))),
    seal: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
    back: z.optional(z.string().check(z.regex(/^(\/[\w.%-]+)*$/))),
  });

export async function answerVerb(
  c: Context<App>,
  verb: Verb,
  after: Verbs["after"],
  form: Readonly<Record<string, string | undefined>>,
): Promise<Response> {
  const desk = await deskOf(c);
  const { deps, operator, say } = desk;
  const title = say(`do_${verb.name}`);
  const { reason = "", id, seal, back = "", ...rest } = form;
  const fields = rest as Fields;
  const newId = hexOf(randomBytes(16));
  const isLogged = async () =>
    id !== undefined && (await actionOf(deps.db, id))?.operator === operator.name;
  const finish = async (operation: string, to: string) => {
    await after?.(deps);
    return (await verb.answer?.(desk, fields)) ?? c.redirect(`/desk${to}?done=${operation}`, 303);
  };
  const planning = Promise.resolve().then(() => verb.plan(desk, fields, id ?? newId));
  // After it, so that a second click sees either the books of before or the line of the first.
  await planning.catch(() => undefined);
  const isKnown = await isLogged();
  if (id !== undefined && seal !== undefined && isKnown) return finish(id, back);
  const plan = await planning;
  const sealFor = async (formId: string) => {
    const said = [formId, verb.name, operator.name, reason, fields, plan.seen];
    const key = await deriveKey(deps.config.SESSION_SECRET, "desk-form");
    return hmacHex(key, JSON.stringify(said));
  };
  if (id === undefined || seal !== (await sealFor(id))) {
    const hidden = { ...fields, reason, id: newId, seal: await sealFor(newId), back: plan.back };
    const isStale = seal !== undefined;
    const preview = await plan.preview?.();
    const confirmation = (
      <Page title={title}>
        {isStale && (
          <p class="warning" role="alert">
            {say("stale")}
          </p>
        )}
        {plan.says.map((sentence) => (
          <p>{sentence}</p>
        ))}
        {preview !== undefined && (
          <p>
            <a href={preview} target="_blank" rel="noopener">
              {say("preview")}
            </a>
          </p>
        )}
        <p>{say("because", { reason, operator: operator.name })}</p>
        <Form to={verb.name} fields={hidden} button={title} does />
        <p>
          <a href={`/desk${plan.back}`}>{say("leave")}</a>
        </p>
      </Page>
    );
    return c.html(documentOf(desk, confirmation), isStale ? 409 : 200);
  }
  const log = { operator: operator.name, action: verb.name, subject: plan.subject };
  const outcome = await plan.carryOut(deps.db, { id, ...log, reason, now: deps.now() });
  if (outcome === "done") await plan.follow?.();
  // The first of two clicks may have been written just now.
  if (outcome === "changed" && !(await isLogged())) refuse(say("changed"));
  return finish(id, plan.back);
}
