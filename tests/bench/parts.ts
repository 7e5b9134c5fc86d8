/** The parts of an answer, each by itself in bare Hono. Runs in workerd beside the shop. */
import { Hono } from "hono";

interface Bindings {
  DB: D1Database;
  CONTENT: KVNamespace;
}

const parts = new Hono<{ Bindings: Bindings }>();
const session = "SELECT * FROM sessions WHERE id = ?";
const lines =
  "SELECT cart_items.* FROM cart_items JOIN carts ON carts.id = cart_id WHERE carts.member_id = (SELECT member_id FROM sessions WHERE id = ?)";

parts.get("/bare", (c) => c.text("ok"));

parts.get("/d1/:session", async (c) => {
  const database = c.env.DB.withSession("first-primary");
  return c.json(await database.prepare(session).bind(c.req.param("session")).first());
});

parts.get("/d1/:session/lines", async (c) => {
  const database = c.env.DB.withSession("first-primary");
  const answers = await database.batch(
    [session, lines].map((sql) => database.prepare(sql).bind(c.req.param("session"))),
  );
  return c.json(answers.map(({ results }) => results));
});

parts.get("/kv/:language/:file", async (c) => {
  const key = `locales/${c.req.param("language")}/${c.req.param("file")}`;
  return c.text((await c.env.CONTENT.get(key, { type: "text", cacheTtl: 30 })) ?? "");
});

export default parts;
