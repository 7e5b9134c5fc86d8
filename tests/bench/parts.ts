/** The parts of an answer, each by itself in bare Hono. Runs in workerd beside the shop. */
import { Hono } from "hono";

const parts = new Hono<{ Bindings: { DB: D1Database; CONTENT: KVNamespace } }>();
/** What each statement finds with its values, in one batch. */
async function rowsOf({ DB }: { DB: D1Database }, ...asked: [sql: string, ...values: string[]][]) {
  const database = DB.withSession("first-primary");
  const prepared = asked.map(([sql, ...values]) => database.prepare(sql).bind(...values));
  return (await database.batch(prepared)).map(({ results }) => results);
}
const session = "SELECT * FROM sessions WHERE id = ?";
const lines =
  "SELECT cart_items.* FROM cart_items JOIN carts ON carts.id = cart_id WHERE carts.member_id = (SELECT member_id FROM sessions WHERE id = ?)";

parts.get("/bare", (c) => c.text("ok"));

parts.get("/d1/:session", async (c) => {
  const database = c.env.DB.withSession("first-primary");
  return c.json(await database.prepare(session).bind(c.req.param("session")).first());
});

parts.get("/d1/:session/lines", async (c) => {
  const id = c.req.param("session");
  return c.json(await rowsOf(c.env, [session, id], [lines, id]));
});

const linesOf = (column: string) =>
  `SELECT * FROM cart_items WHERE cart_id IN (SELECT id FROM carts WHERE ${column} = ?) AND removed_at IS NULL ORDER BY created_at, rowid`;
const refused =
  "SELECT response_id, refusals FROM response_refusals WHERE member_id = ?1 AND response_id IN (SELECT survey_response_id FROM cart_items WHERE cart_id IN (SELECT id FROM carts WHERE member_id = ?1))";

parts.get("/d1/carts/:guest", async (c) => {
  const guest = c.req.param("guest");
  const cart = "SELECT * FROM carts WHERE guest_hash = ?";
  return c.json(await rowsOf(c.env, [cart, guest], [linesOf("guest_hash"), guest]));
});

parts.get("/d1/carts/:member/:session", async (c) => {
  const { member, session: id } = c.req.param();
  const own = ["SELECT * FROM carts WHERE member_id = ?", linesOf("member_id"), refused];
  const asked = own.map((sql): [string, string] => [sql, member]);
  return c.json(await rowsOf(c.env, [session, id], ...asked));
});

parts.get("/kv/:language/:file", async (c) => {
  const key = `locales/${c.req.param("language")}/${c.req.param("file")}`;
  return c.text((await c.env.CONTENT.get(key, { type: "text", cacheTtl: 30 })) ?? "");
});

export default parts;
