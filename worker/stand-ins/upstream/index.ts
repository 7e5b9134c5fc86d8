/** Table of contents: `/api/v1` as specified, and the mail that it would send. */
import { sql } from "drizzle-orm";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { createDeps, withDeps, type App, type Bindings, type Deps } from "./app.ts";
import { answerFailure, answerNotFound } from "./http/refusal.ts";
import { documentedOnly } from "./http/documented-only.ts";
import { stagedFault } from "./http/faults.ts";
import { auth } from "./routes/auth.ts";
import { checkout, orders } from "./routes/orders.ts";
import { mail, forgetOldMails } from "./mail.ts";
import { members, shippingAddresses } from "./routes/members.ts";
import { perfumeNotes, products, rawMaterials } from "./routes/products.ts";
import { customTexts, productAddons, productPricing, reorderSettings } from "./routes/reorder.ts";
import { service } from "./routes/service.ts";
import { surveys } from "./routes/surveys.ts";
import { seeded } from "./seed.ts";
import { forgetOldLimits } from "./store/limits.ts";
import { forgetEndedPasswords, forgetOldChallenges } from "./store/mailed-secrets.ts";
import { cancelUnpaid } from "./store/orders.ts";
import { forgetOldTokens } from "./store/tokens.ts";

const app = new Hono<App>({ strict: false });
const largestBody = 128 * 1024;

app.use(
  bodyLimit({
    maxSize: largestBody,
    onError: (c) => c.json({ detail: "請求內容過大" }, 413),
  }),
);
app.use(withDeps);
app.use(seeded);
app.use("/api/v1/*", stagedFault);
app.use("/api/v1/*", documentedOnly);

const sweepEveryMs = 300_000;
let sweptAt = 0;
// In local mode nothing runs this Worker's schedule, so requests run it now and then.
app.use(async (c, next) => {
  await next();
  const deps = c.get("deps");
  if (deps.now - sweptAt < sweepEveryMs) return;
  sweptAt = deps.now;
  c.executionCtx.waitUntil(runSchedule(deps));
});

app.get("/api/v1/health", async (c) => {
  await c.get("deps").db.run(sql`SELECT 1`);
  return c.json({ status: "ok" });
});
app.route("/api/v1/auth", auth);
app.route("/api/v1/members", members);
app.route("/api/v1/shipping-addresses", shippingAddresses);
app.route("/api/v1/surveys", surveys);
app.route("/api/v1/products", products);
app.route("/api/v1/perfume-note", perfumeNotes);
app.route("/api/v1/raw-materials", rawMaterials);
app.route("/api/v1/product-addons", productAddons);
app.route("/api/v1/reorder-settings", reorderSettings);
app.route("/api/v1/product-pricing", productPricing);
app.route("/api/v1/cart", checkout);
app.route("/api/v1/orders", orders);
app.route("/api/v1/custom-texts", customTexts);
app.route("/api/v1/service", service);
app.route("/local", mail);

app.notFound(answerNotFound);
app.onError(answerFailure);

export default {
  fetch: app.fetch,
  scheduled: (_controller, env) => runSchedule(createDeps(env, "")),
} satisfies ExportedHandler<Bindings>;

/** Every five minutes: cancels orders that are unpaid for a day and deletes expired rows. */
async function runSchedule({ db, now }: Deps): Promise<void> {
  await db.batch([
    cancelUnpaid(db, now),
    forgetOldMails(db, now),
    forgetOldChallenges(db, now),
    forgetOldTokens(db, now),
    forgetOldLimits(db, now),
    forgetEndedPasswords(db, now),
  ]);
}
