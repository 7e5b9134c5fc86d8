import { Hono } from "hono";
import type { H, RouterRoute } from "hono/types";
import { expect, test } from "vitest";
import { RememberingRouter } from "../../worker/middleware/remembering-router.ts";

function shopWith(router: RememberingRouter<[H, RouterRoute]>) {
  const app = new Hono({ strict: false, router });
  app.use("*", async (c, next) => {
    await next();
    c.header("X-Seen", "yes");
  });
  app.get("/orders/my-orders", (c) => c.text("mine"));
  app.get("/orders/:id", (c) => c.text(`order ${c.req.param("id")}`));
  app.post("/orders/my-orders", (c) => c.text("made"));
  app.route(
    "/cart",
    new Hono().get("/", (c) => c.text("cart")),
  );
  return async (path: string, method = "GET") => {
    const response = await app.request(path, { method });
    expect(response.headers.get("X-Seen")).toBe("yes");
    return response.status === 200 ? response.text() : response.status;
  };
}

test("whoever asks for an address again is answered as the first time, by its method", async () => {
  const ask = shopWith(new RememberingRouter());
  for (let time = 0; time < 3; time += 1) {
    expect(await ask("/orders/my-orders")).toBe("mine");
    expect(await ask("/orders/my-orders", "POST")).toBe("made");
    expect(await ask("/orders/my-orders", "PUT")).toBe(404);
    expect(await ask("/cart")).toBe("cart");
    expect(await ask("/cart/")).toBe("cart");
  }
});

test("two orders are never taken for one another", async () => {
  const ask = shopWith(new RememberingRouter());
  for (const id of ["a", "b", "a", "c"]) expect(await ask(`/orders/${id}`)).toBe(`order ${id}`);
});

test("addresses that strangers make up are not remembered", async () => {
  const router = new RememberingRouter<[H, RouterRoute]>();
  const ask = shopWith(router);
  expect(await ask("/cart")).toBe("cart");
  expect(router.size).toBe(1);
  for (let made = 0; made < 50; made += 1) {
    expect(await ask(`/cart-${made}`)).toBe(404);
    expect(await ask(`/orders/${made}`)).toBe(`order ${made}`);
  }
  expect(router.size).toBe(1);
});
