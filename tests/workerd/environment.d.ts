declare namespace Cloudflare {
  interface Env extends Record<import("../../worker/env.ts").Counter, RateLimit> {
    DB: D1Database;
    SECOND: D1Database;
    CONTENT: KVNamespace;
    BACKUPS: R2Bucket;
    UPSTREAM: Fetcher;
    VERSIONS: Record<string, string>;
    MIGRATIONS: import("cloudflare:test").D1Migration[];
  }
}
