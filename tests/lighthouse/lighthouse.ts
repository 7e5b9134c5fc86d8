/** Lighthouse as `npm run lighthouse` uses it, installed at its first use; the types name only what is read. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { installTool } from "../../.scripts/tool.ts";

export interface Report {
  runtimeError?: { message: string };
  categories: Record<
    string,
    { score: number | null; auditRefs: { id: string; weight: number }[] } | undefined
  >;
  audits: Record<
    string,
    | {
        id: string;
        score: number | null;
        numericValue?: number;
        displayValue?: string;
        title: string;
      }
    | undefined
  >;
}

/** One event of Chromium's trace; times are microseconds, `tdur` that of the processor. */
export interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  ts: number;
  tdur?: number;
}

export interface Result {
  lhr: Report;
  artifacts: { Trace: { traceEvents: TraceEvent[] } };
}

interface Flags {
  port: number;
  logLevel: "error";
  onlyCategories: readonly string[];
  disableStorageReset: boolean;
}

export interface Lighthouse {
  measure(address: string, flags: Flags): Promise<Result | undefined>;
  medianOf(reports: readonly Report[]): Report;
}

export async function loadLighthouse(): Promise<Lighthouse> {
  const core = join(await installTool("lighthouse", "13.5.0"), "core");
  const [{ default: measure }, { computeMedianRun: medianOf }] = await Promise.all([
    import(pathToFileURL(join(core, "index.js")).href),
    import(pathToFileURL(join(core, "lib/median-run.js")).href),
  ]);
  return { measure, medianOf };
}
