// What a version of the shop asks of its database, as SQL without parameters: a line a statement, an empty line between calls, each
// of which is one batch. Kept, it can be asked again when that version's code is gone.
interface Query {
  sql: string;
  params: unknown[];
}

interface Watched {
  calls: readonly { kind: string; begin: number; queries: readonly Query[] }[];
}

export function recordingOf(requests: readonly Watched[]): string {
  const calls = requests
    .flatMap((request) => request.calls)
    .filter(({ kind }) => kind === "d1")
    .toSorted((one, other) => one.begin - other.begin);
  return `${calls.map(({ queries }) => queries.map(inlined).join("\n")).join("\n\n")}\n`;
}

export function callsOfRecording(text: string): string[][] {
  return text
    .trimEnd()
    .split("\n\n")
    .map((call) => call.split("\n"));
}

function inlined({ sql, params }: Query): string {
  const [first = "", ...rest] = sql.replaceAll(/\s*\n\s*/g, " ").split("?");
  if (rest.length !== params.length) throw new Error(`not one parameter for each: ${sql}`);
  const line = first + rest.map((part, at) => `${literal(params[at])}${part}`).join("");
  if (/[\n\0]/.test(line)) throw new Error(`does not fit into a line: ${line}`);
  return line;
}

function literal(value: unknown): string {
  if (value === null || typeof value === "number") return String(value);
  if (typeof value === "string") return `'${value.replaceAll("'", "''")}'`;
  throw new TypeError(`unexpected parameter ${JSON.stringify(value)}`);
}
