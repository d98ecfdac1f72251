import { type DehydratedState, dehydrate } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import {
  createStaticHandler,
  createStaticRouter,
  matchRoutes,
  type Params,
  StaticRouterProvider,
} from "react-router";
import type { InternalCall, PagePlan, RenderedPage, Site } from "#contract/pages/renderer.ts";
import { setTransport } from "#web/app/call.ts";
import type { PageRoute } from "#web/app/page.ts";
import { createQueryClient } from "#web/app/query-client.ts";
import { renderHead } from "#web/app/render-head.ts";
import { pages, routes } from "#web/app/router.tsx";
import { ShopProviders } from "#web/app/shop-providers.tsx";
import { shownTags } from "#web/app/shown-tags.ts";
import { buildStructuredData } from "#web/app/structured-data.ts";
import { notFoundRoute } from "#web/pages/shop/routes.ts";

const handler = createStaticHandler(routes);
const pagesByPath = new Map(pages.map((route) => [route.path, route]));
const pagesWithParams = pages.filter(({ path }) => path.includes(":"));

/** React Router ranks all given routes on each call, so it is given few. */
function findPage(path: string): { route: PageRoute; params: Params } {
  const [pathname = ""] = path.split(/[?#]/);
  const known = pagesByPath.get(pathname);
  if (known) return { route: known, params: {} };
  const [match] = matchRoutes(pagesWithParams, pathname) ?? matchRoutes(pages, pathname) ?? [];
  return match ?? { route: notFoundRoute, params: {} };
}

export function plan(path: string): PagePlan {
  const { route } = findPage(path);
  return {
    key: route.path,
    status: route === notFoundRoute ? 404 : 200,
  };
}

export function publicPaths(): string[] {
  return pages.filter(({ handle }) => handle.description).map(({ path }) => path);
}

/**
 * Rendered at an address made from the route, never the requested one: one rendering serves
 * everyone.
 */
function renderPath({ path }: PageRoute): string {
  return path === notFoundRoute.path ? "/404" : path.replace(/:\w+/g, "-");
}

/** The same data must give the same page, whenever and wherever it was rendered. */
function withoutTimes(state: DehydratedState): DehydratedState {
  for (const query of state.queries) {
    query.state.dataUpdatedAt = 1;
    query.dehydratedAt = 1;
  }
  return state;
}

export async function render(
  path: string,
  callWithin: InternalCall,
  site: Site,
): Promise<RenderedPage> {
  setTransport(callWithin);
  const { route, params } = findPage(path);
  const client = createQueryClient();
  const [context] = await Promise.all([
    handler.query(new Request(new URL(renderPath(route), site.origin))),
    route.handle.publicData?.(client, params),
  ]);
  if (context instanceof Response) throw new Error(`${route.path} cannot be rendered`);
  for (const error of Object.values(context.errors ?? {})) throw error;
  for (const { state } of client.getQueryCache().getAll()) if (state.error) throw state.error;

  const state = withoutTimes(dehydrate(client));
  const page = { ...route.handle, path: route.path };
  const head = renderHead(page, site, buildStructuredData(page, site, client));
  const app = renderToString(
    <ShopProviders client={client} name={site.shopName} state={state}>
      <StaticRouterProvider
        router={createStaticRouter(handler.dataRoutes, context)}
        context={context}
        hydrate={false}
      />
    </ShopProviders>,
  );
  const tags = shownTags(client);
  client.clear();
  return { head, app, state: JSON.stringify(state), tags };
}
