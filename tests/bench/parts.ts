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

const linesOf = (column: string) =>
  `SELECT * FROM cart_items WHERE cart_id IN (SELECT id FROM carts WHERE ${column} = ?) AND removed_at IS NULL ORDER BY created_at, rowid`;
const refused =
  "SELECT response_id, refusals FROM response_refusals WHERE member_id = ?1 AND response_id IN (SELECT survey_response_id FROM cart_items WHERE cart_id IN (SELECT id FROM carts WHERE member_id = ?1))";

/** The rows that a guest's cart is made of. */
parts.get("/d1/carts/:guest", async (c) => {
  const database = c.env.DB.withSession("first-primary");
  const answers = await database.batch(
    ["SELECT * FROM carts WHERE guest_hash = ?", linesOf("guest_hash")].map((sql) =>
      database.prepare(sql).bind(c.req.param("guest")),
    ),
  );
  return c.json(answers.map(({ results }) => results));
});

/** And a member's, with the session and what was refused. */
parts.get("/d1/carts/:member/:session", async (c) => {
  const database = c.env.DB.withSession("first-primary");
  const { member, session: id } = c.req.param();
  const answers = await database.batch([
    database.prepare(session).bind(id),
    ...["SELECT * FROM carts WHERE member_id = ?", linesOf("member_id"), refused].map((sql) =>
      database.prepare(sql).bind(member),
    ),
  ]);
  return c.json(answers.map(({ results }) => results));
});

parts.get("/kv/:language/:file", async (c) => {
  const key = `locales/${c.req.param("language")}/${c.req.param("file")}`;
  return c.text((await c.env.CONTENT.get(key, { type: "text", cacheTtl: 30 })) ?? "");
});

export default parts;
