// What must hold of the packages in the lock file.
export interface LockFile {
  packages: Record<
    string,
    { hasInstallScript?: boolean; integrity?: string; resolved?: string; link?: boolean }
  >;
}

export interface Manifest {
  allowScripts?: Record<string, boolean>;
}

interface Installed {
  lock: LockFile;
  manifest: Manifest;
  /** `.docs/dependencies.md`. */
  reasons: string;
}

/** A sentence for each; none when all is well. */
export function faultsOfPackages({ lock, manifest, reasons }: Installed): string[] {
  const packages = Object.entries(lock.packages).filter(([path]) => path !== "");
  const nameOf = (path: string) => path.slice(path.lastIndexOf("node_modules/") + 13);
  const running = new Set(
    packages
      .filter(([, { hasInstallScript }]) => hasInstallScript === true)
      .map(([path]) => nameOf(path)),
  );
  const allowed = Object.keys(manifest.allowScripts ?? {}).filter(
    (name) => manifest.allowScripts?.[name] === true,
  );
  const reasonOf = (name: string) => new RegExp(`^- \`${name}\` runs .*$`, "m").test(reasons);
  return [
    ...[...running]
      .filter((name) => !allowed.includes(name))
      .map(
        (name) =>
          `${name} runs a script when it is installed, and package.json's allowScripts does not name it`,
      ),
    ...allowed
      .filter((name) => !running.has(name))
      .map((name) => `package.json's allowScripts names ${name}, which runs nothing`),
    ...allowed
      .filter((name) => !reasonOf(name))
      .map((name) => `.docs/dependencies.md does not say what ${name} runs`),
    ...packages
      .filter(([, { integrity }]) => integrity?.startsWith("sha512-") !== true)
      .map(([path]) => `${nameOf(path)} has no SHA-512 in the lock file`),
    ...packages
      .filter(([, { resolved }]) => resolved !== undefined && !resolved.startsWith("https://"))
      .map(([path]) => `${nameOf(path)} does not come from a registry over https`),
  ];
}
