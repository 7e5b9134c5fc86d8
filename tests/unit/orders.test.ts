import { expect, test } from "vitest";
import { canReorder, kindOfItem } from "../../web/pages/orders/order-item.ts";
import { pageNumbers } from "../../web/pages/orders/pages.ts";
import { viewOfStatus } from "../../web/pages/orders/status.ts";

test("a status counts whatever its case and the spaces around it", () => {
  expect(viewOfStatus("  Shipped ")).toEqual({ kind: "progress", stop: "shipped", position: 3 });
  expect(viewOfStatus("PAYMENT_PENDING")).toEqual({ kind: "progress", stop: "payment_pending", position: 0 });
  expect(viewOfStatus("partially_refunded")).toEqual({ kind: "off_path", status: "partially_refunded" });
});

test("an empty or unheard-of status is shown as unknown", () => {
  for (const status of ["", "   ", null, undefined, "teleported"]) expect(viewOfStatus(status)).toEqual({ kind: "unknown" });
});

test.each([
  [1, 1, [1]],
  [1, 5, [1, 2, null, 5]],
  [3, 5, [1, 2, 3, 4, 5]],
  [4, 8, [1, null, 3, 4, 5, null, 8]],
  [6, 8, [1, null, 5, 6, 7, 8]],
  [8, 8, [1, null, 7, 8]],
  [1, 0, []],
])("on page %i of %i a shopper sees these numbers", (current, count, numbers) => {
  expect(pageNumbers(current, count)).toEqual(numbers);
});

test.each([
  ["SAMPLE", "JAR", "sample_jar"],
  ["SAMPLE", "SAMPLE_PAPER", "sample_paper"],
  ["FINISHED_PRODUCT", "FINISHED_PRODUCT_KG", "finished_kg"],
  ["FINISHED_PRODUCT", "LARGE_JAR_KG", "finished_kg"],
  ["FINISHED_PRODUCT", "BOTTLE", "finished_bottle"],
  ["FINISHED_PRODUCT", "JAR", "finished_jar"],
  ["SAMPLE", "BARREL", null],
  ["GIFT", "JAR", null],
])("a %s in %s is shown as %s", (type, product_unit, kind) => {
  expect(kindOfItem({ type, product_unit })).toBe(kind);
});

test("only a delivered order that came from a quiz can be ordered again", () => {
  expect(canReorder({ status: "Delivered", survey_response_id: "r1" })).toBe(true);
  expect(canReorder({ status: "delivered", survey_response_id: null })).toBe(false);
  expect(canReorder({ status: "shipped", survey_response_id: "r1" })).toBe(false);
});
