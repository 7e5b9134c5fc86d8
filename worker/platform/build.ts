/** `import.meta.env` exists under Vite only; elsewhere nothing counts as development. */
import { version as packageVersion } from "../../package.json";

export const isDevelopment = (import.meta as { env?: { DEV?: boolean } }).env?.DEV === true;
export const version = packageVersion;
