import { regexes } from "zod/mini";

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
  return regexes.ipv4.test(address) ? address : unknownAddress;
}

/** The /48 of a canonical address of IPv6; null for the others. */
export function networkOf(canonical: string): string | null {
  if (!canonical.includes(":")) return null;
  return `${canonical.split(":").slice(0, 3).join(":")}::/48`;
}

function canonicalIpv6(address: string): string | null {
  const groups = ipv6Groups(address);
  if (groups === null) return null;
  const isMapped = groups.slice(0, 6).join(":") === "0:0:0:0:0:ffff";
  if (!isMapped) return `${groups.slice(0, 4).join(":")}::/64`;
  const bytes = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return bytes.flatMap((pair) => [pair >> 8, pair & 0xff]).join(".");
}

/** Eight, as the URL parser spells them; it leaves out one run of zeros. */
function ipv6Groups(address: string): string[] | null {
  const [withoutZone = ""] = address.split("%", 1);
  const url = `http://[${withoutZone}]`;
  if (!/^[0-9a-f:.]+$/.test(withoutZone) || !URL.canParse(url)) return null;
  const halves = new URL(url).hostname.slice(1, -1).split("::");
  const [head = [], tail] = halves.map((half) => half.split(":").filter((group) => group !== ""));
  if (tail === undefined) return head;
  return [...head, ...Array<string>(8 - head.length - tail.length).fill("0"), ...tail];
}
