/**
 * A step of the production build: React is published as CommonJS, which a bundler wraps in functions and takes whole. Written as
 * modules, what the page does not use is left out, and no function is so large that to start it is a task of its own. It rewrites
 * how the files export and import and nothing else, and stops the build where a new version is written otherwise.
 */
import type { Plugin } from "vite";

const packages = /\/node_modules\/(?:react|react-dom|scheduler)\//;
const choosers = /\/(?:index|client|jsx-runtime)\.js$/;
const production = /\/cjs\/[\w-]+\.production\.js$/;
/** These take React as a default import, which modules do not have, or look a hook up by a name that no bundler can read. */
const takers = /\/node_modules\/(?:zustand|swr|react-hook-form|wouter)\//;

export function reactAsModules(): Plugin {
  return {
    name: "react-as-modules",
    apply: "build",
    enforce: "pre",
    applyToEnvironment: ({ name }) => name === "client",
    resolveId(source) {
      // React's own hook of that name has been there since React 18.
      return source.startsWith("use-sync-external-store/shim") ? this.resolve("react") : null;
    },
    transform(code, id) {
      const [path = ""] = id.split("?");
      if (takers.test(path)) return byName(code);
      if (!packages.test(path)) return null;
      if (production.test(path)) return asModule(code, path);
      return choosers.test(path) ? chosen(code, path) : null;
    },
  };
}

/** `index.js` chooses between development and production. */
function chosen(code: string, path: string): string {
  const file = /require\('(\.\/cjs\/[\w-]+\.production\.js)'\)/.exec(code)?.[1];
  if (file === undefined) throw new Error(`${path} names no production file`);
  return `export * from "${file}";`;
}

function asModule(code: string, path: string): string {
  const imports: string[] = [];
  const names = new Map<string, string>();
  const body = code
    .replace('"use strict";', "")
    .replace(/^var (?:\w+ = require\("[\w-]+"\),?\s*)+/m, (required) => {
      for (const [, name, from] of required.matchAll(/(\w+) = require\("([\w-]+)"\)/g))
        imports.push(`import * as ${name} from "${from}";`);
      return required.trimEnd().endsWith(",") ? "var " : "";
    })
    .replaceAll(/^exports\.(\w+)\s*=/gm, (_, name: string) => {
      if (names.has(name)) throw new Error(`${path} exports ${name} twice`);
      names.set(name, `export_${name}`);
      const isAssignedLater = new RegExp(`^\\s+exports\\.${name}\\s*=`, "m").test(code);
      return `${isAssignedLater ? "let" : "const"} export_${name} =`;
    })
    .replaceAll(/\bexports\.(\w+)/g, (_, name: string) => names.get(name) ?? `exports.${name}`);
  if (/\b(?:require|exports)\b/.test(body)) throw new Error(`${path} is written in a new way`);
  const list = [...names].map(([name, local]) => `${local} as ${name}`);
  return `${imports.join("\n")}\n${body}\nexport { ${list.join(", ")} };`;
}

/** What it takes from React by name, instead of React whole. */
function byName(code: string): string {
  const names = new Set<string>();
  const body = code
    .replace('React["useInsertion" + "Effect"]', "React.useInsertionEffect")
    .replaceAll(/\bReact\.(\w+)/g, (_, name: string) => {
      names.add(name);
      return `React_${name}`;
    });
  const list = [...names].map((name) => `${name} as React_${name}`).join(", ");
  return body.replace(
    /^import (?:\* as React|React(?:, (\{[^}]*\}))?) from (['"])react\2;/m,
    (_, named: string | undefined) =>
      `import { ${list} } from "react";${named === undefined ? "" : `import ${named} from "react";`}`,
  );
}
