import { keepPreviousData } from "@tanstack/react-query";
import {
  type MissedSearch,
  type MissedView,
  missedSearchCalls,
  missedSorts,
} from "#contract/missed-searches.ts";
import { call, pagedQuery } from "#web/app/call.ts";
import { filePath } from "#web/app/file-path.ts";

const perPage = 50;

type View = { q: string; sort: string; view: MissedView };

export function missedSearches({ q, sort: given, view }: View) {
  const sort = missedSorts.find((each) => each === given);
  return {
    ...pagedQuery(["missed-searches", q, sort, view], perPage, (page, signal) =>
      call(missedSearchCalls.list, { query: { ...page, q: q || undefined, sort, view } }, signal),
    ),
    placeholderData: keepPreviousData,
  };
}

export function missedFilePath({ q, sort: wanted, view }: View, columns: string[]): string {
  const sort = missedSorts.find((each) => each === wanted);
  return filePath(missedSearchCalls.file, { q, sort, view }, columns);
}

export const dismiss = ({ _id: id }: MissedSearch, dismissed: boolean) =>
  call(missedSearchCalls.dismiss, { params: { id }, body: { dismissed } });
