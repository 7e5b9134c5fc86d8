// Moves orders of the upstream along, as its operators do: against `npm start` on its port, or the upstream at UPSTREAM_URL.
// The upstream alone decides what is allowed.
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { endCommand, readCommandLine } from "./command-line.ts";
import { root } from "./installed.mjs";

const statuses: Record<string, string> = {
  process: "processing",
  ship: "shipped",
  deliver: "delivered",
  fail: "payment_failed",
  cancel: "cancelled",
  refund: "refunded",
  "refund-partly": "partially_refunded",
};

const help = `Usage: npm run order -- VERB ORDER [ORDER …]

ORDER is an order's number (SL261121ABCDE) or its id.

  show           says where an order stands and where it may go
  process        pending → processing
  ship           processing → shipped
  deliver        shipped → delivered
  fail           payment_pending → payment_failed
  cancel         payment_pending, payment_failed, pending → cancelled
  refund         anything paid, cancelled → refunded
  refund-partly  anything paid → partially_refunded

Only a payment makes payment_pending into pending: press "pay now" on the orders page.

  PORT                    the port of npm start (5173)
  UPSTREAM_URL            another upstream's origin
  UPSTREAM_SERVICE_TOKEN  its service token, else the one in .dev.vars`;

interface Answer {
  status: number;
  body: OrderState | null;
}

/** What the upstream's service routes answer about an order, or about why not. */
interface OrderState {
  order_id?: string;
  status?: string;
  next?: string[];
  detail?: unknown;
}

interface Outcome {
  done: boolean;
  text: string;
}

const { positionals } = readCommandLine(help, {}, { positionals: true });
const [verb, ...names] = positionals;
if (verb === undefined || verb === "help") endCommand(0, help);
if (verb === "pay")
  endCommand(
    2,
    "Nobody marks an order as paid: a payment does. Press “pay now” on the orders page.",
  );
const wanted = statuses[verb];
if (wanted === undefined && verb !== "show")
  endCommand(2, `There is no verb “${verb}”.\n\n${help}`);
if (names.length === 0) endCommand(2, `Which order? npm run order -- ${verb} ORDER`);

const upstream = process.env.UPSTREAM_URL;
const base = upstream
  ? `${upstream.replace(/\/+$/, "")}/api/v1/service`
  : `http://localhost:${process.env.PORT ?? 5173}/local/service`;
const token = serviceToken();

let refused = 0;
for (const name of names) {
  const { done, text } = wanted === undefined ? await show(name) : await move(name, wanted);
  if (!done) refused += 1;
  (done ? console.log : console.error)(text);
}
process.exitCode = refused > 0 ? 1 : 0;

async function show(name: string): Promise<Outcome> {
  const answer = await call("GET", `/orders/${encodeURIComponent(name)}`);
  if (answer.status !== 200) return { done: false, text: reason(name, answer) };
  return {
    done: true,
    text: `${answer.body?.order_id} is ${answer.body?.status}; ${goals(answer)}`,
  };
}

async function move(name: string, to: string): Promise<Outcome> {
  const path = `/orders/${encodeURIComponent(name)}`;
  const before = await call("GET", path);
  if (before.status !== 200) return { done: false, text: reason(name, before) };
  const number = before.body?.order_id;
  const from = before.body?.status;
  if (from === to) return { done: true, text: `${number} is ${to} already` };
  const after = await call("POST", `${path}/status`, { status: to });
  if (after.status === 200)
    return { done: true, text: `${number}: ${from} → ${after.body?.status}` };
  const why = after.status === 409 ? `it is ${from}; ${goals(before)}` : reason(name, after);
  return { done: false, text: `${number} was not moved to ${to}: ${why}` };
}

function goals({ body }: Answer): string {
  const next = body?.next ?? [];
  return next.length === 0 ? "there is nowhere to move it" : `it may become ${next.join(", ")}`;
}

function reason(name: string, { status, body }: Answer): string {
  if (status === 404) return `${name}: no such order`;
  if (status === 401) return `${name}: the service token is not the upstream's`;
  return `${name}: the upstream answered ${status} ${typeof body?.detail === "string" ? body.detail : ""}`.trim();
}

async function call(method: string, path: string, json?: object): Promise<Answer> {
  const headers = {
    Authorization: `Bearer ${token}`,
    ...(json ? { "Content-Type": "application/json" } : {}),
  };
  const body = json ? { body: JSON.stringify(json) } : {};
  const response = await fetch(base + path, { method, headers, redirect: "manual", ...body }).catch(
    () => endCommand(1, `Nothing answers at ${new URL(base).origin}. Is npm start running?`),
  );
  try {
    return { status: response.status, body: JSON.parse(await response.text()) };
  } catch {
    return { status: response.status === 200 ? 502 : response.status, body: null };
  }
}

function serviceToken(): string {
  const file = resolve(root, ".dev.vars");
  const kept = existsSync(file)
    ? /^UPSTREAM_SERVICE_TOKEN=(.*)$/m.exec(readFileSync(file, "utf8"))?.[1]?.trim()
    : undefined;
  const found = process.env.UPSTREAM_SERVICE_TOKEN ?? kept;
  if (found) return found;
  endCommand(
    1,
    "UPSTREAM_SERVICE_TOKEN is neither in the environment nor in .dev.vars. Run npm start once, or set it.",
  );
}
