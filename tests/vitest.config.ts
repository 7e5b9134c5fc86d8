import { resolve } from "node:path";
import { defineConfig } from "vitest/config";

const root = resolve(import.meta.dirname, "..");
const project = (name: string, environment: "node" | "jsdom", extra: object = {}) => ({
  root,
  test: { name, environment, include: [`tests/${name}/**/*.test.{ts,tsx}`], ...extra },
});
/** Starting three Workers takes a few seconds on a small machine. */
const withWorkers = { testTimeout: 60_000, hookTimeout: 120_000 };

export default defineConfig({
  root,
  test: {
    maxWorkers: 2,
    projects: [
      project("unit", "node", { testTimeout: 30_000 }),
      project("house", "node", { testTimeout: 120_000 }),
      project("web", "jsdom", { testTimeout: 30_000 }),
      project("upstream", "node", withWorkers),
      project("worker", "node", withWorkers),
      project("journeys", "node", { testTimeout: 240_000, hookTimeout: 120_000 }),
    ],
  },
});
