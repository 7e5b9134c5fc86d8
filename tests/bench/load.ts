import { readFileSync, readdirSync } from "node:fs";
import { once } from "node:events";
import { Agent, request, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { burst } from "../support/experiment.ts";

export interface Asked {
  url: URL;
  headers?: Record<string, string>;
  /** What the answer must be, so that a refusal is not measured instead. */
  status: number;
}

/** Connections stay open. The client is another process than the Workers, so what it costs does not count. */
const agent = new Agent({ keepAlive: true, maxSockets: 4 });

async function ask({ url, headers = {}, status }: Asked): Promise<void> {
  const sent = request(url, { agent, headers }).end();
  const response: IncomingMessage = (await once(sent, "response"))[0];
  await text(response);
  if (response.statusCode !== status)
    throw new Error(`${url.pathname} answered ${response.statusCode}, not ${status}`);
}

const load = (asked: Asked, count: number) => burst(count, 4, () => ask(asked));

/** The process of the Workers, which Miniflare starts as a child of this one; the newest, when there are several. */
export function workerdProcess(): number | null {
  const processes = listOf("/proc").filter((name) => /^\d+$/.test(name));
  const ours = processes.filter((pid) => {
    const [, name, parent] = /^\d+ \((.*)\) \w (\d+)/.exec(textOf(`/proc/${pid}/stat`)) ?? [];
    return name === "workerd" && Number(parent) === process.pid;
  });
  return ours.length === 0 ? null : Math.max(...ours.map(Number));
}

/** Processor time so far; where the system does not tell it, the time that has passed. */
function usedMicroseconds(pid: number | null): number {
  const threads = pid === null ? [] : listOf(`/proc/${pid}/task`);
  if (threads.length === 0) return performance.now() * 1_000;
  const nanoseconds = threads.map((thread) =>
    Number(textOf(`/proc/${pid}/task/${thread}/schedstat`).split(" ")[0]),
  );
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1_000;
}

function listOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

export async function microsecondsOf(
  pid: number | null,
  asked: Asked,
  count: number,
): Promise<number> {
  const before = usedMicroseconds(pid);
  await load(asked, count);
  return (usedMicroseconds(pid) - before) / count;
}
