/** The page of components as one file that opens without a server: its script, styles and font are inside. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { build, type Rolldown } from "vite";
import { localeTable } from "../../../worker/contract/locales.ts";
import type { Language } from "../../support/browser.ts";
import { root } from "../../support/repository.ts";

let bundled: Promise<{ script: string; styles: string }> | undefined;

export async function componentsHtml(language: Language, title: string): Promise<string> {
  bundled ??= bundle();
  const { script, styles } = await bundled;
  return `<!doctype html><html lang="${localeTable[language].htmlLang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${styles}</style><div id="root"></div><script>${script.replaceAll("</script", "<\\/script")}</script></html>`;
}

async function bundle() {
  const built = (await build({
    root,
    configFile: false,
    logLevel: "error",
    publicDir: false,
    define: { "process.env.NODE_ENV": '"production"' },
    build: {
      write: false,
      cssCodeSplit: false,
      lib: {
        entry: resolve(import.meta.dirname, "main.tsx"),
        formats: ["iife"],
        name: "components",
      },
    },
  })) as Rolldown.RolldownOutput[]; // Without a watcher, one output for each format.
  let [script, styles] = ["", ""];
  for (const file of built.flatMap(({ output }) => output)) {
    if (file.type === "chunk") script += file.code;
    else if (file.fileName.endsWith(".css")) styles += String(file.source);
  }
  return { script, styles: withFonts(styles) };
}

const withFonts = (styles: string) =>
  styles.replaceAll(/url\(["']?(\/fonts\/[^"')]+)["']?\)/g, (_, file: string) => {
    const bytes = readFileSync(resolve(root, `web/public${file}`)).toString("base64");
    return `url(data:font/woff2;base64,${bytes})`;
  });
