/** A shop whose Worker says what its test gives it, and nothing more: what the contract allows and the reference upstream never leaves out. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { ReactNode } from "react";
import { show } from "./shown-page.tsx";

export async function openSparseShop() {
  const answers = new Map<string, unknown>();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "", "http://shop.test");
    const answer = answers.get(pathname.replace("/api/v1", ""));
    const [status, json] =
      answer === undefined ? [404, { code: "not_found", requestId: "r1" }] : [200, answer];
    request.resume();
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(json));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return {
    /** Everything else is not found. */
    answers: (all: Record<string, unknown>) => {
      answers.clear();
      for (const [path, answer] of Object.entries(all)) answers.set(path, answer);
    },
    show: (part: ReactNode, path: string) => show({ url }, part, path),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

export type SparseShop = Awaited<ReturnType<typeof openSparseShop>>;

/** What a shopper would see as a gap, or a screen reader announce as nothing: headings, lists, rows and paragraphs without a word. */
export function hollowParts(): string[] {
  const parts = document.querySelectorAll(
    "main :is(h1, h2, h3, ul, ol, li, dl, dt, dd, p, tr, th, td, time, footer)",
  );
  return [...parts]
    .filter(
      (part) =>
        part.textContent?.trim() === "" && part.querySelector("svg, img, input, button") === null,
    )
    .filter((part) => part.getAttribute("role") !== "status")
    .map((part) => part.outerHTML);
}

/** Values that were written out although nobody gave them. */
export const slips = /undefined|null|NaN|\[object/;
