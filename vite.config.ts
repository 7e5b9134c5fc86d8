import { cloudflare } from "@cloudflare/vite-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { drawPages } from "./.scripts/draw-pages.ts";

const port = Number(process.env.PORT ?? 5173);

/** What every first page needs travels in one file: each further one costs a request before anything is drawn. */
const firstRoute = new RegExp(
  [
    String.raw`node_modules/(react|react-dom|scheduler|wouter|regexparam|zustand|use-sync-external-store|rosetta|dlv|templite)/`,
    String.raw`rolldown/runtime`,
    String.raw`worker/contract/(locales|screens|money)\.ts`,
    String.raw`web/(App|routes)\.tsx`,
    String.raw`web/(i18n|stores|styles|pages/home)/`,
    String.raw`web/paths\.ts`,
    String.raw`web/ui/(Button|Skeleton|class-names)`,
    String.raw`web/api/events`,
    String.raw`web/scent/scent\.module`,
    String.raw`web/layout/(Brand|Disclosure|Error|Footer|LinkButton|LocationPicker|Menu|Navbar|Offline|Page|RequireMember|Shell|UserMenu)`,
    String.raw`web/layout/(nav-entries|navigation|sample-notes|sign-out|travel|use-hides-on-scroll|use-member-freshness)`,
  ].join("|"),
);

/** What nearly every other page needs: one file instead of six, and smaller for it. */
const otherRoutes = new RegExp(
  [
    String.raw`node_modules/zod/`,
    String.raw`worker/contract/(errors|fields|limits)\.ts`,
    String.raw`web/api/(answers|api-error|client|errors|refresh)\.ts`,
    String.raw`web/layout/FailureNotice`,
    String.raw`web/ui/Notice`,
  ].join("|"),
);

/** The upstream that local mode talks to in place of the reference, and what of it differs; capabilities are off unless named. */
const ownUpstream =
  process.env.UPSTREAM_URL === undefined
    ? {}
    : {
        UPSTREAM_PAYMENT_EVENTS_PATH: "",
        UPSTREAM_HONOURS_IDEMPOTENCY: "",
        ...Object.fromEntries(
          [
            "UPSTREAM_URL",
            "UPSTREAM_REFRESH_PATH",
            "UPSTREAM_PAYMENT_EVENTS_PATH",
            "UPSTREAM_HONOURS_IDEMPOTENCY",
            "SURVEY_ID",
            "DESCRIPTION_QUESTION_ID",
            "LABEL_CATEGORY_ID",
          ].flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
        ),
      };

export default defineConfig(({ command }) => ({
  root: "web",
  publicDir: "public",
  plugins: [
    react(),
    drawPages(),
    cloudflare({
      configPath: "../wrangler.toml",
      config: ({ vars }) => (command === "serve" ? { vars: { ...vars, ...ownUpstream } } : {}),
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
  // Every browser that runs this target preloads modules by itself.
  build: { outDir: "../dist", emptyOutDir: true, target: "es2022", modulePreload: { polyfill: false } },
  environments: {
    sillage: { build: { minify: true } },
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: "first", test: firstRoute, priority: 2 },
                { name: "other", test: otherRoutes, priority: 1 },
              ],
            },
          },
        },
      },
    },
  },
  // Every page's libraries are prepared at the start: one found later would reload the page under the shopper's hands.
  optimizeDeps: { entries: ["index.html", "pages/**/*.tsx"] },
  server: { host: "127.0.0.1", port, strictPort: true },
}));
