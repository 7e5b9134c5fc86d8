import { expect, test } from "vitest";
import { canonicalAddress, unknownAddress } from "../../worker/shop/limits/client-address.ts";

test("one household is one client, whichever of its IPv6 addresses it uses (R25)", () => {
  const household = canonicalAddress("2001:db8:12:34::1");
  for (const spelling of [
    "2001:db8:12:34:ffff:ffff:ffff:ffff",
    "2001:0DB8:0012:0034:0:0:0:1",
    "2001:db8:12:34:0000::1",
    "2001:db8:12:34::abcd:1",
    "2001:db8:12:34::192.0.2.7",
    " 2001:DB8:12:34::5 ",
    "2001:db8:12:34::1%eth0",
  ]) {
    expect(canonicalAddress(spelling), spelling).toBe(household);
  }
});

test("the neighbour's /64 is another client (R25)", () => {
  expect(canonicalAddress("2001:db8:12:35::1")).not.toBe(canonicalAddress("2001:db8:12:34::1"));
});

test("an IPv4 address written as IPv6 is the same client (R25)", () => {
  for (const spelling of ["::ffff:192.0.2.7", "::FFFF:c000:207", "0:0:0:0:0:ffff:192.0.2.7"]) {
    expect(canonicalAddress(spelling), spelling).toBe("192.0.2.7");
  }
});

test("two IPv4 addresses are two clients", () => {
  expect(canonicalAddress("192.0.2.7")).not.toBe(canonicalAddress("192.0.2.8"));
});

test("whoever has no readable address shares one key with everybody like that (R68)", () => {
  for (const text of [
    null,
    undefined,
    "",
    "unknown",
    "256.0.0.1",
    "1.2.3",
    "1.2.3.4.5",
    ":::",
    "1::2::3",
    "2001:db8",
    "g::1",
    "1:2:3:4:5:6:7:8:9",
    "1.2.3.4:80",
    "::1.2.3.4.5",
    "192.0.2.7, 10.0.0.1",
  ]) {
    expect(canonicalAddress(text), String(text)).toBe(unknownAddress);
  }
});

test("the loopback of IPv6 is an address like any other", () => {
  expect(canonicalAddress("::1")).toBe("0:0:0:0::/64");
});

test.each([
  ["203.17.29.251", "203.17.29.251"],
  [" 255.255.255.255 ", "255.255.255.255"],
  ["::ffff:203.17.29.251", "203.17.29.251"],
  ["::ffff:cb11:1dfb", "203.17.29.251"],
  ["::", "0:0:0:0::/64"],
  ["1:2:3:4:5:6:7:8", "1:2:3:4::/64"],
  ["1:2:3:4:5:6:7::", "1:2:3:4::/64"],
  ["::2:3:4:5:6:7:8", "0:2:3:4::/64"],
  ["1::2:3:4:5:6:7", "1:0:2:3::/64"],
  ["1:2::3:4", "1:2:0:0::/64"],
  ["abcd:0ef:1:2::", "abcd:ef:1:2::/64"],
  ["1:2:3:4:5:6:203.17.29.251", "1:2:3:4::/64"],
  ["0:0:0:0:0:1:2:3", "0:0:0:0::/64"],
  ["0:0:0:0:1:ffff:2:3", "0:0:0:0::/64"],
  ["1:0:0:0:0:ffff:2:3", "1:0:0:0::/64"],
  ["1:2:3:4:5:ffff:7:8", "1:2:3:4::/64"],
])("%s is the client %s", (text, client) => {
  expect(canonicalAddress(text)).toBe(client);
});

test.each([
  "1.2.3.999",
  "1.256.3.4",
  "1:2:3:4:5:6:7",
  "1:2:3:4:5:6:7:8::",
  "::1:2:3:4:5:6:7:8",
  "1:2:3:4:5:6:7:1.2.3.4",
  "1:1.2.3.4:3:4:5:6:7",
  "1:2:3:4:5:6:1.2.3.256",
  "12345::1",
  "1::g",
  "g::",
])("%s is no address", (text) => {
  expect(canonicalAddress(text)).toBe(unknownAddress);
});
