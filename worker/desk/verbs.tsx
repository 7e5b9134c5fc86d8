/** @jsxImportSource hono/jsx */
/**
 * Whatever is done at the desk takes two steps of one address: the first says what will happen, the
 * second does it. The second carries what the first showed, sealed: what has changed since is shown
 * again instead. The id of the form is the id of its line in the log, so that it counts once.
 */
import type { Context } from "hono";
import * as z from "zod/mini";
import type { App } from "../context.ts";
import type { Deps } from "../deps.ts";
import type { OperatorRole } from "../env.ts";
import { deriveKey, hexOf, hmacHex, randomBytes } from "../platform/crypto.ts";
import { actionOf } from "../store/operator-lists.ts";
import type { Operation, Outcome } from "../store/operators.ts";
import { deskOf, page, Refused, type Desk, type Word } from "./view.tsx";

interface Plan {
  /** What will happen, in sentences. */
  says: readonly string[];
  /** What decides it; another second step than for this is refused. */
  seen: readonly unknown[];
  subject: (id: string) => string;
  /** Below `/desk`, where its outcome is to be seen. */
  back: string;
  carryOut: (operation: Operation) => Promise<Outcome>;
  /** Where it is to be seen on the shop's own screens before. */
  preview?: () => Promise<string>;
}

type Fields = Readonly<Record<string, string>>;
type Form = Readonly<Record<string, string | undefined>>;

export interface Verb {
  may: OperatorRole;
  title: Word;
  /** As the log names it. */
  action: string;
  fields: Record<string, z.ZodMiniType<string, string>>;
  maxKib?: number;
  /** @throws Refused with a sentence for the operator. */
  plan: (desk: Desk, fields: Fields) => Promise<Plan>;
  /** What follows from it elsewhere, also where the form is sent again. */
  after?: (desk: Desk) => Promise<void>;
  /** Answers with what was asked for instead of the page to go back to. */
  answer?: (desk: Desk, fields: Fields) => Promise<Response>;
}

const line = (max: number) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(max), z.regex(/^\P{Cc}*$/u, "invalid"));

export const formOf = ({ fields }: Verb) =>
  z.strictObject({
    ...fields,
    reason: line(500),
    id: z.optional(z.string().check(z.regex(/^[0-9a-f]{32}$/))),
    seal: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
    back: z.optional(z.string().check(z.regex(/^(\/[\w.%-]+)*$/))),
  });

/** @param form - validated by `formOf`. */
export async function answerVerb(
  c: Context<App>,
  path: string,
  verb: Verb,
  form: Form,
): Promise<Response> {
  const desk = await deskOf(c);
  const { deps, operator } = desk;
  const { reason = "", id, seal, back = "", ...rest } = form;
  const fields = rest as Fields;
  const finish = async (operation: string, to: string) => {
    await verb.after?.(desk);
    return (await verb.answer?.(desk, fields)) ?? c.redirect(`/desk${to}?done=${operation}`, 303);
  };
  const planning = verb.plan(desk, fields);
  // After it, so that a second click sees either the books of before or the line of the first.
  await planning.catch(() => undefined);
  const isKnown = await isLogged(deps, id, operator.name);
  if (id !== undefined && seal !== undefined && isKnown) return finish(id, back);
  const plan = await planning;
  const sealFor = (formId: string) =>
    sealOf(desk, [formId, path, operator.name, reason, fields, plan.seen]);
  if (id === undefined || seal !== (await sealFor(id))) {
    const newId = hexOf(randomBytes(16));
    const hidden = { ...fields, reason, id: newId, seal: await sealFor(newId), back: plan.back };
    const isStale = seal !== undefined;
    const preview = await plan.preview?.();
    const shown = { path, verb, plan, hidden, isStale, preview };
    return c.html(confirmation(desk, shown), isStale ? 409 : 200);
  }
  const log = { operator: operator.name, action: verb.action, subject: plan.subject(id) };
  const outcome = await plan.carryOut({ id, ...log, reason, now: deps.now() });
  // The first of two clicks may have been written just now.
  if (outcome === "changed" && !(await isLogged(deps, id, operator.name)))
    throw new Refused(desk.say("changed"));
  return finish(id, plan.back);
}

async function isLogged({ db }: Deps, id = "", operator = ""): Promise<boolean> {
  return id !== "" && (await actionOf(db, id))?.operator === operator;
}

async function sealOf({ deps }: Desk, said: readonly unknown[]): Promise<string> {
  return hmacHex(await deriveKey(deps.config.SESSION_SECRET, "desk-form"), JSON.stringify(said));
}

interface Confirmation {
  path: string;
  verb: Verb;
  plan: Plan;
  hidden: Fields;
  /** Something else was shown before. */
  isStale: boolean;
  preview: string | undefined;
}

function confirmation(desk: Desk, shown: Confirmation) {
  const { path, verb, plan, hidden, isStale, preview } = shown;
  const { say } = desk;
  return page({
    desk,
    title: say(verb.title),
    children: (
      <>
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
        <p>{say("because", { reason: hidden["reason"] ?? "", operator: desk.operator.name })}</p>
        <form method="post" action={`/desk/${path}`}>
          {Object.entries(hidden).map(([name, value]) => (
            <input type="hidden" name={name} value={value} />
          ))}
          <button type="submit" class="does">
            {say(verb.title)}
          </button>
        </form>
        <p>
          <a href={`/desk${plan.back}`}>{say("leave")}</a>
        </p>
      </>
    ),
  });
}
