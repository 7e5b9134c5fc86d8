/** The shop behind a door that keeps `Secure` cookies in every engine, and the engines that are here. */
import { missingEngines, sayMissing, isInCi, type EngineName } from "../../.scripts/browser.ts";
import { startShop, type Shop } from "../support/shop.ts";
import { startChromium } from "./drivers/chromium.ts";
import type { Engine } from "./drivers/driver.ts";
import { startFirefox } from "./drivers/firefox.ts";
import { startWebKit } from "./drivers/webkit.ts";
import { openTlsDoor } from "./tls-door.ts";

const start = { chromium: startChromium, firefox: startFirefox, webkit: startWebKit };
const missing = missingEngines();
if (missing.length > 0) console.warn(sayMissing(missing));

/** In CI one that is missing fails. */
export const isHere = (name: EngineName): boolean => isInCi || !missing.includes(name);

export interface OpenEngines {
  origin: string;
  /** Its members come by the same door. */
  shop: Shop;
  engine(name: EngineName): Promise<Engine>;
  close(): Promise<void>;
}

export async function openEngines(): Promise<OpenEngines> {
  const door = await openTlsDoor();
  const started = await startShop({ vars: { PUBLIC_ORIGIN: door.origin } });
  door.leadTo(started.url);
  const open = new Map<EngineName, Promise<Engine>>();
  return {
    origin: door.origin,
    shop: { ...started, url: new URL(door.origin) },
    engine(name) {
      const engine = open.get(name) ?? start[name]();
      open.set(name, engine);
      return engine;
    },
    async close() {
      await Promise.all([...open.values()].map(async (engine) => (await engine).close()));
      await started.close();
      await door.close();
    },
  };
}
