// What the server loads to make pages: the same application, rendered to text.
import { type DehydratedState, dehydrate } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router";
import type { CallWithin, PagePlan, RenderedPage, Site } from "#contract/renderer.ts";
import { callThrough } from "./call.ts";
import { headOf } from "./head.ts";
import { createQueryClient } from "./query-client.ts";
import { fetchCode, notFound, type Page, pageAt, pages } from "./router.tsx";
import { Pages } from "./routes.tsx";
import { Shop } from "./shop.tsx";
import { factsOf } from "./structured-data.ts";

export function plan(path: string): PagePlan {
  const page = pageAt(path);
  return { key: page.path, status: page === notFound ? 404 : 200, topics: page.topics ?? [] };
}

export function publicPaths(): string[] {
  return pages.filter((page) => page.description).map(({ path }) => path);
}

/**
 * A page is rendered at an address of the router's making, never at what was asked for: one
 * rendering serves everyone.
 */
function addressOf(page: Page): string {
  return page === notFound ? "/404" : page.path.replace(/:\w+/g, "-");
}

/** The same data is the same page, whenever and by whichever process it was rendered. */
function withoutTimes(state: DehydratedState): DehydratedState {
  for (const query of state.queries) {
    query.state.dataUpdatedAt = 1;
    query.dehydratedAt = 1;
  }
  return state;
}

export async function render(
  path: string,
  callWithin: CallWithin,
  site: Site,
): Promise<RenderedPage> {
  callThrough(callWithin);
  const page = pageAt(path);
  const client = createQueryClient();
  await Promise.all([fetchCode(page), page.needs?.(client)]);
  for (const { state } of client.getQueryCache().getAll()) if (state.error) throw state.error;

  const state = withoutTimes(dehydrate(client));
  const head = headOf(page, site, factsOf(page, site, client));
  const app = renderToString(
    <Shop client={client} name={site.shopName} state={state}>
      <StaticRouter location={addressOf(page)}>
        <Pages />
      </StaticRouter>
    </Shop>,
  );
  client.clear();
  return { head, app, state: JSON.stringify(state) };
}
