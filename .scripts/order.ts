// Moves orders of the upstream along as its operators do. It alone decides what is allowed.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { loadEnvFile } from "node:process";
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

class Refused extends Error {}

/** What the upstream's service routes answer about an order, or about why not. */
interface Answer {
  code: number;
  order_id?: string;
  status?: string;
  next?: string[];
  detail?: unknown;
}

const { positionals } = readCommandLine(help, {}, { positionals: true });
const [verb, ...names] = positionals;
if (verb === undefined) endCommand(0, help);
const wanted = statuses[verb];
if (wanted === undefined && verb !== "show")
  endCommand(2, `There is no verb “${verb}”.\n\n${help}`);
if (names.length === 0) endCommand(2, `Which order? npm run order -- ${verb} ORDER`);

const upstream = process.env.UPSTREAM_URL;
const base = upstream
  ? `${upstream.replace(/\/+$/, "")}/api/v1/service`
  : `http://localhost:${process.env.PORT ?? 5173}/local/service`;
const token = serviceToken();

for (const name of names)
  try {
    console.log(wanted === undefined ? await show(name) : await move(name, wanted));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }

async function show(name: string): Promise<string> {
  const order = await found(name);
  return `${order.order_id} is ${order.status}; ${goals(order)}`;
}

async function move(name: string, to: string): Promise<string> {
  const before = await found(name);
  const { order_id: number, status: from } = before;
  if (from === to) return `${number} is ${to} already`;
  const after = await call("POST", `${pathOf(name)}/status`, { status: to });
  if (after.code === 200) return `${number}: ${from} → ${after.status}`;
  const why = after.code === 409 ? `it is ${from}; ${goals(before)}` : reason(name, after);
  throw new Refused(`${number} was not moved to ${to}: ${why}`);
}

async function found(name: string): Promise<Answer> {
  const answer = await call("GET", pathOf(name));
  if (answer.code !== 200) throw new Refused(reason(name, answer));
  return answer;
}

function goals({ next = [] }: Answer): string {
  return next.length === 0 ? "there is nowhere to move it" : `it may become ${next.join(", ")}`;
}

function reason(name: string, { code, detail }: Answer): string {
  if (code === 404) return `${name}: no such order`;
  if (code === 401) return `${name}: the service token is not the upstream's`;
  const words = typeof detail === "string" ? ` ${detail}` : "";
  return `${name}: the upstream answered ${code}${words}`;
}

function pathOf(name: string): string {
  return `/orders/${encodeURIComponent(name)}`;
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
  const code = response.status;
  const answer: unknown = await response.json().catch(() => null);
  return answer === null ? { code: code === 200 ? 502 : code } : { ...Object(answer), code };
}

function serviceToken(): string {
  const file = resolve(root, ".dev.vars");
  if (existsSync(file)) loadEnvFile(file);
  const missing =
    "UPSTREAM_SERVICE_TOKEN is neither in the environment nor in .dev.vars. Run npm start once, or set it.";
  return process.env.UPSTREAM_SERVICE_TOKEN ?? endCommand(1, missing);
}
