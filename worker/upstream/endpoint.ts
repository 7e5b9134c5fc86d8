/** Makes a typed function of one documented call: path, request, answer and translation in one place. */
import * as z from "zod/mini";
import type {
  EndpointSpec,
  Group,
  Reading,
  Schema,
  Upstream,
  UpstreamAnswer,
  UpstreamRequest,
} from "./port.ts";

type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;
type Params<Path> = Path extends `/${string}`
  ? Record<ParamNames<Path>, string>
  : Record<never, string>;
type Options = Omit<UpstreamRequest, "params" | "body">;
type Request<Path, Body> = Options &
  ([keyof Params<Path>] extends [never] ? object : { params: Params<Path> }) &
  (Body extends null ? object : { body: Body });

export interface Endpoint<Path, Body, Result> extends EndpointSpec<Result> {
  (upstream: Upstream, request: Request<Path, Body>): Promise<UpstreamAnswer<Result>>;
}

export interface Sends<Body> {
  encoding: "json" | "form";
  body?: Body;
}
export const json = <Body extends object>(): Sends<Body> => ({ encoding: "json" });
export const form = <Body extends Record<string, string>>(): Sends<Body> => ({ encoding: "form" });

interface Declared<Path extends EndpointSpec<unknown>["path"], Body> {
  group: Group;
  method: EndpointSpec<unknown>["method"];
  path: Path;
  sends?: Sends<Body>;
  timeoutMs?: number;
}
interface Answered<Answer extends Schema, Result> {
  answer: Answer;
  translate: (answer: z.output<Answer>, params: Record<string, string>, reading: Reading) => Result;
  /** Used instead of an unreadable answer; without a fallback such an answer is a failure. */
  fallback?: Result;
}

export function endpoint<
  const Path extends EndpointSpec<unknown>["path"],
  Answer extends Schema,
  Result,
  Body = null,
>(declared: Declared<Path, Body> & Answered<Answer, Result>): Endpoint<Path, Body, Result> {
  const { answer, translate, fallback } = declared;
  const read: EndpointSpec<Result>["read"] = (body, params, reading = asItStands) => {
    const found = readWhole(answer, body);
    if (found.success) return translate(found.data, params, reading);
    if (fallback === undefined) throw found.error;
    return fallback;
  };
  return callable(declared, fallback === undefined ? "answer" : "answer_or_fallback", read);
}

const asItStands: Reading = { zone: "Z", guessed: () => {} };

/** For a call whose answer no document shows. */
export function command<const Path extends EndpointSpec<unknown>["path"], Body = null>(
  declared: Declared<Path, Body>,
): Endpoint<Path, Body, null> {
  return callable(declared, "nothing", () => null);
}

function callable<Path extends EndpointSpec<unknown>["path"], Body, Result>(
  { group, method, path, sends, timeoutMs }: Declared<Path, Body>,
  expects: EndpointSpec<Result>["expects"],
  read: EndpointSpec<Result>["read"],
): Endpoint<Path, Body, Result> {
  const encoding = sends?.encoding ?? "json";
  const spec: EndpointSpec<Result> = {
    group,
    method,
    path,
    encoding,
    expects,
    read,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  };
  const call = (upstream: Upstream, request: UpstreamRequest) => upstream.call(spec, request);
  return Object.assign(call, spec);
}

/** Unwraps a `data` envelope if none of the requested fields stands beside `data`. */
function readWhole<Answer extends Schema>(answer: Answer, body: unknown) {
  const isWrapped =
    isObject(body) &&
    isObject(body["data"]) &&
    !Object.keys(fieldsOf(answer)).some((name) => Object.hasOwn(body, name));
  return z.safeParse(answer, isWrapped ? body["data"] : body);
}

function fieldsOf(answer: Schema): object {
  return answer instanceof z.ZodMiniObject ? answer.def.shape : {};
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
