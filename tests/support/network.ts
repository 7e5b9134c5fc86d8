import { once } from "node:events";
import { request, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { createServer, type AddressInfo } from "node:net";
import type { Shop } from "./shop.ts";

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await once(server.close(), "close");
  return port;
}

export interface RawRequest {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  /** Several pieces travel as chunks. */
  body?: string[];
}

export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

export async function rawRequest(
  shop: Pick<Shop, "url">,
  { method = "GET", path, headers = {}, body = [] }: RawRequest,
): Promise<RawAnswer> {
  const isChunked = body.length > 0 && headers["Content-Length"] === undefined;
  const all = isChunked ? { ...headers, "Transfer-Encoding": "chunked" } : headers;
  const { hostname: host, port } = shop.url;
  const sent = request({ host, port, method, path, headers: all });
  const answered = once(sent, "response");
  // Who refuses a body may close the connection before all of it is sent.
  sent.on("error", () => {});
  for (const piece of body) sent.write(piece);
  sent.end();
  const answer: IncomingMessage = (await answered)[0];
  // As it came: a decoder would drop a byte order mark.
  const text = (await answer.setEncoding("utf8").toArray()).join("");
  return { status: answer.statusCode ?? 0, headers: answer.headers, text };
}
