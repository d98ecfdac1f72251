import { type DehydratedState, dehydrate, type QueryClient } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import {
  createStaticHandler,
  createStaticRouter,
  matchRoutes,
  type Params,
  StaticRouterProvider,
} from "react-router";
import type {
  InternalCall,
  PagePlan,
  PageRedirect,
  RenderedPage,
  Site,
} from "#contract/pages/renderer.ts";
import { setTransport } from "#web/app/call.ts";
import {
  noSuchPage,
  type PageAnswer,
  type PageInput,
  type PageRoute,
  readPageInput,
} from "#web/app/page.ts";
import { buildPageAddress } from "#web/app/page-address.ts";
import { paths } from "#web/app/paths.ts";
import { createQueryClient } from "#web/app/query-client.ts";
import { type HeadOf, renderHead } from "#web/app/render-head.ts";
import { pages, routes } from "#web/app/router.tsx";
import { ShopProviders } from "#web/app/shop-providers.tsx";
import { setShopZone } from "#web/app/shop-zone.ts";
import { buildStructuredData } from "#web/app/structured-data.ts";
import { notFoundRoute } from "#web/pages/shop/routes.ts";
import { pageDescriptions } from "./page-descriptions.ts";

const handler = createStaticHandler(routes);
const pagesByPath = new Map(pages.map((route) => [route.path, route]));
const pagesWithParams = pages.filter(({ path }) => path.includes(":"));

type FoundPage = {
  route: PageRoute;
  input: PageInput | undefined;
  address: string;
};

/** React Router ranks all given routes on each call, so it is given few. */
function findRoute(pathname: string): { route: PageRoute; params: Params } {
  const known = pagesByPath.get(pathname);
  if (known) return { route: known, params: {} };
  const [match] = matchRoutes(pagesWithParams, pathname) ?? matchRoutes(pages, pathname) ?? [];
  return match ?? { route: notFoundRoute, params: {} };
}

/** Rendered at an address made from the route and its declared parameters, never the requested one. */
function findPage(url: string): FoundPage {
  const [pathname = "", search = ""] = url.split(/[?#]/);
  const { route, params } = findRoute(pathname);
  const input = readPageInput(route.handle, params, search);
  const path = route === notFoundRoute ? "/404" : route.path;
  return { route, input, address: buildPageAddress(path, input ?? { params: {}, query: {} }) };
}

export function plan(url: string): PagePlan {
  const { route, address } = findPage(url);
  return { key: address, isPage: route !== notFoundRoute };
}

/** For the sitemap. What a search finds is listed elsewhere. */
export function publicPaths(): string[] {
  return pages
    .map(({ path }) => path)
    .filter((path) => pageDescriptions[path] && path !== paths.search);
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
  url: string,
  callWithin: InternalCall,
  site: Site,
): Promise<RenderedPage | PageRedirect> {
  setTransport(callWithin);
  const { route, input, address } = findPage(url);
  const client = createQueryClient();
  const [context] = await Promise.all([
    handler.query(new Request(new URL(address, site.origin))),
    input && route.handle.publicData?.(client, input),
  ]);
  if (context instanceof Response) throw new Error(`${route.path} cannot be rendered`);
  for (const error of Object.values(context.errors ?? {})) throw error;

  const answer = answerOf(route, input, client);
  const path = answer.path ?? address;
  if (answer.status === 301 || path !== address) return { status: 301, location: path };
  for (const { state } of client.getQueryCache().getAll()) if (state.error) throw state.error;
  const state = withoutTimes(dehydrate(client));
  const page = { ...answer, path };
  const facts = input && buildStructuredData(page, input, site, client);
  const head = renderHead(page, site, facts);
  setShopZone(site.timeZone);
  const app = renderToString(
    <ShopProviders
      client={client}
      name={site.shopName}
      logo={site.logo}
      pictureHosts={site.pictureHosts}
      state={state}
    >
      <StaticRouterProvider
        router={createStaticRouter(handler.dataRoutes, context)}
        context={context}
        hydrate={false}
      />
    </ShopProviders>,
  );
  client.clear();
  const isStored =
    answer.status === 200 || Object.keys({ ...input?.params, ...input?.query }).length === 0;
  return { status: answer.status, isStored, head, app, state: JSON.stringify(state) };
}

function describeRoute({ path, handle }: PageRoute, { query }: PageInput): Answer {
  const { title, isListedWithoutQuery = false } = handle;
  const isUnlisted = isListedWithoutQuery && Object.keys(query).length > 0;
  return { status: 200, title, description: pageDescriptions[path], isUnlisted };
}

type Answer = Omit<HeadOf, "path"> & { status: PageAnswer["status"]; path?: string };

function answerOf(route: PageRoute, input: PageInput | undefined, client: QueryClient): Answer {
  if (!input || route === notFoundRoute) return noSuchPage;
  return route.handle.answer?.(client, input) ?? describeRoute(route, input);
}
