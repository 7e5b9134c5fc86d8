/** Typed functions of single calls of the upstream, which `client.ts` carries out. */
import * as z from "zod/mini";
import type { Locale } from "#contract/locales";
import type { CookieJar } from "./cookie-jar.ts";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
type Path = `/${string}`;

/** What fails together. `groups.ts` says how each is watched. */
export type Group = "identity" | "member" | "catalogue" | "recommender" | "checkout" | "service";

/** Or the variable that holds it, where no document settles a path. */
type SomePath = Path | `UPSTREAM_${"REFRESH" | "PAYMENT_EVENTS" | "CANCELLATIONS"}_PATH`;

export const isFixed = (path: SomePath): path is Path => path.startsWith("/");

export interface EndpointSpec<Result> {
  group: Group;
  method: Method;
  /** Below `/api/v1`, with `{name}` in place of each parameter. */
  path: SomePath;
  encoding: "json" | "form";
  /** Default 8,000. */
  timeoutMs?: number | undefined;
  /** Without it any 2xx is success, whatever its body. */
  mustAnswer: boolean;
  /** @throws ZodError when a required field is missing. */
  read: (body: unknown, params: Record<string, string>, reading?: Reading) => Result;
}

export interface Reading {
  /** Of times without a zone: `Z` or `+08:00`. */
  zone: string;
  guessed: (what: string) => void;
}
const asItStands: Reading = { zone: "Z", guessed: () => {} };

export interface UpstreamRequest {
  params?: Record<string, string>;
  query?: Record<string, string | number | undefined>;
  body?: object;
  /** Default: the language of the current request. */
  locale?: Locale;
  /** Default: the signed-in member's token, if any. Null: none, as a stranger. */
  bearer?: string | null;
  /** The upstream's own cookies, never the browser's. */
  cookies?: CookieJar;
  idempotencyKey?: string;
  /** Who tries a password; `shop/limits/guesser.ts` makes it. */
  signInSource?: string | null;
  timeoutMs?: number;
}

export interface UpstreamAnswer<Result> {
  body: Result;
  status: number;
  cookies: CookieJar;
}

export interface Upstream {
  /** @throws ShopError `upstream_…`, or for a 4xx the code of its `detail`. */
  call<Result>(
    endpoint: EndpointSpec<Result>,
    request: UpstreamRequest,
  ): Promise<UpstreamAnswer<Result>>;
}

type ParamNames<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;
type Params<Template> = Template extends Path
  ? Record<ParamNames<Template>, string>
  : Record<never, string>;
type Request<Template, Body> = Omit<UpstreamRequest, "params" | "body"> &
  ([keyof Params<Template>] extends [never] ? object : { params: Params<Template> }) &
  (Body extends null ? object : { body: Body });

export type FixedEndpoint<Result> = EndpointSpec<Result> & { path: Path };

export interface Endpoint<Template extends SomePath, Body, Result> extends EndpointSpec<Result> {
  path: Template;
  (upstream: Upstream, request: Request<Template, Body>): Promise<UpstreamAnswer<Result>>;
}

interface Sends<Body> {
  encoding: "json" | "form";
  body?: Body;
}
export const json = <Body extends object>(): Sends<Body> => ({ encoding: "json" });
export const form = <Body extends Record<string, string>>(): Sends<Body> => ({ encoding: "form" });

interface Answered<Answer extends z.ZodMiniType, Result, Body> {
  sends?: Sends<Body> | undefined;
  timeoutMs?: number;
  answer: Answer;
  translate: (answer: z.output<Answer>, params: Record<string, string>, reading: Reading) => Result;
  /** Used instead of an unreadable answer; without a fallback such an answer is a failure. */
  fallback?: Result;
}

export function endpoint<
  const Template extends SomePath,
  Answer extends z.ZodMiniType,
  Result,
  Body = null,
>(
  group: Group,
  method: Method,
  path: Template,
  { sends, timeoutMs, answer, translate, fallback }: Answered<Answer, Result, Body>,
): Endpoint<Template, Body, Result> {
  const spec: EndpointSpec<Result> & { path: Template } = {
    group,
    method,
    path,
    encoding: sends?.encoding ?? "json",
    timeoutMs,
    mustAnswer: fallback === undefined,
    read(body, params, reading = asItStands) {
      const found = z.safeParse(answer, withoutEnvelope(answer, body));
      if (found.success) return translate(found.data, params, reading);
      if (fallback === undefined) throw found.error;
      return fallback;
    },
  };
  const call = (upstream: Upstream, request: UpstreamRequest) => upstream.call(spec, request);
  return Object.assign(call, spec);
}

const nothing = { answer: z.unknown(), translate: () => null, fallback: null };

/** For a call whose answer no document shows. */
export function command<const Template extends SomePath, Body = null>(
  group: Group,
  method: Method,
  path: Template,
  sends?: Sends<Body>,
) {
  return endpoint(group, method, path, { sends, ...nothing });
}

function withoutEnvelope(answer: z.ZodMiniType, body: unknown): unknown {
  if (!isObject(body) || !isObject(body["data"])) return body;
  const fields = answer instanceof z.ZodMiniObject ? Object.keys(answer.def.shape) : [];
  return fields.some((name) => Object.hasOwn(body, name)) ? body : body["data"];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
