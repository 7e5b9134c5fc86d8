/** The few Workers types that the Worker's modules name; the whole set would fight with the browser's. */
import type * as Workers from "@cloudflare/workers-types/index.ts";

declare global {
  type D1Database = Workers.D1Database;
  type D1DatabaseSession = Workers.D1DatabaseSession;
  interface Fetcher {
    fetch(input: Request | URL | string, init?: RequestInit): Promise<Response>;
  }
  interface Request {
    readonly cf?: { country?: unknown };
  }
  interface CacheStorage {
    readonly default: Cache;
  }
  interface SubtleCrypto {
    timingSafeEqual(a: Uint8Array, b: Uint8Array): boolean;
  }
  type KVNamespace = Workers.KVNamespace;
  type R2Bucket = Workers.R2Bucket;
  type RateLimit = Workers.RateLimit;
  type SendEmail = Workers.SendEmail;
}
