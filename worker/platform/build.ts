/** Facts of the build. `import.meta.env` is Vite's; elsewhere it does not exist and nothing is in development. */
import { version as packageVersion } from "../../package.json";

export const isDevelopment = (import.meta as { env?: { DEV?: boolean } }).env?.DEV === true;
export const version = packageVersion;
