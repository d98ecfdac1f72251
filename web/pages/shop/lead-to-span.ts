import type { PageAnswer, PageInput } from "#web/app/page.ts";
import { listPath, readListState } from "#web/modules/search/list-address.ts";

/** The fields of a range belong to the filters of the address. */
export function leadToSpan(input: PageInput): PageAnswer | undefined {
  if (!input.query.span) return undefined;
  return { status: 301, path: listPath(readListState(input)), title: "Parts" };
}
