import { toSlug } from "./slug.ts";

/** The page of a part. An id leads there as well. */
export function partPath({ number, name }: { number: string; name: string }): string {
  return `/part/${encodeURIComponent(number)}/${toSlug(name)}`;
}
