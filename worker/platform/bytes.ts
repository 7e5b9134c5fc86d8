/** @returns null where there are more than `maxBytes`, whatever Content-Length says. */
export async function readBytes({ body }: Pick<Response, "body">, maxBytes: number) {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.byteLength;
    if (length > maxBytes) return null;
    chunks.push(chunk);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

export const decodeUtf8 = (bytes: Uint8Array) => decoder.decode(bytes);
