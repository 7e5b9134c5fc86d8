/**
 * Lets browsers keep built files for ever. Cloudflare's static layer applies a rule to its 404s too, so a rule names one file that
 * exists and none covers the folder.
 */
import { appendFileSync, readFileSync, readdirSync, statSync } from "node:fs";
import { resolve } from "node:path";

/** Of Cloudflare, for a whole `_headers` file. Files without a rule are revalidated. */
const mostRules = 100;

/** @param built - the folder of the browser's build. @param early - paths of files that screens need first. */
export function writeAssetHeaders(built: string, early: ReadonlySet<string>): void {
  const file = resolve(built, "_headers");
  const known = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.startsWith("/"));
  const size = (path: string) => statSync(resolve(built, path.slice(1))).size;
  const rank = (path: string) => (early.has(path) ? 0 : 1);
  const paths = readdirSync(resolve(built, "assets"))
    .map((name) => `/assets/${name}`)
    .sort((one, other) => rank(one) - rank(other) || size(other) - size(one))
    .slice(0, mostRules - known.length);
  if ([...early].some((path) => !paths.includes(path)))
    throw new Error("there are more files that screens need first than header rules");
  appendFileSync(
    file,
    paths
      .map((path) => `\n${path}\n  Cache-Control: public, max-age=31536000, immutable\n`)
      .join(""),
  );
}
