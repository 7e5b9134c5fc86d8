/** A shop for other processes than its own: its address, and a door to its databases and its schedule. */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { D1Like, Shop } from "./shop.ts";

interface Door {
  url: string;
  door: string;
  close(): void;
}
type Database = "db" | "upstreamDb" | "cashierDb";
type Question = "schedule" | { database: Database; sql: string; values: unknown[] };

export async function openDoor(shop: Shop): Promise<Door> {
  const server = createServer((request, response) => {
    void answer(shop, request).then(
      (rows) => response.end(JSON.stringify(rows)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: shop.url.href, door: `http://127.0.0.1:${port}`, close };
}

async function answer(shop: Shop, request: IncomingMessage): Promise<unknown> {
  const question: Question = JSON.parse(await text(request));
  if (question === "schedule") return shop.runSchedule().then(() => []);
  const statement = shop[question.database].prepare(question.sql).bind(...question.values);
  return (await statement.all()).results;
}

export type ShopBehindDoor = ReturnType<typeof throughDoor>;

/** What can be done from outside. */
export function throughDoor({ url: address, door }: Omit<Door, "close">) {
  const url = new URL(address);
  const ask = async (question: Question) => {
    const response = await fetch(door, { method: "POST", body: JSON.stringify(question) });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as never[];
  };
  const databaseOf = (database: Database): D1Like => {
    const statement = (sql: string, values: unknown[]): ReturnType<D1Like["prepare"]> => {
      const rows = () => ask({ database, sql, values });
      return {
        bind: (...more) => statement(sql, more),
        all: async () => ({ results: await rows() }),
        first: async () => (await rows())[0] ?? null,
        run: rows,
      };
    };
    return { prepare: (sql) => statement(sql, []) };
  };
  return {
    url,
    fetch: (path: string, init?: RequestInit) =>
      fetch(new URL(path, url), { redirect: "manual", ...init }),
    db: databaseOf("db"),
    upstreamDb: databaseOf("upstreamDb"),
    cashierDb: databaseOf("cashierDb"),
    runSchedule: async () => void (await ask("schedule")),
  };
}
