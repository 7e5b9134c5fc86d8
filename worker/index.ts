/** Read this first: middleware in order, one line for each prefix, error handler, schedule. */
import { Hono } from "hono";
import { fallbackLocale } from "#contract/locales";
import { configOf, RequestPorts, type App } from "./context.ts";
import type { Bindings } from "./env.ts";
import { isDevelopment } from "./platform/build.ts";
import * as headers from "./middleware/security-headers.ts";
import { crossOrigin, refuseForgedRequests } from "./middleware/origins.ts";
import { onError, refuseMethod, refuseUnknown } from "./middleware/error-handler.ts";
import { deskDoor } from "./middleware/operator.ts";
import { ownApi, placedApi, requestContext, requestId } from "./middleware/request-context.ts";
import { requestLine } from "./middleware/request-line.ts";
import { auth, legacyMembers } from "./routes/auth.ts";
import { cart } from "./routes/cart.ts";
import { orders } from "./routes/orders.ts";
import { config, cspReports, health, local } from "./routes/service.ts";
import { desk } from "./desk/index.tsx";
import { answerDocument, documents } from "./routes/documents.ts";
import { forwarded, scents } from "./routes/forwarded.ts";
import { infoPages, texts } from "./routes/published.ts";
import { payments } from "./routes/payments.ts";
import { quiz } from "./routes/surveys.ts";
import { runSchedule } from "./scheduled.ts";

// Routes are spelled without a trailing slash and match with one too; nothing redirects.
const app = new Hono<App>({ strict: false });

// Before our middleware, so that the stand-ins' answers keep their own headers.
app.route("/local", local);
if (isDevelopment) app.use(headers.developmentSources);

app.use(headers.securityHeaders, requestId, requestLine);
app.use("/api/*", placedApi);
app.use(requestContext);
app.use(deskDoor(answerDocument));
app.use("/api/*", headers.noStoreByDefault, crossOrigin, refuseForgedRequests);
app.use("/locales/*", crossOrigin);

app.route("/desk", desk);
app.route("/api/health", health);
app.route("/api/v1/config", config);
app.route("/api/v1/info-pages", infoPages);
app.route("/api/v1/csp-reports", cspReports);
app.route("/api/v1/auth", auth);
app.route("/api/v1/members", legacyMembers);
app.route("/api/v1/payments", payments);
app.route("/api/v1/cart", cart);
app.route("/api/v1", orders);
app.route("/api/v1", quiz);
app.route("/api/v1/scents", scents);
app.route("/api/v1", forwarded);
app.route("/locales", texts);
app.all("/api/*", refuseMethod(app), refuseUnknown);
app.all("/locales/*", refuseMethod(app), refuseUnknown);
app.use(ownApi(app));
app.route("/", documents);

app.notFound(refuseUnknown);
app.onError(onError);

const scheduled: ExportedHandler<Bindings>["scheduled"] = (_event, env, execution) =>
  runSchedule(
    new RequestPorts(env, {
      requestId: crypto.randomUUID(),
      locale: fallbackLocale,
      requestUrl: configOf(env).PUBLIC_ORIGIN ?? "http://localhost",
      address: null,
      client: null,
      waitUntil: (work) => execution.waitUntil(work),
    }),
  );

export default Object.assign(app, { scheduled });
