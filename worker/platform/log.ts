import { version } from "./build.ts";

/** The list of fields is closed, so that no token, code, address or mail gets in. */
export interface LogFields {
  code?: string;
  route?: string;
  status?: number;
  method?: string;
  ms?: number;
  /** All calls of the upstream together, one after the other or not. */
  upstreamMs?: number;
  reason?: string;
  upstreamPath?: string;
  orderId?: string;
  merchantTradeNo?: string;
  sessionId?: string;
  /** Keyed hash of a member's id or e-mail. */
  subject?: string;
  /** Keyed hash of a visitor's address; undefined where nobody asks or no secret is. */
  client?: string | undefined;
  count?: number;
  ageSeconds?: number;
  directive?: string;
  blocked?: string;
  document?: string;
  error?: unknown;
}

export type HeardErrors = Map<string, { count: number; example: string }>;

const writeEveryMs = 3_000;
let heard: HeardErrors = new Map();
let plannedUntil = 0;

export function takeErrors(): HeardErrors {
  const taken = heard;
  heard = new Map();
  return taken;
}

export function putBackErrors(errors: HeardErrors): void {
  for (const [event, { count, example }] of errors) {
    const later = heard.get(event);
    heard.set(event, { count: count + (later?.count ?? 0), example: later?.example ?? example });
  }
}

/** `writeErrors` is called every few seconds at most: a flood of errors is no flood of writes. */
export function createLog(requestId: string, writeErrors: () => void = () => {}) {
  const hear = (event: string, example: string) => {
    heard.set(event, { count: (heard.get(event)?.count ?? 0) + 1, example });
    if (Date.now() < plannedUntil) return;
    plannedUntil = Date.now() + writeEveryMs;
    writeErrors();
  };
  const write =
    (level: "info" | "warn" | "error") =>
    (event: string, fields: LogFields = {}) => {
      const { error, ...rest } = fields;
      const line = {
        time: new Date().toISOString(),
        level,
        event,
        requestId,
        version,
        ...rest,
        ...(error === undefined ? {} : { error: describe(error) }),
      };
      console[level](JSON.stringify(line));
      if (level === "error") hear(event, inWords(fields, requestId));
    };
  return { info: write("info"), warn: write("warn"), error: write("error") };
}
export type Log = ReturnType<typeof createLog>;

function inWords(fields: LogFields, requestId: string): string {
  const { method, route, orderId, merchantTradeNo, code, reason, error } = fields;
  const words = [
    method === undefined ? route : `${method} ${route}`,
    orderId && `order ${orderId}`,
    merchantTradeNo && `trade ${merchantTradeNo}`,
    code,
    reason,
    error === undefined ? undefined : inOneLine(error),
    `request ${requestId}`,
  ];
  return words.filter(Boolean).join(" · ");
}

const longestLine = 400;

/** For people: what lies deepest comes first, since the rest may be a long query. */
export function inOneLine(error: unknown): string {
  const said = sayings(error).toReversed().join(" ← ");
  return said.replaceAll(/\s+/g, " ").slice(0, longestLine);
}

function describe(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  const calls = stack.split("\n").filter((line) => /^\s+at /.test(line));
  return [sayings(error).join(" ← "), ...calls].join("\n");
}

function sayings(error: unknown): string[] {
  if (!(error instanceof Error)) return ["not an Error"];
  const { cause } = error;
  const deeper = cause instanceof Error ? [`${cause.name}: ${cause.message}`] : [];
  return [`${error.name}: ${messageOf(error)}`, ...deeper];
}

/** For a failed query only its SQL: the query builder's message contains every bound value. */
function messageOf(error: Error): string {
  const query: unknown = Reflect.get(error, "query");
  return typeof query === "string" ? query : error.message;
}
