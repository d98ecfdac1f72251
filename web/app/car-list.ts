import { queryOptions, skipToken } from "@tanstack/react-query";
import type { CatalogueReply, ListedPart } from "#contract/search.ts";

export type PartsOfList = Pick<
  CatalogueReply,
  "next" | "total" | "vehicle" | "facets" | "without"
> & {
  items: (ListedPart & { title?: string | undefined })[];
};
export type CarList = PartsOfList & { nothing: string };

/** What stands for the list while there is a car: the code that comes with a car puts it here. */
export function carList() {
  return queryOptions<CarList | null>({
    queryKey: ["car-list"],
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
