import { cloudflare } from "@cloudflare/vite-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const port = Number(process.env.PORT ?? 5173);

/** What every first page needs travels in one file: each further one costs a request before anything is drawn. */
const firstRoute = new RegExp(
  [
    String.raw`node_modules/(react|react-dom|scheduler|wouter|regexparam|zustand|use-sync-external-store|rosetta|dlv|templite)/`,
    String.raw`worker/contract/(locales|screens|money)\.ts`,
    String.raw`web/(i18n|stores)/`,
    String.raw`web/paths\.ts`,
    String.raw`web/ui/(Button|class-names)`,
    String.raw`web/api/events`,
    String.raw`web/layout/(Page|LinkButton|navigation|sample-notes)\.`,
  ].join("|"),
);

export default defineConfig({
  root: "web",
  publicDir: "public",
  plugins: [
    react(),
    cloudflare({
      configPath: "../wrangler.toml",
      auxiliaryWorkers: [
        { configPath: "../worker/reference-upstream/wrangler.toml", devOnly: true },
        { configPath: "../worker/stand-in-cashier/wrangler.toml", devOnly: true },
      ],
      persistState: { path: "../.wrangler/state" },
      inspectorPort: false,
      remoteBindings: false,
      experimental: { headersAndRedirectsDevModeSupport: true },
    }),
  ],
  build: { outDir: "../dist", emptyOutDir: true, target: "es2022" },
  environments: {
    sillage: { build: { minify: true } },
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: [{ name: "first", test: firstRoute }] } } } } },
  },
  // Every page's libraries are prepared at the start: one found later would reload the page under the shopper's hands.
  optimizeDeps: { entries: ["index.html", "pages/**/*.tsx"] },
  server: { host: "127.0.0.1", port, strictPort: true },
});
