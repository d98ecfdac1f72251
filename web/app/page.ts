// What is known of a page besides its component: the `handle` of its route.
import type { QueryClient } from "@tanstack/react-query";
import { type NonIndexRouteObject, type Params, useMatches } from "react-router";
import type { Person } from "#contract/identity.ts";

export type Page = {
  title: string;
  /** Pages with a description are in the sitemap; all others are noindex. */
  description?: string;
  /** Where the end of a session leads from here; by default to /login and back. */
  leaveTo?: string;
  /** Rendered on the server, prefetched by the browser. */
  publicData?: (client: QueryClient, params: Params) => Promise<unknown>;
  /** Prefetched by the browser only. */
  privateData?: (client: QueryClient, me: Person, params: Params) => Promise<unknown> | undefined;
};

export type PageRoute = Omit<NonIndexRouteObject, "path" | "handle" | "lazy"> & {
  path: string;
  handle: Page;
  lazy: () => Promise<Pick<NonIndexRouteObject, "Component">>;
};

/** Repeated hovers must not fetch the same data each time. */
export const prefetchOptions = { retry: false, staleTime: 10_000 };

export function usePage(): Page {
  return useMatches().at(-1)?.handle as Page;
}
