import { canonicalAddress, unknownAddress } from "../../worker/middleware/client-address.ts";
import { mailboxOf } from "../../worker/shop/limits/guesser.ts";

test("one household is one client, whichever of its IPv6 addresses it uses (R25)", () => {
  const household = canonicalAddress("2001:db8:12:34::1");
  for (const spelling of [
    "2001:db8:12:34:ffff:ffff:ffff:ffff",
    "2001:0DB8:0012:0034:0:0:0:1",
    "2001:db8:12:34::192.0.2.7",
    " 2001:DB8:12:34::5 ",
    "2001:db8:12:34::1%eth0",
  ]) {
    expect(canonicalAddress(spelling), spelling).toBe(household);
  }
});

test.each([
  ["203.17.29.251", "203.17.29.251"],
  ["0:0:0:0:0:ffff:192.0.2.7", "192.0.2.7"],
  ["2001:db8:12:35::1", "2001:0db8:0012:0035::/64"],
  [" 255.255.255.255 ", "255.255.255.255"],
  ["::ffff:203.17.29.251", "203.17.29.251"],
  ["::ffff:cb11:1dfb", "203.17.29.251"],
  ["::", "0000:0000:0000:0000::/64"],
  ["1:2:3:4:5:6:7:8", "0001:0002:0003:0004::/64"],
  ["::2:3:4:5:6:7:8", "0000:0002:0003:0004::/64"],
  ["1:2::3:4", "0001:0002:0000:0000::/64"],
  ["1:2:3:4:5:6:203.17.29.251", "0001:0002:0003:0004::/64"],
  ["0:0:0:0:0:1:2:3", "0000:0000:0000:0000::/64"],
  ["1:0:0:0:0:ffff:2:3", "0001:0000:0000:0000::/64"],
  ["1:2:3:4:5:ffff:7:8", "0001:0002:0003:0004::/64"],
])("%s is the client %s (R25)", (text, client) => {
  expect(canonicalAddress(text)).toBe(client);
});

const unreadable =
  "|unknown|256.0.0.1|1.2.3|1.2.3.4.5|:::|1::2::3|2001:db8|1:2:3:4:5:6:7:8:9|1.2.3.4:80|1.2.3.999|" +
  "1.256.3.4|1:2:3:4:5:6:7|1:2:3:4:5:6:7:8::|::1:2:3:4:5:6:7:8|1:2:3:4:5:6:7:1.2.3.4|::1.2.3.4.5|" +
  "1:1.2.3.4:3:4:5:6:7|1:2:3:4:5:6:1.2.3.256|12345::1|1::g|g::|g::1|192.0.2.7, 10.0.0.1";
test.each([null, undefined, ...unreadable.split("|")])(
  "whoever has no readable address, as %j, shares one key with everybody like that (R68)",
  (text) => {
    expect(canonicalAddress(text)).toBe(unknownAddress);
  },
);

test.each([
  ["a tag", "victim+1@example.test", "victim@example.test"],
  ["several tags", "victim+a+b@example.test", "victim@example.test"],
  ["capitals, spaces and full width", " Ｖictim+X@EXAMPLE.test ", "victim@example.test"],
  ["dots at Gmail", "v.ic.tim+1@gmail.com", "victim@gmail.com"],
  ["Gmail's other name", "victim@googlemail.com", "victim@gmail.com"],
])("%s reaches the same mailbox (R25)", (_what, email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});

test.each([
  ["dots elsewhere", "v.ictim@example.test", "victim@example.test"],
  ["nothing but a tag", "+1@example.test", "+2@example.test"],
  ["another host", "victim@gmail.com.test", "victim@gmail.com"],
])("%s may be another mailbox", (_what, one, other) => {
  expect(mailboxOf(one)).not.toBe(mailboxOf(other));
});
