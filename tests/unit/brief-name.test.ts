import { expect, test } from "vitest";
import { briefly } from "../../web/pages/purchase-options/brief-name.ts";

test.each([
  ["Light (eau de toilette)", "Light", ""],
  ["淡雅（淡香水）", "淡雅", ""],
  ["30 ml spray", "30 ml", "spray"],
  ["10ml ロールオン", "10ml", "ロールオン"],
  ["30 ml 噴霧瓶（限量）", "30 ml", "噴霧瓶"],
  ["50 ml", "50 ml", ""],
  ["Bare glass, no label", "Bare glass, no label", ""],
  ["（素瓶）", "（素瓶）", ""],
])("%s is told as %s", (name, brief, kind) => {
  expect(briefly(name)).toEqual({ brief, kind });
});
