import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import {
  type AccountCompany,
  accountCalls,
  type CreditTerms,
  companyShows,
} from "#contract/accounts.ts";
import { vatCalls } from "#contract/vat.ts";
import { call, pagedQuery } from "#web/app/call.ts";
import { filePath } from "#web/app/file-path.ts";

type View = Record<"q" | "show", string>;

function toFilters({ q, ...view }: View) {
  const show = companyShows.find((each) => each === view.show);
  return { ...(q && { q }), ...(show && { show }) };
}

export function companyPages(view: View) {
  const filters = toFilters(view);
  return {
    ...pagedQuery(["companies", "all", filters], 50, (page, signal) =>
      call(accountCalls.companies, { query: { ...page, ...filters } }, signal),
    ),
    placeholderData: keepPreviousData,
  };
}

export const companyFilePath = (view: View, columns: string[]) =>
  filePath(accountCalls.file, toFilters(view), columns);

export const oneCompany = (id: string) =>
  queryOptions({
    queryKey: ["companies", "one", id],
    queryFn: ({ signal }) => call(accountCalls.company, { params: { id } }, signal),
    staleTime: 0,
  });

export const setGroup = (
  { _id: id }: AccountCompany,
  group: string | null,
  expected: string | null,
) => call(accountCalls.setGroup, { params: { id }, body: { group, expected } });

export const confirmCompany = ({ _id: id, name, country, vatId }: AccountCompany) =>
  call(accountCalls.confirm, { params: { id }, body: { name, country, vatId } });

export const confirmVat = ({ name, country, vatId }: AccountCompany) =>
  call(vatCalls.confirm, { body: { name, country, vatId } });

export const setTerms = (
  { _id: id }: AccountCompany,
  terms: CreditTerms | null,
  expected: CreditTerms | null,
) => call(accountCalls.setTerms, { params: { id }, body: { terms, expected } });
