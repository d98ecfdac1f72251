import { toSlug } from "./slug.ts";

/** The page of a part. An id leads there as well. */
export function partPath({ number, name }: { number: string; name: string }): string {
  return `${shortPartPath(number)}/${toSlug(name)}`;
}

/** For long lists, whose HTML must stay small; the server redirects it to the whole address. */
export function shortPartPath(number: string): string {
  return `/part/${encodeURIComponent(number)}`;
}
