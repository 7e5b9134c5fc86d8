// Local mode's secrets are made at the first start and never leave the machine.
import { randomBytes } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { root } from "./installed.mjs";

export function ensureLocalSecrets() {
  const shop = resolve(root, ".dev.vars");
  const upstream = resolve(root, "worker/reference-upstream/.dev.vars");
  if (existsSync(shop) && existsSync(upstream)) return;
  const secret = () => randomBytes(32).toString("base64url");
  const serviceToken = secret();
  const lines = [
    `SESSION_SECRET=${secret()}`,
    `UPSTREAM_TOKEN_KEY=${secret()}`,
    `PAYMENT_RESULT_SECRET=${secret()}`,
    `UPSTREAM_SERVICE_TOKEN=${serviceToken}`,
  ];
  writeFileSync(shop, `${lines.join("\n")}\n`, { mode: 0o600 });
  writeFileSync(upstream, `UPSTREAM_SERVICE_TOKEN=${serviceToken}\n`, { mode: 0o600 });
}
