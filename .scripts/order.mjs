/**
 * Moves orders of the upstream along, as its operators do. The upstream alone decides what is allowed.
 *
 *   npm run order -- ship SL261121ABCDE
 *
 * Against `npm start` on its port; with UPSTREAM_URL, against that upstream. The service token comes from the environment or `.dev.vars`.
 */
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { root } from "./installed.mjs";

const statuses = {
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

const [verb, ...names] = process.argv.slice(2);
if (verb === undefined || verb === "help" || verb === "--help" || verb === "-h") end(0, help);
if (verb === "pay") end(2, "Nobody marks an order as paid: a payment does. Press “pay now” on the orders page.");
if (verb !== "show" && !Object.hasOwn(statuses, verb)) end(2, `There is no verb “${verb}”.\n\n${help}`);
if (names.length === 0) end(2, `Which order? npm run order -- ${verb} ORDER`);

const upstream = process.env.UPSTREAM_URL;
const base = upstream
  ? `${upstream.replace(/\/+$/, "")}/api/v1/service`
  : `http://localhost:${process.env.PORT ?? 5173}/local/service`;
const token = serviceToken();

let refused = 0;
for (const name of names) {
  const said = verb === "show" ? await show(name) : await move(name, statuses[verb]);
  if (!said.done) refused += 1;
  (said.done ? console.log : console.error)(said.text);
}
process.exitCode = refused > 0 ? 1 : 0;

async function show(name) {
  const { status, body } = await call("GET", `/orders/${encodeURIComponent(name)}`);
  if (status !== 200) return { done: false, text: reason(name, status, body) };
  return { done: true, text: `${body.order_id} is ${body.status}; ${goals(body.next)}` };
}

async function move(name, wanted) {
  const path = `/orders/${encodeURIComponent(name)}`;
  const before = await call("GET", path);
  if (before.status !== 200) return { done: false, text: reason(name, before.status, before.body) };
  const { order_id: number, status: from } = before.body;
  if (from === wanted) return { done: true, text: `${number} is ${wanted} already` };
  const { status, body } = await call("POST", `${path}/status`, { status: wanted });
  if (status === 200) return { done: true, text: `${number}: ${from} → ${body.status}` };
  const why = status === 409 ? `it is ${from}; ${goals(before.body.next)}` : reason(name, status, body);
  return { done: false, text: `${number} was not moved to ${wanted}: ${why}` };
}

function goals(next) {
  return next.length === 0 ? "there is nowhere to move it" : `it may become ${next.join(", ")}`;
}

function reason(name, status, body) {
  if (status === 404) return `${name}: no such order`;
  if (status === 401) return `${name}: the service token is not the upstream's`;
  return `${name}: the upstream answered ${status} ${typeof body?.detail === "string" ? body.detail : ""}`.trim();
}

async function call(method, path, json) {
  const headers = { Authorization: `Bearer ${token}`, ...(json ? { "Content-Type": "application/json" } : {}) };
  let response;
  try {
    response = await fetch(base + path, { method, headers, redirect: "manual", ...(json ? { body: JSON.stringify(json) } : {}) });
  } catch {
    end(1, `Nothing answers at ${new URL(base).origin}. Is npm start running?`);
  }
  const text = await response.text();
  try {
    return { status: response.status, body: JSON.parse(text) };
  } catch {
    return { status: response.status === 200 ? 502 : response.status, body: null };
  }
}

function serviceToken() {
  const file = resolve(root, ".dev.vars");
  const kept = existsSync(file) ? /^UPSTREAM_SERVICE_TOKEN=(.*)$/m.exec(readFileSync(file, "utf8"))?.[1]?.trim() : undefined;
  const found = process.env.UPSTREAM_SERVICE_TOKEN ?? kept;
  if (!found) end(1, "UPSTREAM_SERVICE_TOKEN is neither in the environment nor in .dev.vars. Run npm start once, or set it.");
  return found;
}

function end(code, text) {
  (code === 0 ? console.log : console.error)(text);
  process.exit(code);
}
