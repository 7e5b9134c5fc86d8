import { missingEngines, sayMissing, isInCi } from "../../.scripts/browser.ts";
import { startShop } from "../support/shop.ts";
import type { Engine } from "./drivers/driver.ts";
import { startFirefox } from "./drivers/firefox.ts";
import { startWebKit } from "./drivers/webkit.ts";
import { request } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { getCertificate } from "@vitejs/plugin-basic-ssl";
import { browserTags, type Language } from "../support/browser.ts";
import { root } from "../support/repository.ts";
import { screenOf, type Screen } from "./screen.ts";

const start = { firefox: startFirefox, webkit: startWebKit };
type EngineName = keyof typeof start;
const missing = missingEngines();
if (missing.length > 0) console.warn(sayMissing(missing));

/** In CI one that is missing fails. */
export const isHere = (name: EngineName): boolean => isInCi || !missing.includes(name);

export async function openEngines() {
  const door = await openTlsDoor();
  const started = await startShop({ vars: { PUBLIC_ORIGIN: door.origin } });
  door.leadTo(started.url);
  const open = new Map<EngineName, Promise<Engine>>();
  return {
    origin: door.origin,
    shop: { ...started, url: new URL(door.origin) },
    engine(name: EngineName): Promise<Engine> {
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

/** TLS in front of a shop, with a certificate that nobody vouches for: WebKit keeps `Secure` cookies over https only, even at home. */
async function openTlsDoor() {
  const folder = resolve(root, "node_modules/.cache/tls-door");
  const pem = await getCertificate(folder, "sillage", ["localhost", "127.0.0.1"]);
  let shop: URL | null = null;
  const server = createServer({ key: pem, cert: pem }, (incoming, outgoing) => {
    const { method = "GET", url = "/" } = incoming;
    // As whoever asks the shop directly: wrangler takes another host for its own and changes `Origin` with it.
    const headers = { ...incoming.headers, host: shop?.host };
    const passedOn = request(
      { host: "127.0.0.1", port: shop?.port, method, path: url, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(outgoing);
      },
    );
    passedOn.on("error", () => outgoing.destroy());
    // Whoever goes away while an answer is on its way no longer wants it.
    outgoing.on("close", () => passedOn.destroy());
    incoming.pipe(passedOn);
  });
  await new Promise<void>((listening) => server.listen(0, "localhost", listening));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `https://localhost:${port}`,
    leadTo: (url: URL) => void (shop = url),
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

export interface Visitor {
  engine: Engine;
  language: Language;
  origin: string;
  width: 390 | 1280;
}

export async function visit(
  { engine, language, origin, width }: Visitor,
  walk: (screen: Screen) => Promise<void>,
): Promise<void> {
  const driver = await engine.open(browserTags[language]);
  const screen = screenOf(driver, origin, language);
  try {
    await resize(screen, width);
    await walk(screen);
    expect(driver.troubles().filter((trouble) => !isOfEngine(trouble))).toEqual([]);
  } finally {
    await driver.close();
  }
}

// Firefox asks for the icon of the stand-in's plain page, whose policy allows no pictures, and
// reports what leaving a page broke off: imports, scripts on their way through the service worker,
// and fonts (NS_BINDING_ABORTED). A script that is really missing fails the walk, in every engine.
function isOfEngine(trouble: string): boolean {
  const isIcon = trouble.includes("https://127.0.0.1:") && trouble.includes("/favicon.ico");
  const brokenOff = [
    "error loading dynamically imported module",
    "A ServiceWorker intercepted",
    "status=2152398850",
  ];
  return isIcon || brokenOff.some((text) => trouble.includes(text));
}

export function resize({ driver }: Screen, width: number): Promise<void> {
  return driver.resize(width, width < 700 ? 800 : 900);
}
