// Local mode's secrets are made at the first start and never leave the machine.
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { root } from "./installed.mjs";

export function ensureLocalSecrets(): void {
  const shop = resolve(root, ".dev.vars");
  const upstream = resolve(root, "worker/stand-ins/upstream/.dev.vars");
  if (existsSync(shop) && existsSync(upstream)) return;
  const secret = () => randomBytes(32).toString("base64url");
  const serviceToken = secret();
  const lines = [
    `SESSION_SECRET=${secret()}`,
    `UPSTREAM_TOKEN_KEY=${secret()}`,
    `PAYMENT_RESULT_SECRET=${secret()}`,
    `UPSTREAM_SERVICE_TOKEN=${serviceToken}`,
  ];
  writeWhole(shop, `${lines.join("\n")}\n`);
  writeWhole(upstream, `UPSTREAM_SERVICE_TOKEN=${serviceToken}\n`);
}

/** A start that is killed meanwhile leaves no half of a file for the next one to trust. */
function writeWhole(file: string, text: string): void {
  const unfinished = resolve(root, ".wrangler/dev.vars");
  mkdirSync(dirname(unfinished), { recursive: true });
  writeFileSync(unfinished, text, { mode: 0o600 });
  renameSync(unfinished, file);
}
