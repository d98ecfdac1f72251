import type { PageInput } from "./page.ts";

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
