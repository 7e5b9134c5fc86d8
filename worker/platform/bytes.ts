interface Readable {
  body: ReadableStream<Uint8Array> | null;
}

/** @returns null where there are more than `maxBytes`, whatever Content-Length says. */
export async function readBytes(source: Readable, maxBytes: number): Promise<Uint8Array | null> {
  if (source.body === null) return new Uint8Array();
  const reader = source.body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return joined(chunks, length);
    length += value.byteLength;
    if (length > maxBytes) {
      await reader.cancel();
      return null;
    }
    chunks.push(value);
  }
}

function joined(chunks: Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

export function decodeUtf8(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}
