// A build step: draws the home page of each language to HTML, and lists the files of each screen, so that the first HTML can
// name them and none is found only after another has arrived.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import react from "@vitejs/plugin-react";
import { build, type Plugin, type Rolldown } from "vite";
import { root } from "./installed.mjs";

export function drawPages(): Plugin {
  let isProduction = false;
  return {
    name: "draw-pages",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    configResolved(config) {
      isProduction = config.isProduction;
    },
    async writeBundle({ dir }, bundle) {
      if (dir === undefined) throw new Error("The build has no folder");
      const drawn = join(dir, "drawn");
      mkdirSync(drawn, { recursive: true });
      writeFileSync(join(drawn, "screens.json"), JSON.stringify(screenFiles(bundle)));
      for (const [name, html] of Object.entries(await drawnPages(isProduction))) writeFileSync(join(drawn, name), html);
    },
  };
}

type Chunk = Rolldown.OutputChunk;

interface ScreenFiles {
  scripts: string[];
  styles: string[];
}

/** Screen → { scripts, styles }: scripts beyond those of every page, and all styles; what `web/routes.tsx` imports decides. */
function screenFiles(bundle: Rolldown.OutputBundle): Record<string, ScreenFiles> {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  // What is imported comes first, as the browser's own loading has it: the styles of a page outrank those of its parts.
  const withImports = (chunk: Chunk | undefined, found = new Set<Chunk>(), seen = new Set<Chunk>()): Set<Chunk> => {
    if (chunk === undefined || seen.has(chunk)) return found;
    seen.add(chunk);
    for (const name of chunk.imports) withImports(byName.get(name), found, seen);
    return found.add(chunk);
  };
  const always = [...withImports(chunks.find((chunk) => chunk.isEntry))];
  const pathsOf = (names: readonly string[]) => [...new Set(names)].map((name) => `/${name}`);
  const filesOf = (own: readonly Chunk[]): ScreenFiles => ({
    scripts: pathsOf(own.map(({ fileName }) => fileName)),
    styles: pathsOf([...always, ...own].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])),
  });
  const routes = readFileSync(join(root, "web/routes.tsx"), "utf8");
  const screens = [...routes.matchAll(/(\w+): route\(\(\) => import\("\.\/([^"]+)"\)/g)].map(
    ([, screen = "", module = ""]): [string, ScreenFiles] => {
      const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/web/${module}`));
      if (chunk === undefined) throw new Error(`No script of the screen ${screen} was built`);
      return [screen, filesOf([...withImports(chunk)].filter((one) => !always.includes(one)))];
    },
  );
  if (screens.length === 0) throw new Error("No screen was found in web/routes.tsx");
  // Home's own come with every page.
  return { home: filesOf([]), ...Object.fromEntries(screens) };
}

/** The page's own source, built for Node and run; the names of its styles come out as in the browser's build. */
async function drawnPages(isProduction: boolean): Promise<Record<string, string>> {
  const outDir = join(root, "node_modules/.cache", `draw-pages-${process.pid}`);
  try {
    await build({
      configFile: false,
      root: join(root, "web"),
      publicDir: false,
      logLevel: "warn",
      mode: isProduction ? "production" : "development",
      plugins: [react()],
      ssr: { noExternal: true },
      build: {
        ssr: "prerender.tsx",
        outDir,
        emptyOutDir: true,
        target: "es2022",
        rolldownOptions: { output: { entryFileNames: "prerender.mjs" } },
      },
    });
    const built: { drawPages(): Promise<Record<string, string>> } = await import(
      pathToFileURL(join(outDir, "prerender.mjs")).href
    );
    return await built.drawPages();
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}
