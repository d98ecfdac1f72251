// What the shop knows of a page besides its component: the `handle` of its route.
import type { QueryClient } from "@tanstack/react-query";
import { type NonIndexRouteObject, type Params, useMatches } from "react-router";
import type { Topic } from "#contract/call.ts";
import type { Person } from "#contract/identity.ts";

export type Page = {
  title: string;
  /** Pages with a description are in the sitemap; all others are marked noindex. */
  description?: string;
  /** The server renders the page again when one of these changes. */
  topics?: readonly Topic[];
  /** Where the end of a session leads from here; by default to /login and back. */
  leaveTo?: string;
  /** Data that the server renders the page with, and that the browser prefetches. */
  publicData?: (client: QueryClient, params: Params) => Promise<unknown>;
  /** Data of the signed-in person, which only the browser prefetches. */
  privateData?: (client: QueryClient, me: Person, params: Params) => Promise<unknown> | undefined;
};

export type PageRoute = Omit<NonIndexRouteObject, "path" | "handle" | "lazy"> & {
  path: string;
  handle: Page;
  lazy: () => Promise<Pick<NonIndexRouteObject, "Component">>;
};

/** A prefetch on every hover must not fetch the same data each time. */
export const prefetchOptions = { retry: false, staleTime: 10_000 };

export function usePage(): Page {
  return useMatches().at(-1)?.handle as Page;
}
