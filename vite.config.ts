import { basename } from "node:path";
import { cloudflare } from "@cloudflare/vite-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { commitOfCode } from "./.scripts/deploy/version.ts";
import { prerenderScreens } from "./web/prerender/plugin.ts";
import facts from "./worker/brand/brand.json" with { type: "json" };

const port = Number(process.env.PORT ?? 5173);

/** Another upstream for local mode, and what of it differs: capabilities are off unless named. */
const ownUpstream =
  process.env.UPSTREAM_URL === undefined
    ? {}
    : {
        UPSTREAM_PAYMENT_EVENTS_PATH: "",
        UPSTREAM_CANCELLATIONS_PATH: "",
        UPSTREAM_HONOURS_IDEMPOTENCY: "",
        SCENT_IDS: "",
        ...Object.fromEntries(
          [
            "UPSTREAM_URL",
            "PICTURE_ORIGINS",
            "UPSTREAM_REFRESH_PATH",
            "UPSTREAM_TIME_ZONE",
            "UPSTREAM_PAYMENT_EVENTS_PATH",
            "UPSTREAM_CANCELLATIONS_PATH",
            "UPSTREAM_HONOURS_IDEMPOTENCY",
            "SURVEY_ID",
            "DESCRIPTION_QUESTION_ID",
            "LABEL_CATEGORY_ID",
            "CONCENTRATION_ITEM_IDS",
            "SCENT_IDS",
          ].flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
        ),
      };

/** Somebody who edits a text sees it with the next request. */
const publishedAtOnce = { CONTENT_MEMORY_SECONDS: "0" };

export default defineConfig(({ command }) => ({
  root: "web",
  publicDir: "public",
  define: {
    // Of `web/index.html`.
    "import.meta.env.BRAND_NAME": JSON.stringify(facts.brand),
    "import.meta.env.BRAND_PAPER_LIGHT": JSON.stringify(facts.paper_light),
    "import.meta.env.BRAND_PAPER_DARK": JSON.stringify(facts.paper_dark),
  },
  plugins: [
    react(),
    prerenderScreens(),
    cloudflare({
      configPath: "../wrangler.toml",
      config: ({ vars }) =>
        command === "serve" ? { vars: { ...vars, ...ownUpstream, ...publishedAtOnce } } : {},
      auxiliaryWorkers: [
        { configPath: "../worker/stand-ins/upstream/wrangler.toml", devOnly: true },
        { configPath: "../worker/stand-ins/cashier/wrangler.toml", devOnly: true },
      ],
      persistState: { path: "../.wrangler/state" },
      inspectorPort: false,
      remoteBindings: false,
      experimental: { headersAndRedirectsDevModeSupport: true },
    }),
  ],
  resolve: {
    // The shim is for React before 18; React has the hook itself.
    alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: "react" }],
  },
  build: {
    outDir: "../dist",
    emptyOutDir: true,
    target: "es2022",
    // Of browsers that know modules but not yet `light-dark()`.
    cssTarget: ["chrome108", "firefox110", "safari16"],
    modulePreload: {
      // Every browser that runs this target preloads modules by itself.
      polyfill: false,
      // The first script lists a screen's styles and the one large file that it builds on.
      // The small ones are asked for by the screen's own script, all at once.
      resolveDependencies: (_, files) =>
        files.filter((file) => !file.endsWith(".js") || file.includes("/shared-")),
    },
  },
  // Names that say where they come from compress better than hashes.
  css: {
    modules: {
      generateScopedName: (name, file) => `_${name}_${basename(file, ".module.css")}`,
    },
  },
  environments: {
    sillage: {
      build: {
        minify: true,
        // Hono does not declare it: the desk's JSX would bring a renderer for browsers along.
        rolldownOptions: {
          treeshake: {
            moduleSideEffects: [{ test: /node_modules\/hono\/dist\/jsx\//, sideEffects: false }],
          },
        },
      },
      define: command === "build" ? { SHOP_COMMIT: JSON.stringify(commitOfCode()) } : {},
    },
    client: {
      build: {
        rolldownOptions: {
          output: {
            // The first script lists every file: each letter less of a name counts.
            chunkFileNames: "assets/[name]-[hash:7].js",
            assetFileNames: "assets/[name]-[hash:6][extname]",
            codeSplitting: {
              groups: [
                // Each further file costs a request before anything can be done on the page. React
                // starts in a task of its own, and browsers keep it between versions of the shop.
                {
                  name: (id) =>
                    /node_modules\/(?:react|react-dom|scheduler)\/|\/start-react/.test(id)
                      ? "react"
                      : "first",
                  tags: ["$initial"],
                  priority: 1,
                  includeDependenciesRecursively: false,
                },
                // What nearly every page but home needs is one file instead of thirty small ones.
                // Home needs none of it, and a checkout shows its bottles late.
                {
                  name: "shared",
                  test: /^(?!.*\/(?:families|painted-notes|pigments|scent\.module)\.)/,
                  minShareCount: 9,
                  includeDependenciesRecursively: false,
                },
              ],
            },
          },
        },
      },
    },
  },
  // Prepared at the start: a library found later would reload the page under the shopper's hands.
  optimizeDeps: { entries: ["index.html", "pages/**/*.tsx"] },
  server: { host: "127.0.0.1", port, strictPort: true },
}));
