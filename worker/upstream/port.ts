/** What the rest of the Worker knows of the upstream; `client.ts` is the one implementation. */
import type * as z from "zod/mini";
import type { Locale } from "#contract/locales";

export interface UpstreamCall<Answer extends z.ZodMiniType> {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below `/api/v1`, with `{name}` places that `params` fills after checking them. */
  path: `/${string}`;
  params?: Record<string, string>;
  query?: Record<string, string | number | undefined>;
  json?: unknown;
  form?: Record<string, string>;
  answer: Answer;
  locale: Locale;
  /** The member's upstream token, or the service token. */
  bearer?: string;
  /** The upstream's own refresh cookie; nothing of the browser's ever goes here. */
  refreshCookie?: string;
  idempotencyKey?: string;
  /** Default 8,000. */
  timeoutMs?: number;
  /** Only calls marked safe are repeated, at most twice. GET is safe by itself. */
  safeToRepeat?: boolean;
}

export interface UpstreamAnswer<T> {
  body: T;
  status: number;
  /** The refresh cookie that the upstream set, if it did. */
  refreshCookie: string | null;
}

export interface Upstream {
  /**
   * @throws ShopError `upstream_unavailable`, `upstream_maintenance`, `upstream_timeout`, `upstream_garbled`, or, for a 4xx,
   * the code of its `detail` in the catalogue (`upstream_refused` when it is not there) with that `detail` and status.
   */
  call<Answer extends z.ZodMiniType>(call: UpstreamCall<Answer>): Promise<UpstreamAnswer<z.infer<Answer>>>;
}
