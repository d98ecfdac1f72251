import type { FastifyInstance, FastifyRequest } from "fastify";
import { callRoot } from "#contract/call.ts";
import type { Site } from "#contract/pages/renderer.ts";
import { settingsTag } from "#contract/tags.ts";
import { collectTags } from "#server/platform/http/answer-tags.ts";
import { acceptedEncoding, sendCached } from "#server/platform/http/cached-response.ts";
import { addressOf } from "#server/platform/http/caller.ts";
import { pathFromUrl } from "#server/platform/http/handle-errors.ts";
import type { ResponseCache, TaggedContent } from "#server/platform/http/response-cache.ts";
import type { CallFrom } from "#server/platform/http/serve-calls.ts";
import { type Assets, findEarlierAsset, type Web } from "./built-web.ts";
import { fillTemplate } from "./fill-template.ts";
import { siteFiles } from "./site-files.ts";
import { findSitemap, type SitemapSource } from "./sitemap.ts";

/** Browsers revalidate; shared caches may serve a page for one second (see web/app/live-updates.ts). */
const forEveryone = "public, max-age=0, s-maxage=1, must-revalidate";

export type WebFor = (path: string) => Promise<Web>;

export type BuiltWeb = { webFor: WebFor; assets: Assets };

export function servePages(
  app: FastifyInstance,
  callFrom: CallFrom,
  cache: ResponseCache,
  { webFor, assets }: BuiltWeb,
  site: () => Promise<Site>,
  source: SitemapSource,
): void {
  const config = { who: "visitor", forEveryone: true } as const;
  app.get("/*", { config, onRequest: cache.lookUp }, async (request, reply) => {
    const path = pathFromUrl(request.url);
    if (path === callRoot || path.startsWith(`${callRoot}/`)) return reply.callNotFound();
    const asset = assets.get(path);
    const file = asset?.[acceptedEncoding(request)] ?? asset?.identity;
    if (file) return sendCached(request, reply, file);
    const earlier = await findEarlierAsset(path);
    if (earlier) return sendCached(request, reply, earlier);
    const web = await webFor(path);
    const make = siteFiles.get(path);
    if (make) {
      const build = async () => ({ ...make(await site()), tags: [] });
      return cache.send(request, reply, { key: path, build });
    }
    const writeSitemap = findSitemap(path);
    if (writeSitemap) {
      const shop = { origin: (await site()).origin, ownPaths: web.renderer.publicPaths(), source };
      const build = async () => {
        const file = await writeSitemap(shop);
        if (file) return { ...file, tags: source.tags };
        return { ...(await renderPage(web, request)), isStored: false };
      };
      return cache.send(request, reply, { key: path, build });
    }
    const { key, isPage } = web.renderer.plan(request.url);
    // Only to our own pages: "//elsewhere/" must not lead there.
    if (isPage && path.length > 1 && path.endsWith("/")) {
      return reply.redirect(path.slice(0, -1), 308);
    }
    return cache.send(request, reply, { key, build: () => renderPage(web, request) });
  });

  async function renderPage(
    { renderer, template }: Web,
    request: FastifyRequest,
  ): Promise<TaggedContent> {
    const call = callFrom(addressOf(request));
    const rendered = await collectTags(async () =>
      renderer.render(request.url, call, await site()),
    );
    const { result: page, until } = rendered;
    const tags = [...rendered.tags, settingsTag];
    // A part may get its old name again, so a redirect is not kept either.
    const once = { tags, isStored: false, cacheControl: "no-store" };
    if (page.status === 301) return { ...page, type: "text/plain", body: Buffer.alloc(0), ...once };
    const { status, isStored } = page;
    const body = Buffer.from(fillTemplate(template, page));
    const content = { status, type: "text/html; charset=utf-8", body };
    if (!isStored) return { ...content, ...once };
    return { ...content, tags, until, ...(status === 200 && { cacheControl: forEveryone }) };
  }
}
