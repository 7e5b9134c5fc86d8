/** Which files a screen needs, as Vite's manifest of the page's build names them. */
import type { Manifest, ManifestChunk } from "vite";
import type { ScreenName } from "#contract/screens";

interface ScreenFiles {
  scripts: string[];
  styles: string[];
}

export function filesOfScreen(
  manifest: Manifest,
  screen: ScreenName,
  component: string,
): ScreenFiles {
  const entry = chunkOf(manifest, "index.html");
  const always = withImports(manifest, entry);
  const page = pageChunk(manifest, screen, component);
  const all = [...new Set([...always, ...withImports(manifest, page)])];
  // Home can be used before its script is there, which comes last.
  const atOnce = screen === "home" ? [...always] : all;
  return {
    scripts: atOnce.map(({ file }) => `/${file}`),
    styles: [...new Set(all.flatMap(({ css = [] }) => css))].map((file) => `/${file}`),
  };
}

function pageChunk(manifest: Manifest, screen: ScreenName, component: string): ManifestChunk {
  const found = Object.values(manifest).filter(
    ({ src, isDynamicEntry }) => isDynamicEntry && src?.endsWith(`/${component}.tsx`),
  );
  const [page] = found;
  if (page === undefined || found.length > 1)
    throw new Error(
      `The screen ${screen} is rendered by ${component}: the build has ${found.length} chunks ${component}.tsx`,
    );
  return page;
}

/** What is imported comes first, as the browser's own loading has it: the styles of a page outrank those of its parts. */
function withImports(
  manifest: Manifest,
  chunk: ManifestChunk,
  found = new Set<ManifestChunk>(),
): Set<ManifestChunk> {
  if (found.has(chunk)) return found;
  for (const name of chunk.imports ?? []) withImports(manifest, chunkOf(manifest, name), found);
  return found.add(chunk);
}

function chunkOf(manifest: Manifest, name: string): ManifestChunk {
  const chunk = manifest[name];
  if (chunk === undefined) throw new Error(`the manifest has no ${name}`);
  return chunk;
}
