import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import * as vite from "vite";
import type { ScreenName } from "#contract/screens";
import {
  prerenderedPath,
  type PrerenderedScreen,
} from "../../worker/documents/prerendered-screen.ts";
import type { renderScreens } from "./render-screens.tsx";

/**
 * A step of the production build: renders the screens and writes, for each, what the Worker needs
 * for its first HTML. The page's source is built once more for it, to run in this process.
 */

const cache = resolve(import.meta.dirname, "../../node_modules/.cache");
const manifestFile = ".vite/manifest.json";

export function prerenderScreens(): vite.Plugin {
  const outDir = resolve(cache, `prerender-${process.pid}`);
  return {
    name: "prerender-screens",
    apply: "build",
    config: () => ({
      environments: {
        client: { build: { manifest: manifestFile } },
        prerender: {
          consumer: "server",
          resolve: { noExternal: true },
          build: {
            outDir,
            emitAssets: false,
            reportCompressedSize: false,
            rolldownOptions: {
              input: "prerender/render-screens.tsx",
              output: { entryFileNames: "render-screens.mjs" },
            },
          },
        },
      },
    }),
    buildApp: {
      order: "post",
      async handler(builder) {
        try {
          await writeScreens(builder, outDir);
        } finally {
          fs.rmSync(outDir, { recursive: true, force: true });
        }
      },
    },
  };
}

async function writeScreens(builder: vite.ViteBuilder, outDir: string): Promise<void> {
  const { client, prerender } = builder.environments;
  if (client === undefined || prerender === undefined) throw new Error("an environment is missing");
  if (!client.isBuilt) await builder.build(client);
  const built = resolve(builder.config.root, client.config.build.outDir);
  const manifest: vite.Manifest = JSON.parse(fs.readFileSync(resolve(built, manifestFile), "utf8"));
  // The browser has no use for it.
  fs.rmSync(resolve(built, dirname(manifestFile)), { recursive: true });
  const inlineScript = inline(await firstPaint());
  await builder.build(prerender);
  const module: { renderScreens: typeof renderScreens } = await import(
    pathToFileURL(resolve(outDir, "render-screens.mjs")).href
  );
  const early = new Set<string>();
  for (const { screen, component, pages } of await module.renderScreens()) {
    const { scripts, styles } = filesOfScreen(manifest, screen, component);
    for (const path of scripts) early.add(path);
    const style = styles.map((path) => fs.readFileSync(`${built}${path}`, "utf8")).join("");
    const file = `${built}${prerenderedPath(screen)}`;
    const inlineStyle = inline(style);
    const content: PrerenderedScreen = { scripts, styles, inlineStyle, inlineScript, pages };
    fs.mkdirSync(dirname(file), { recursive: true });
    fs.writeFileSync(file, JSON.stringify(content));
  }
  writeAssetHeaders(built, early);
}

/** It imports nothing, so that it needs no build. */
async function firstPaint(): Promise<string> {
  const file = resolve(import.meta.dirname, "../first-paint.ts");
  const { code } = await vite.transformWithOxc(fs.readFileSync(file, "utf8"), file);
  return (await vite.minify(file, `(() => {${code}})();`)).code;
}

function inline(text: string): PrerenderedScreen["inlineStyle"] {
  return { text, hash: `sha256-${createHash("sha256").update(text).digest("base64")}` };
}

function filesOfScreen(manifest: vite.Manifest, screen: ScreenName, component: string) {
  const entry = chunkOf(manifest, "index.html");
  const always = withImports(manifest, entry);
  const page = pageChunk(manifest, screen, component);
  const all = [...new Set([...always, ...withImports(manifest, page)])];
  // Home can be used before its script is there, which comes last, and shows what comes later still.
  const [atOnce, later] =
    screen === "home"
      ? [[...always], (page.dynamicImports ?? []).map((name) => chunkOf(manifest, name))]
      : [all, []];
  const styled = [...later.flatMap((chunk) => [...withImports(manifest, chunk)]), ...all];
  return {
    scripts: atOnce.map(({ file }) => `/${file}`),
    styles: [...new Set(styled.flatMap(({ css = [] }) => css))].map((file) => `/${file}`),
  };
}

function pageChunk(manifest: vite.Manifest, screen: ScreenName, component: string) {
  const [page, another] = Object.values(manifest).filter(
    ({ src, isDynamicEntry }) => isDynamicEntry && src?.endsWith(`/${component}.tsx`),
  );
  if (page === undefined || another !== undefined)
    throw new Error(`The build has no chunk, or several, of ${component}.tsx for ${screen}`);
  return page;
}

/** Imports come first, as in the browser: a page's styles outrank those of its parts. */
function withImports(
  manifest: vite.Manifest,
  chunk: vite.ManifestChunk,
  found = new Set<vite.ManifestChunk>(),
): Set<vite.ManifestChunk> {
  if (found.has(chunk)) return found;
  for (const name of chunk.imports ?? []) withImports(manifest, chunkOf(manifest, name), found);
  return found.add(chunk);
}

function chunkOf(manifest: vite.Manifest, name: string): vite.ManifestChunk {
  const chunk = manifest[name];
  if (chunk === undefined) throw new Error(`the manifest has no ${name}`);
  return chunk;
}

/**
 * Lets browsers keep built files for ever. Cloudflare applies a rule to its 404s too, so each rule
 * names one file that exists and none covers the folder.
 */

/** Of Cloudflare, for a whole file. Files without a rule are revalidated. */
const mostRules = 100;

function writeAssetHeaders(built: string, early: ReadonlySet<string>): void {
  const file = resolve(built, "_headers");
  const known = fs.readFileSync(file, "utf8").match(/^\//gm) ?? [];
  const size = (path: string) => fs.statSync(`${built}${path}`).size;
  const rank = (path: string) => (early.has(path) ? 0 : 1);
  const paths = fs
    .readdirSync(resolve(built, "assets"))
    .map((name) => `/assets/${name}`)
    .sort((one, other) => rank(one) - rank(other) || size(other) - size(one))
    .slice(0, mostRules - known.length);
  if ([...early].some((path) => !paths.includes(path)))
    throw new Error("there are more files that screens need first than header rules");
  const rule = "Cache-Control: public, max-age=31536000, immutable";
  fs.appendFileSync(file, paths.map((path) => `\n${path}\n  ${rule}\n`).join(""));
}
