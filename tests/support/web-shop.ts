/** The shop behind all pages of `tests/web`: started once a run, beside the processes that draw them. */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";
import type { Shop } from "./shop.ts";
import { startShop } from "./shop.ts";

declare module "vitest" {
  interface ProvidedContext {
    shopOfPages: { url: string; door: string };
  }
}

/** What a page's process asks of the shop's insides, through the door. */
export interface AtTheDoor {
  database: "db" | "upstreamDb" | "cashierDb";
  sql: string;
  values: unknown[];
}

export default async function openShopOfPages(project: TestProject): Promise<() => Promise<void>> {
  const shop = await startShop();
  const server = createServer((request, response) => {
    void answer(shop, request).then(
      (rows) => response.end(JSON.stringify(rows)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  project.provide("shopOfPages", { url: shop.url.href, door: `http://127.0.0.1:${port}` });
  return async () => {
    server.closeAllConnections();
    server.close();
    await shop.close();
  };
}

async function answer(shop: Shop, request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { database, sql, values } = JSON.parse(Buffer.concat(chunks).toString()) as AtTheDoor;
  const { results } = await shop[database]
    .prepare(sql)
    .bind(...values)
    .all();
  return results;
}
