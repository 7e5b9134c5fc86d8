/**
 * Rows on their way out of the database: JSON lines, gzip, JWE (ECDH-ES over X25519, A256GCM). The
 * Worker has the public key alone, so whoever gets into it, or to the bucket, reads no copy.
 */
import { compactDecrypt, CompactEncrypt, decodeProtectedHeader, importJWK, type JWK } from "jose";
import type { CopiedRow } from "../../store/copied-rows.ts";

export interface TableRow {
  table: string;
  row: CopiedRow;
}

/** The manifest of one night. Names of files follow from the day: wrangler cannot list a bucket. */
export interface NightlyCopy {
  day: string;
  startedAt: number;
  /** Null while it is being made. */
  endedAt: number | null;
  version: string;
  publicKey: string;
  /** How far it has come: the table's place in the order, and the number of its last row. */
  table: number;
  after: number;
  parts: { key: string; table: string; rows: number; sha256: string }[];
}

export const progressKey = "progress.json";
export const manifestKey = (day: string) => `exports/${day}/manifest.json`;

const keyType = { kty: "OKP", crv: "X25519" };
const algorithm = "ECDH-ES";

export async function sealRows(publicKey: string, rows: readonly TableRow[]): Promise<string> {
  const lines = rows.map((row) => JSON.stringify(row)).join("\n");
  const packed = await through(lines, new CompressionStream("gzip"));
  const key = await importJWK({ ...keyType, x: publicKey }, algorithm);
  return new CompactEncrypt(packed)
    .setProtectedHeader({ alg: algorithm, enc: "A256GCM", kid: publicKey })
    .encrypt(key);
}

/** By the key it was sealed for. @throws when that is missing or the text was changed */
export async function openRows(keys: readonly JWK[], sealed: string): Promise<TableRow[]> {
  const { kid } = decodeProtectedHeader(sealed);
  const key = keys.find(({ x }) => x === kid);
  if (key === undefined) throw new Error(`the key of ${kid} is not here`);
  const { plaintext } = await compactDecrypt(sealed, await importJWK(key, algorithm));
  const lines = await through(new Uint8Array(plaintext), new DecompressionStream("gzip"));
  return new TextDecoder()
    .decode(lines)
    .split("\n")
    .map((line): TableRow => JSON.parse(line));
}

async function through(content: BodyInit, stream: CompressionStream | DecompressionStream) {
  const passed = new Response(content).body?.pipeThrough(stream);
  return new Uint8Array(await new Response(passed).arrayBuffer());
}
