/** What the rest of the Worker knows of the upstream; `client.ts` implements it. */
import type * as z from "zod/mini";
import type { Locale } from "#contract/locales";
import type { CookieJar } from "./cookie-jar.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** What fails together. `groups.ts` says how each is watched. */
export type Group = "identity" | "member" | "catalogue" | "recommender" | "checkout" | "service";

/** Paths that no document settles. */
export interface ConfiguredPaths {
  refresh: `/${string}`;
  paymentEvents: `/${string}` | null;
  cancellations: `/${string}` | null;
}

export interface EndpointSpec<Result> {
  group: Group;
  method: Method;
  /** Below `/api/v1`, with `{name}` in place of each parameter. */
  path: `/${string}` | ((paths: ConfiguredPaths) => `/${string}`);
  encoding: "json" | "form";
  /** Default 8,000. */
  timeoutMs?: number;
  /** `nothing`: no document shows an answer, so any 2xx is success. */
  expects: "answer" | "answer_or_fallback" | "nothing";
  /** @throws ZodError when a required field is missing. */
  read: (body: unknown, params: Record<string, string>, reading?: Reading) => Result;
}

/** What an answer does not say of itself. */
export interface Reading {
  /** Of times without a zone: `Z` or `+08:00`. */
  zone: string;
  /** Is told what was guessed, for the log. */
  guessed: (what: string) => void;
}

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
  signInSource?: string;
  timeoutMs?: number;
  /** For a call with effects whose repetition the upstream recognises. */
  safeToRepeat?: boolean;
}

export interface UpstreamAnswer<Result> {
  body: Result;
  status: number;
  cookies: CookieJar;
}

export interface Upstream {
  /**
   * @throws ShopError `upstream_unavailable`, `upstream_maintenance`, `upstream_timeout`, `upstream_garbled`, or for a 4xx the
   * code of its `detail` (`upstream_refused` when unknown) with that `detail` and status.
   */
  call<Result>(
    endpoint: EndpointSpec<Result>,
    request: UpstreamRequest,
  ): Promise<UpstreamAnswer<Result>>;
}

export type Schema = z.ZodMiniType;
