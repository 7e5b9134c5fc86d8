/** Node, with an end: what the files of a process shared is closed after the last of them. */
import type { Environment } from "vitest/runtime";

declare global {
  // The environment is loaded apart from the tests: a variable of this module would not be the same one there.
  var testProcessClosings: (() => Promise<void>)[] | undefined;
}

function closings(): (() => Promise<void>)[] {
  globalThis.testProcessClosings ??= [];
  return globalThis.testProcessClosings;
}

export function closeAtProcessEnd(close: () => Promise<void>): void {
  closings().push(close);
}

const environment: Environment = {
  name: "node",
  viteEnvironment: "ssr",
  setup: () => ({
    teardown: async () => {
      for (const close of closings()) await close();
    },
  }),
};

export default environment;
