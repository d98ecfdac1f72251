import type { QueryClient } from "@tanstack/react-query";
import { type NonIndexRouteObject, type Params, useMatches } from "react-router";
import type { Person } from "#contract/identity.ts";
import type { Area } from "#contract/rules/roles.ts";

export type PageInput = { params: Record<string, string>; query: Record<string, string> };

export type Page = {
  title: string;
  leaveTo?: string;
  /** What admins change here. Those of other roles only look. */
  area?: Area;
  /** Parameters of the path that the server renders the page for. If one does not match, it is a 404. */
  params?: Record<string, RegExp>;
  /** The same of the query; what is not declared or does not match is ignored. */
  query?: Record<string, RegExp>;
  /** With a query, search engines are not to list it. */
  isListedWithoutQuery?: boolean;
  /** Rendered on the server, prefetched by the browser. */
  publicData?: (client: QueryClient, input: PageInput) => Promise<unknown>;
  answer?: (client: QueryClient, input: PageInput) => PageAnswer | undefined;
  /** Prefetched by the browser only. */
  privateData?: (client: QueryClient, me: Person, params: Params) => Promise<unknown> | undefined;
};

/** Descriptions are for search engines: browsers have none. */
export type PageAnswer =
  | { status: 301; path: string; title: string }
  | { status: 200; path: string; title: string; description: string; picture: string | undefined }
  | { status: 404 | 410; title: string };

export const noSuchPage = { status: 404, title: "Page not found" } as const;

/** Undefined if a parameter of the path is not as declared: there is no such page. */
export function readPageInput(page: Page, params: Params, search: string): PageInput | undefined {
  const inPath = Object.entries(page.params ?? {}).map(
    ([name, pattern]) => [name, params[name] ?? "", pattern] as const,
  );
  if (!inPath.every(([, value, pattern]) => pattern.test(value))) return undefined;
  const given = new URLSearchParams(search);
  const query = Object.entries(page.query ?? {}).flatMap(([name, pattern]) => {
    const value = given.get(name);
    return value !== null && pattern.test(value) ? [[name, value]] : [];
  });
  return { params: Object.fromEntries(inPath), query: Object.fromEntries(query) };
}

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
