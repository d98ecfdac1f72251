import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply } from "fastify";
import { calls } from "#contract/calls.ts";
import type { Context } from "./context.ts";
import type { AllHandlers, SomeHandlers } from "./module.ts";
import { listPartPaths } from "./modules/catalog/list-part-paths.ts";
import { listVehiclePaths } from "./modules/fitment/list-vehicle-paths.ts";
import { makeIdentify } from "./modules/identity/identify.ts";
import { allModules, modules } from "./modules.ts";
import { serveHealth } from "./operations/monitoring/serve-health.ts";
import { serveReadiness } from "./operations/monitoring/serve-readiness.ts";
import { auditHandlers } from "./platform/audit/handlers.ts";
import { listPictureHosts } from "./platform/config/picture-filter.ts";
import { liveHandlers } from "./platform/events/handlers.ts";
import { guardRoutes, type RouteAccess } from "./platform/http/access.ts";
import { checkHost, toPath } from "./platform/http/check-host.ts";
import { defaultLimits } from "./platform/http/connection-limits.ts";
import { createHttpServer, handleClientError } from "./platform/http/create-http-server.ts";
import { handleErrors, toRefusal } from "./platform/http/handle-errors.ts";
import { commonHeaders, pageHeaders } from "./platform/http/headers.ts";
import { limitBodyTime } from "./platform/http/limit-body-time.ts";
import type { ResponseCache } from "./platform/http/response-cache.ts";
import { writeSecurityLog } from "./platform/http/security-log.ts";
import { serveCalls } from "./platform/http/serve-calls.ts";
import { serveCspReports } from "./platform/http/serve-csp-reports.ts";
import { jobHandlers } from "./platform/jobs/handlers.ts";
import { serveOpenApi } from "./platform/open-api/serve-open-api.ts";
import { createErrorPage } from "./platform/pages/error-page.ts";
import { leadToPages } from "./platform/pages/lead-to-pages.ts";
import { type BuiltWeb, servePages } from "./platform/pages/serve-pages.ts";
import { serveSecurityTxt } from "./platform/pages/serve-security-txt.ts";
import { log } from "./platform/telemetry/log/log.ts";
import { RequestLog } from "./platform/telemetry/log/request-log.ts";
import { thingHandlers } from "./platform/things/handlers.ts";

/** The handler of each call, from its module. `serveCalls` refuses to start without one. */
export function createHandlers(context: Context): AllHandlers {
  const ofPlatform: SomeHandlers = {
    audit: auditHandlers(context, allModules),
    things: thingHandlers(context, allModules.records),
    jobs: jobHandlers(context, allModules.records),
    live: liveHandlers(context, makeIdentify(context)),
  };
  const parts = [ofPlatform, ...modules.map(({ handlers }) => handlers?.(context, allModules))];
  const domains = Object.keys(calls) as (keyof AllHandlers)[];
  const merged = domains.map((domain) => [
    domain,
    Object.assign({}, ...parts.map((part) => part?.[domain])),
  ]);
  return Object.fromEntries(merged) as AllHandlers;
}

export type App = FastifyInstance & { access: RouteAccess[] };

export function createApp(
  shop: Context,
  cache: ResponseCache,
  web: BuiltWeb,
  limits = defaultLimits,
): App {
  const headers = commonHeaders({ ...shop, pictureHosts: listPictureHosts(shop.env) });
  const origin = () => shop.origin;
  const app = fastify({
    serverFactory: (handle) =>
      createHttpServer(handle, { headers, proxies: shop.env.PROXIES, limits }),
    rewriteUrl: toPath,
    clientErrorHandler: handleClientError(headers),
    bodyLimit: 64 * 1024,
    trustProxy: shop.env.PROXIES,
    genReqId: () => crypto.randomUUID(),
    loggerInstance: log as FastifyBaseLogger,
    logController: new RequestLog(),
    // On close, open requests are finished and idle connections closed (see run-shop.ts).
    forceCloseConnections: "idle",
    return503OnClosing: false,
    // Schemas limit the length of ids.
    routerOptions: { maxParamLength: 20_000 },
    // Malformed URLs do not reach the hooks and handlers below.
    frameworkErrors: (error, request, reply: FastifyReply) => {
      const refusal = toRefusal(error, request.id);
      const own = { ...headers, "cache-control": "no-store" };
      return reply.status(refusal.status).headers(own).send(refusal);
    },
  });
  app.addHook("onRequest", (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
  app.addHook("onRequest", checkHost(origin));
  app.addHook("onSend", (_request, reply, _body, done) => {
    // The next request must reach another process, and an open connection delays the stop.
    if (shop.leaving.aborted) reply.header("connection", "close");
    reply.headers(pageHeaders(reply.getHeader("content-type")));
    done();
  });
  limitBodyTime(app, limits);
  shop.metrics?.measureRequests(app);
  const access = guardRoutes(app, { origin, identify: makeIdentify(shop) });
  writeSecurityLog(app);
  app.removeContentTypeParser("text/plain");
  handleErrors(app, calls, createErrorPage(shop.env.SHOP_NAME));
  const callFrom = serveCalls(app, calls, createHandlers(shop), shop, cache);
  for (const { routes } of modules) routes?.(app, shop);
  serveCspReports(app);
  serveHealth(app, shop);
  serveReadiness(app, shop);
  serveOpenApi(app, calls, { shopName: shop.env.SHOP_NAME, origin });
  serveSecurityTxt(app, shop);
  leadToPages(app);
  const site = async () => {
    const { logo, timeZone } = (await shop.settings()).company;
    return {
      shopName: shop.env.SHOP_NAME,
      logo: shop.filterPicture(logo),
      timeZone,
      origin: shop.origin,
      pictureHosts: listPictureHosts(shop.env),
    };
  };
  servePages(app, callFrom, cache, web, site, {
    ...listPartPaths(shop.read),
    listVehiclePaths: () => listVehiclePaths(shop.read),
  });
  return Object.assign(app, { access });
}
