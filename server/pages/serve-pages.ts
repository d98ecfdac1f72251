import type { FastifyInstance } from "fastify";
import type { CallWithin, Site } from "#contract/renderer.ts";
import { pathOf } from "#server/http/failures.ts";
import type { PreparedAnswers } from "#server/http/prepared.ts";
import { callRoot } from "#server/http/serve-calls.ts";
import type { Web } from "./built-web.ts";
import { siteFiles } from "./site-files.ts";
import { fillTemplate } from "./template.ts";

/**
 * A browser asks each time whether a page is still true; caches in between may answer many with the
 * same page for one second. It is then so much older than it seems: see `slack` in server/live.
 */
const forEveryone = "public, max-age=0, s-maxage=1, must-revalidate";

/** Gives the web for a path; in development it is made anew as its files change. */
export type WebFor = (path: string) => Promise<Web>;

/**
 * Every address that is no call is a page, and the web's router knows which. The same pages
 * are rendered once for everyone, and anew when something that they show has changed.
 */
export function servePages(
  app: FastifyInstance,
  call: CallWithin,
  prepared: PreparedAnswers,
  webFor: WebFor,
  site: () => Site,
): void {
  app.get("/*", { config: { who: "visitor", forEveryone: true } }, async (request, reply) => {
    const path = pathOf(request.url);
    if (path === callRoot || path.startsWith(`${callRoot}/`)) return reply.callNotFound();
    const file = prepared.file(request.raw, path);
    if (file) {
      reply.hijack();
      file(reply.raw);
      return;
    }
    const web = await webFor(path);
    const make = siteFiles.get(path);
    if (make) {
      const build = async () => make(site(), web.renderer);
      const write = await prepared.prepare(request.raw, { key: path, topics: [], build });
      reply.hijack();
      write(reply.raw);
      return;
    }
    const { key, status, topics } = web.renderer.plan(path);
    // Only to what is a page of ours: "//elsewhere/" must not lead there.
    if (status === 200 && path.length > 1 && path.endsWith("/")) {
      return reply.redirect(path.slice(0, -1), 308);
    }
    const write = await prepared.prepare(request.raw, {
      key,
      topics,
      build: async () => {
        const page = await web.renderer.render(path, call, site());
        const body = Buffer.from(fillTemplate(web.template, page));
        const type = "text/html; charset=utf-8";
        return { status, type, body, ...(status === 200 && { cacheControl: forEveryone }) };
      },
    });
    reply.hijack();
    write(reply.raw);
  });
}
