/**
 * A step of the production build: renders the screens and writes, for each, what the Worker needs to answer its first HTML. The
 * page's source is built once more for it, as an environment of its own that runs in this process.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { BuildEnvironment, Manifest, Plugin, Rolldown, ViteBuilder } from "vite";
import {
  prerenderedPath,
  type PrerenderedScreen,
} from "../../worker/documents/prerendered-screen.ts";
import { writeAssetHeaders } from "./asset-headers.ts";
import { filesOfScreen } from "./manifest.ts";
import type { RenderedScreen } from "./render-screens.tsx";

const cache = resolve(import.meta.dirname, "../../node_modules/.cache");
const manifestFile = ".vite/manifest.json";

export function prerenderScreens(): Plugin {
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
        firstPaint: {
          consumer: "client",
          build: {
            write: false,
            minify: true,
            rolldownOptions: { input: "first-paint.ts", output: { format: "iife" } },
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
          rmSync(outDir, { recursive: true, force: true });
        }
      },
    },
  };
}

async function writeScreens(builder: ViteBuilder, outDir: string): Promise<void> {
  const client = environmentOf(builder, "client");
  if (!client.isBuilt) await builder.build(client);
  const built = resolve(builder.config.root, client.config.build.outDir);
  const manifest: Manifest = JSON.parse(readFileSync(resolve(built, manifestFile), "utf8"));
  // The browser has no use for it.
  rmSync(resolve(built, dirname(manifestFile)), { recursive: true });
  const inlineScript = inline(await firstPaint(builder));
  await builder.build(environmentOf(builder, "prerender"));
  const module: { renderScreens: () => Promise<RenderedScreen[]> } = await import(
    pathToFileURL(resolve(outDir, "render-screens.mjs")).href
  );
  const early = new Set<string>();
  for (const { screen, component, pages } of await module.renderScreens()) {
    const { scripts, styles } = filesOfScreen(manifest, screen, component);
    for (const path of scripts) early.add(path);
    const style = styles
      .map((path) => readFileSync(resolve(built, path.slice(1)), "utf8"))
      .join("");
    const file = resolve(built, prerenderedPath(screen).slice(1));
    mkdirSync(dirname(file), { recursive: true });
    const content: PrerenderedScreen = {
      scripts,
      styles,
      inlineStyle: inline(style),
      inlineScript,
      pages,
    };
    writeFileSync(file, JSON.stringify(content));
  }
  writeAssetHeaders(built, early);
}

async function firstPaint(builder: ViteBuilder): Promise<string> {
  const output = await builder.build(environmentOf(builder, "firstPaint"));
  // An environment with one output that is not watched answers one output.
  const [chunk] = (output as Rolldown.RolldownOutput).output;
  return chunk.code.trim();
}

function environmentOf(builder: ViteBuilder, name: string): BuildEnvironment {
  const environment = builder.environments[name];
  if (environment === undefined) throw new Error(`the build has no environment ${name}`);
  return environment;
}

function inline(text: string): PrerenderedScreen["inlineStyle"] {
  return { text, hash: `sha256-${createHash("sha256").update(text).digest("base64")}` };
}
