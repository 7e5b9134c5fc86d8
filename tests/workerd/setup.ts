/** Every test begins with the shop's migrated, empty database and an empty KV. */
import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach } from "vitest";

beforeEach(() => applyD1Migrations(env.DB, env.MIGRATIONS));
// Not before: a reset before the first test of a file was seen to leave what the file before it had written.
afterEach(() => reset());
