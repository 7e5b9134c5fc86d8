import type { Bindings, Config } from "../env.ts";
import type { Log } from "../http/log.ts";
import type { Upstream } from "./port.ts";

export function createUpstream(_env: Bindings, _config: Config, _log: Log): Upstream {
  throw new Error("not built yet");
}
