import { expect, test } from "vitest";
import { RememberingRouter } from "../../worker/platform/remembering-router.ts";

function routed(most = 8): RememberingRouter<string> {
  const router = new RememberingRouter<string>(most);
  router.add("ALL", "/*", "everything");
  router.add("GET", "/orders/my-orders", "mine");
  router.add("GET", "/orders/:id", "one");
  router.add("POST", "/orders/:id", "change");
  return router;
}

test("finds by method and path, and the same the second time", () => {
  const router = routed();
  for (let time = 0; time < 2; time += 1) {
    expect(router.match("GET", "/orders/my-orders")[0].map(([name]) => name)).toEqual([
      "everything",
      "mine",
      "one",
    ]);
    expect(router.match("GET", "/orders/7")).toEqual([
      [
        ["everything", {}],
        ["one", { id: "7" }],
      ],
    ]);
    expect(router.match("GET", "/orders/8")[0].at(-1)).toEqual(["one", { id: "8" }]);
    expect(router.match("POST", "/orders/7")[0].at(-1)).toEqual(["change", { id: "7" }]);
  }
});

test("a route that comes later is found where others were found before", () => {
  const router = routed();
  router.match("GET", "/orders/7");
  router.add("GET", "/orders/7", "seventh");
  expect(router.match("GET", "/orders/7")[0].at(-1)?.[0]).toBe("seventh");
});

test("a hundred thousand addresses, or long ones, leave no more than it may hold", () => {
  const router = routed(256);
  for (let id = 0; id < 100_000; id += 1) router.match("GET", `/orders/${id}`);
  expect(router.size).toBe(256);
  const fresh = routed();
  expect(fresh.match("GET", `/orders/${"7".repeat(200)}`)[0]).toHaveLength(2);
  expect(fresh.size).toBe(0);
});
