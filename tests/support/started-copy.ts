/** `npm start` in a copy of the repository, with secrets, databases and caches of its own. */
import { execFileSync, spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { repositoryFiles, root } from "./repository.ts";

export interface Start {
  /** All it said so far. */
  said(): string;
  /** Signal 9 to npm, which cannot tell what it has started. */
  kill(): void;
  /** Signal 9 to the server, behind the back of what started it. */
  killServer(): void;
  /** As whoever runs it in the background does; resolves when npm has ended. */
  stop(): Promise<void>;
}

export class RepositoryCopy {
  readonly folder = mkdtempSync(join(tmpdir(), "sillage-start-"));
  readonly #starts: Start[] = [];

  constructor() {
    for (const file of repositoryFiles()) {
      mkdirSync(dirname(join(this.folder, file)), { recursive: true });
      // An older lock file than the installed one: nothing is to be installed again.
      cpSync(resolve(root, file), join(this.folder, file), { preserveTimestamps: true });
    }
    mkdirSync(join(this.folder, "node_modules"));
    for (const name of readdirSync(resolve(root, "node_modules")).filter(
      (one) => !/^\.(cache|vite)/.test(one),
    ))
      symlinkSync(resolve(root, "node_modules", name), join(this.folder, "node_modules", name));
  }

  start(port: number): Start {
    const child = spawn("npm", ["start"], {
      cwd: this.folder,
      env: { ...process.env, PORT: String(port) },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let said = "";
    child.stdout.on("data", (data: Buffer) => (said += data.toString()));
    child.stderr.on("data", (data: Buffer) => (said += data.toString()));
    const ended = new Promise<void>((done) => child.once("exit", () => done()));
    const start: Start = {
      said: () => said,
      kill: () => void child.kill("SIGKILL"),
      killServer: () => {
        for (const pid of this.servers()) process.kill(pid, "SIGKILL");
      },
      stop: () => {
        child.kill("SIGTERM");
        return ended;
      },
    };
    this.#starts.push(start);
    return start;
  }

  servers(): number[] {
    const script = join(this.folder, ".scripts/serve.ts");
    return processes()
      .filter(({ command }) => command.includes(script))
      .map(({ pid }) => pid);
  }

  /** The files of this machine's databases. */
  databases(): string[] {
    const folder = join(this.folder, ".wrangler/state/v3/d1/miniflare-D1DatabaseObject");
    if (!existsSync(folder)) return [];
    return readdirSync(folder)
      .filter((file) => file.endsWith(".sqlite") && file !== "metadata.sqlite")
      .map((file) => join(folder, file));
  }

  /** The migrations that were applied, of all databases. */
  appliedMigrations(): string[] {
    return this.databases().flatMap((file) => {
      const database = new DatabaseSync(file);
      try {
        if (
          database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'd1_migrations'").get() ===
          undefined
        )
          return [];
        return database
          .prepare("SELECT name FROM d1_migrations")
          .all()
          .map(({ name }) => String(name));
      } finally {
        database.close();
      }
    });
  }

  remove(): void {
    for (const start of this.#starts) start.kill();
    for (const pid of this.servers()) process.kill(pid, "SIGKILL");
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Every process of a group, however it came to it. */
export function groupOf(leader: number): number[] {
  return processes()
    .filter(({ group }) => group === leader)
    .map(({ pid }) => pid);
}

function processes(): { pid: number; group: number; command: string }[] {
  const table = execFileSync("ps", ["-A", "-ww", "-o", "pid=,pgid=,args="], { encoding: "utf8" });
  return [...table.matchAll(/^\s*(\d+)\s+(\d+)\s+(.*)$/gm)].map(([, pid, group, command = ""]) => ({
    pid: Number(pid),
    group: Number(group),
    command,
  }));
}
