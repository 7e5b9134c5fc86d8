import { cloudflare } from "@cloudflare/vite-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const port = Number(process.env.PORT ?? 5173);

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
  server: { host: "127.0.0.1", port, strictPort: true },
});
