import {
  convertIPv4BinaryToString,
  convertIPv4MappedIPv6ToIPv4,
  convertIPv6ToBinary,
  distinctRemoteAddr,
  expandIPv6,
  isIPv4MappedIPv6,
} from "hono/utils/ipaddr";

/** Only Cloudflare's is used. */
export const clientAddressHeader = "CF-Connecting-IP";
/** Missing and unreadable addresses share one key, so that hiding the address gains nothing. */
export const unknownAddress = "unknown";

/**
 * One form per client. IPv6 is cut to its /64, which one household usually holds, and IPv4-mapped
 * IPv6 becomes IPv4.
 */
export function canonicalAddress(text: string | null | undefined): string {
  const [address = ""] = (text ?? "").trim().toLowerCase().split("%", 1);
  const version = distinctRemoteAddr(address);
  if (version !== "IPv6") return version === undefined ? unknownAddress : address;
  try {
    const bits = convertIPv6ToBinary(address);
    return isIPv4MappedIPv6(bits)
      ? convertIPv4BinaryToString(convertIPv4MappedIPv6ToIPv4(bits))
      : `${expandIPv6(address).split(":", 4).join(":")}::/64`;
  } catch {
    return unknownAddress;
  }
}
