/** What the rest of the Worker knows of the upstream; `client.ts` and `member-upstream.ts` implement it. */
import type * as z from "zod/mini";
import type { Locale } from "#contract/locales";
import type { CookieJar } from "./cookie-jar.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Paths that no document settles, so that configuration names them. */
export interface ConfiguredPaths {
  refresh: `/${string}`;
  paymentEvents: `/${string}` | null;
}

/** One call of the upstream's `/api/v1`: where it goes and how its answer is read. */
export interface EndpointSpec<Result> {
  method: Method;
  /** Below `/api/v1`, with `{name}` in place of each parameter. */
  path: `/${string}` | ((paths: ConfiguredPaths) => `/${string}`);
  encoding: "json" | "form";
  /** Default 8,000. */
  timeoutMs?: number;
  /** `nothing`: no document shows an answer, so a 2xx is success whatever its body. */
  expects: "answer" | "answer_or_fallback" | "nothing";
  /** @throws ZodError when the answer lacks what the shop cannot do without. */
  read: (body: unknown, params: Record<string, string>) => Result;
}

export interface UpstreamRequest {
  /** Checked before they become part of the address. */
  params?: Record<string, string>;
  query?: Record<string, string | number | undefined>;
  body?: object;
  /** Default: the language of the request that is being answered. */
  locale?: Locale;
  /** Default: the signed-in member's token, where there is one. */
  bearer?: string;
  /** The upstream's own cookies; nothing of the browser's ever goes here. */
  cookies?: CookieJar;
  idempotencyKey?: string;
  /** Overrides the endpoint's. */
  timeoutMs?: number;
  /** For a call that changes something, and whose repetition the upstream is known to recognise. */
  safeToRepeat?: boolean;
}

export interface UpstreamAnswer<Result> {
  body: Result;
  status: number;
  /** The cookies that were sent, with the changes that the answer made. */
  cookies: CookieJar;
}

export interface Upstream {
  /**
   * @throws ShopError `upstream_unavailable`, `upstream_maintenance`, `upstream_timeout`, `upstream_garbled`, or, for a 4xx,
   * the code of its `detail` in the catalogue (`upstream_refused` when it is not there) with that `detail` and status.
   */
  call<Result>(endpoint: EndpointSpec<Result>, request: UpstreamRequest): Promise<UpstreamAnswer<Result>>;
}

export type Schema = z.ZodMiniType;
