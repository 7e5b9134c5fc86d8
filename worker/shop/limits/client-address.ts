import { deriveKey, hmacHex } from "../../platform/crypto.ts";

/**
 * One canonical form per client. IPv6 is cut to its /64, which one household usually holds, and
 * IPv4-mapped IPv6 becomes IPv4. Only Cloudflare's header is used.
 */
export const clientAddressHeader = "CF-Connecting-IP";
/** Missing and unreadable addresses share one key, so that hiding the address gains nothing. */
export const unknownAddress = "unknown";

export function canonicalAddress(text: string | null | undefined): string {
  const address = (text ?? "").trim().toLowerCase();
  if (address.includes(":")) return canonicalIpv6(address) ?? unknownAddress;
  const bytes = ipv4Bytes(address);
  return bytes === null ? unknownAddress : bytes.join(".");
}

/** The /48 of a canonical address of IPv6; null for the others. */
export function networkOf(canonical: string): string | null {
  const groups = canonical.split(":");
  return groups.length < 4 ? null : `${groups.slice(0, 3).join(":")}::/48`;
}

function ipv4Bytes(text: string): number[] | null {
  if (!/^\d{1,3}(\.\d{1,3}){3}$/.test(text)) return null;
  const bytes = text.split(".").map(Number);
  return bytes.every((byte) => byte <= 255) ? bytes : null;
}

function canonicalIpv6(address: string): string | null {
  const groups = ipv6Groups(address);
  if (groups === null) return null;
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join(".");
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":")}::/64`;
}

function ipv6Groups(address: string): number[] | null {
  const [withoutZone = ""] = address.split("%", 1);
  const halves = withoutZone.split("::");
  if (halves.length > 2) return null;
  const [head, tail] = halves.map((half) => groupsOf(half));
  if (head === null || head === undefined || tail === null) return null;
  if (tail === undefined) return head.length === 8 ? head : null;
  const missing = 8 - head.length - tail.length;
  return missing >= 1 ? [...head, ...Array<number>(missing).fill(0), ...tail] : null;
}

function groupsOf(half: string): number[] | null {
  if (half === "") return [];
  const groups: number[] = [];
  const parts = half.split(":");
  for (const [index, part] of parts.entries()) {
    const bytes = index === parts.length - 1 ? ipv4Bytes(part) : null;
    if (bytes !== null) {
      const [a = 0, b = 0, c = 0, d = 0] = bytes;
      groups.push(a * 256 + b, c * 256 + d);
    } else if (/^[0-9a-f]{1,4}$/.test(part)) groups.push(Number.parseInt(part, 16));
    else return null;
  }
  return groups;
}

/** Same key for every spelling of an address. Logs hold this keyed hash, never the address. */
export async function clientKeyOf(secret: string, address: string): Promise<string> {
  return (await hmacHex(await deriveKey(secret, "client-key"), address)).slice(0, 32);
}
