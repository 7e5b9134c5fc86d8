import type { DrizzleD1Database } from "drizzle-orm/d1";
import type { RequestPorts } from "./context.ts";
import type { OperatorRole } from "./env.ts";
import type { Upstream } from "./upstream/endpoint.ts";

export type Database = DrizzleD1Database & { $client: D1Database };

export interface MemberActor {
  memberId: string;
  sessionId: string;
}

export interface Operator {
  /** The address by which Access knows them. */
  name: string;
  roles: readonly OperatorRole[];
}

/** The first argument of a verb in `shop/`. */
export type Deps = Pick<RequestPorts, keyof RequestPorts>;

/** Null, and a warning, for what fails. */
export function orWarn<Found>({ log }: Pick<Deps, "log">, event: string, work: Promise<Found>) {
  return work.catch((error: unknown) => {
    log.warn(event, { error });
    return null;
  });
}

/** The same ports but for the upstream. Copying them would make them all. */
export function withUpstream(deps: Deps, upstream: Upstream): Deps {
  return Object.create(deps, { upstream: { value: upstream } });
}
