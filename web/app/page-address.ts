import type { Params } from "react-router";
import type { Page, PageInput } from "./page.ts";

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

/** Parameters that the server does not know are rendered as a dash, once for everyone. */
export function buildPageAddress(path: string, { params, query }: PageInput): string {
  const pathname = path.replace(/\/:(\w+)(\??)/g, (_, name: string, optional: string) => {
    const value = params[name];
    if (optional && value === "") return "";
    return `/${value === undefined ? "-" : encodeURIComponent(value)}`;
  });
  const search = new URLSearchParams(query);
  return search.size > 0 ? `${pathname}?${search}` : pathname;
}
