/** Somebody's chat, which takes what a webhook posts. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface Receiver {
  url: string;
  /** The texts that it took, oldest first. */
  texts: string[];
  /** What it answers from now on. */
  answerWith(status: number): void;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const texts: string[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => void chunks.push(chunk));
    request.on("end", () => {
      if (status === 200) texts.push(JSON.parse(Buffer.concat(chunks).toString()).text);
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/a-secret-path`,
    texts,
    answerWith: (next) => void (status = next),
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}
