import type { AccountCompany, accountCalls, CompanyFileColumn } from "#contract/accounts.ts";
import { everybodysPrices } from "#contract/rules/price-types.ts";
import type { Context } from "#server/context.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { type FileColumns, sendColumns } from "#server/platform/http/send-csv.ts";
import { bookReceipt } from "./book-receipt.ts";
import { chargeOrder } from "./charge-order.ts";
import { confirmCompany } from "./confirm-company.ts";
import { todayIn } from "./days.ts";
import { listCompanies, noSuchCompany, readCompany } from "./list-companies.ts";
import { setCompanyGroup } from "./set-company-group.ts";
import { setTerms } from "./set-terms.ts";

const perPage = 50;

export function accountHandlers(context: Context): Handlers<typeof accountCalls> {
  const { db, clock, read, settings } = context;
  const today = async () => todayIn((await settings()).company.timeZone, clock.now());
  const list = async (filters: Parameters<typeof listCompanies>[1]) => {
    const day = await today();
    return read((queries) => listCompanies(queries, filters, day));
  };
  return {
    charge: chargeOrder(context),
    companies: ({ query: { limit = perPage, ...filters } }) => list({ ...filters, limit }),
    file: async (_request, reply, { query: { columns: chosen, ...query } }) =>
      sendColumns(reply, {
        name: "companies",
        chosen,
        list: (page) => list({ ...query, ...page }),
        columns: columnsWith((await settings()).discounts.groups),
      }),
    company: async ({ params: { id } }) =>
      (await readCompany(db, id, await today())) ?? noSuchCompany,
    setTerms: setTerms(context),
    confirm: confirmCompany(context),
    setGroup: setCompanyGroup(context),
    receive: bookReceipt(context),
  };
}

const columnsWith = (
  groups: readonly { id: string; name: string }[],
): FileColumns<CompanyFileColumn, AccountCompany> => ({
  name: ["Name", ({ name }) => name],
  country: ["Country", ({ country }) => country],
  vat: ["VAT number", ({ vatId }) => vatId],
  people: ["People", ({ members }) => `${members}`],
  prices: [
    "Prices",
    ({ group }) => groups.find(({ id }) => id === group)?.name ?? group ?? everybodysPrices,
  ],
  limit: ["Limit", ({ terms }) => terms?.limit.toFixed(2) ?? ""],
  days: ["Days to pay", ({ terms }) => `${terms?.days ?? ""}`],
  open: ["Open", ({ open }) => open.toFixed(2)],
  overdue: ["Overdue", ({ overdue }) => overdue.toFixed(2)],
});
