import type { Params } from "react-router";
import type { Page, PageInput } from "./page.ts";

/** Undefined if a parameter is not as declared: there is no such page. */
export function readPageInput(page: Page, params: Params): PageInput | undefined {
  const values = Object.entries(page.params ?? {}).map(
    ([name, pattern]) => [name, params[name] ?? "", pattern] as const,
  );
  if (!values.every(([, value, pattern]) => pattern.test(value))) return undefined;
  return { params: Object.fromEntries(values) };
}

/** Parameters that the server does not know are rendered as a dash, once for everyone. */
export function buildPageAddress(path: string, { params }: PageInput): string {
  return path.replace(/\/:(\w+)(\??)/g, (_, name: string, optional: string) => {
    const value = params[name];
    if (optional && value === "") return "";
    return `/${value === undefined ? "-" : encodeURIComponent(value)}`;
  });
}
