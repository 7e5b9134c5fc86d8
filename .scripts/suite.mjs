// One suite, against a fresh production build where it looks at one: node .scripts/suite.mjs journeys [file …]
import { ensureBrowser } from "./browser.mjs";
import { run } from "./run.mjs";

const [suite, ...files] = process.argv.slice(2);
const needsBuild = suite === "house" || suite === "journeys";
const env = {};
if (needsBuild) {
  await run("npm", ["run", "--silent", "build"]);
  env.SHOP_BUILD = "dist";
}
if (suite === "journeys") env.CHROMIUM_PATH = await ensureBrowser();
await run("vitest", ["run", "--config", "tests/vitest.config.ts", "--project", suite, ...files], { inherit: true, env }).catch(
  () => {
    process.exitCode = 1;
  },
);
