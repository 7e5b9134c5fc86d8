/** Node, with an end: what the files of a process shared is closed after the last of them. */
import type { Environment } from "vitest/runtime";
import { closings } from "./process-end.ts";

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
