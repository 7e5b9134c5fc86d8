/** Table of contents: middleware in order, one line a prefix, not-found, on-error, schedule. */
import { Hono } from "hono";
import type { App } from "./context.ts";
import { auth } from "./routes/auth.ts";
import { cart } from "./routes/cart.ts";
import { checkout } from "./routes/checkout.ts";
import { config } from "./routes/config.ts";
import { documents } from "./routes/documents.ts";
import { forwarded } from "./routes/forwarded.ts";
import { health } from "./routes/health.ts";
import { infoPages } from "./routes/info-pages.ts";
import { local } from "./routes/local.ts";
import { locales } from "./routes/locales.ts";
import { payments } from "./routes/payments.ts";
import { sessions } from "./routes/sessions.ts";

const app = new Hono<App>();

app.route("/api/health", health);
app.route("/api/v1/config", config);
app.route("/api/v1/info-pages", infoPages);
app.route("/api/v1/auth/sessions", sessions);
app.route("/api/v1/auth", auth);
app.route("/api/v1/payments", payments);
app.route("/api/v1", checkout);
app.route("/api/v1/cart", cart);
app.route("/api/v1", forwarded);
app.route("/locales", locales);
app.route("/local", local);
app.route("/", documents);

export default app;
