/** Every call that the shop can make of the upstream, found in its modules. */
import type { EndpointSpec } from "../../worker/upstream/port.ts";

export interface FoundEndpoint {
  name: string;
  endpoint: EndpointSpec<unknown>;
}

export function endpointsOfUpstream(): FoundEndpoint[] {
  const modules = import.meta.glob<Record<string, unknown>>("../../worker/upstream/*.ts", {
    eager: true,
  });
  return Object.values(modules)
    .flatMap((module) => Object.entries(module))
    .flatMap(([name, endpoint]) => (isEndpoint(endpoint) ? [{ name, endpoint }] : []));
}

function isEndpoint(value: unknown): value is EndpointSpec<unknown> {
  return typeof value === "function" && "expects" in value;
}
