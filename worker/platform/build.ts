/** `import.meta.env` exists under Vite only; elsewhere nothing counts as development. */
import { version as packageVersion } from "../../package.json";

/** The commit, written in by `vite.config.ts`; tests that run the source know none. */
declare const SHOP_COMMIT: string | undefined;

export const isDevelopment = (import.meta as { env?: { DEV?: boolean } }).env?.DEV === true;
/** `0.1.0+4f1ff5a0c2d1`, as `.scripts/deploy/version.ts` spells it. */
export const version =
  typeof SHOP_COMMIT === "undefined" ? packageVersion : `${packageVersion}+${SHOP_COMMIT}`;
