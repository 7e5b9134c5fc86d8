import type { Deps } from "../../deps.ts";
import { ShopError } from "../../errors/shop-error.ts";

/** With the shop's own credential; while it is being changed, also with the one before, for an upstream that does not know the new one yet. */
export async function asService<Answer>(
  { config, log }: Deps,
  call: (bearer: string) => Promise<Answer>,
): Promise<Answer> {
  const { UPSTREAM_SERVICE_TOKEN: present, UPSTREAM_SERVICE_TOKEN_PREVIOUS: previous } = config;
  try {
    return await call(present ?? "");
  } catch (error) {
    if (previous === null || !isRefusedCredential(error)) throw error;
    log.info("the upstream refuses the new service token");
    return call(previous);
  }
}

function isRefusedCredential(error: unknown): boolean {
  return error instanceof ShopError && (error.status === 401 || error.status === 403);
}
