/** A free port, and requests as `fetch` would not send them: odd paths, chunked bodies, a Content-Length that lies. */
import { request } from "node:http";
import { createServer } from "node:net";
import type { Shop } from "./shop.ts";

/** A port of this machine that nobody listened on a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const server = createServer().on("error", failed);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        typeof address === "object" && address !== null
          ? done(address.port)
          : failed(new Error("no port")),
      );
    });
  });
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
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

export function rawRequest(
  shop: Shop,
  { method = "GET", path, headers = {}, body = [] }: RawRequest,
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const isChunked = body.length > 0 && headers["Content-Length"] === undefined;
    const all = isChunked ? { ...headers, "Transfer-Encoding": "chunked" } : headers;
    const sent = request(
      { host: shop.url.hostname, port: shop.url.port, method, path, headers: all },
      (answer) => {
        let text = "";
        answer.setEncoding("utf8");
        answer.on("data", (piece: string) => (text += piece));
        answer.on("end", () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }),
        );
      },
    );
    sent.on("error", reject);
    for (const piece of body) sent.write(piece);
    sent.end();
  });
}
