/** The bindings of these tests: those of `wrangler.toml`, and the migrations for their database. */
declare namespace Cloudflare {
  interface Env extends Record<import("../../worker/env.ts").Counter, RateLimit> {
    DB: D1Database;
    SECOND: D1Database;
    CONTENT: KVNamespace;
    BACKUPS: R2Bucket;
    UPSTREAM: Fetcher;
    /** Recordings by the newest migration of their version. */
    VERSIONS: Record<string, string>;
    MIGRATIONS: import("cloudflare:test").D1Migration[];
  }
}
