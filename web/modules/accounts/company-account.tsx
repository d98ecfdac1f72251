import type { CompanyAccount } from "#contract/accounts.ts";
import { countryName } from "#contract/rules/format-address.ts";
import { everybodysPrices } from "#contract/rules/price-types.ts";
import { formatDate, formatDay, formatDollars } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { paths, personPath } from "#web/app/paths.ts";
import { DescriptionList } from "#web/ui/description-list.tsx";
import { Shelf } from "#web/ui/shelf.tsx";
import { CompanyGroup } from "./company-group.tsx";
import { ConfirmDetails } from "./confirm-details.tsx";
import { CreditTermsForm } from "./credit-terms-form.tsx";
import { VatNumber } from "./vat-number.tsx";

const money = (dollars: number) => `${dollars < 0 ? "–" : ""}$${formatDollars(Math.abs(dollars))}`;

type Props = {
  account: CompanyAccount;
  groups: Record<string, string>;
  mayChange: boolean;
};

export function CompanyAccountView({ account, groups, mayChange }: Props) {
  const { company, orders, people } = account;
  const { country, open, overdue } = company;
  return (
    <>
      <div className="grid items-start gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid gap-8">
          <DescriptionList
            lines={{
              Country: countryName(country),
              "VAT number": company.vatId && <VatNumber company={company} mayChange={mayChange} />,
              Prices:
                company.group === null
                  ? everybodysPrices
                  : (groups[company.group] ?? company.group),
              Open: <strong>{money(open)}</strong>,
              Overdue: money(overdue),
            }}
          />
          <ConfirmDetails company={company} mayChange={mayChange} />
          <Orders orders={orders} />
          <section aria-labelledby="people">
            <h3 id="people" className="border-b border-base-content pb-2 text-lg font-bold">
              People
            </h3>
            <ul>
              {people.map(({ _id, name, email }) => (
                <li key={_id} className="border-b border-base-300">
                  <PageLink
                    to={personPath(_id)}
                    className="flex min-h-11 flex-wrap items-center gap-x-4 hover:bg-base-200"
                  >
                    <span className="font-semibold">{name}</span>
                    <span className="text-sm wrap-anywhere">{email}</span>
                  </PageLink>
                </li>
              ))}
            </ul>
          </section>
        </div>
        <div className="grid gap-8">
          {/* Anew when somebody has changed them. */}
          <CreditTermsForm
            key={JSON.stringify(company.terms)}
            company={company}
            mayChange={mayChange}
          />
          <CompanyGroup company={company} groups={groups} mayChange={mayChange} />
        </div>
      </div>
      <Shelf />
    </>
  );
}

function Orders({ orders }: Pick<CompanyAccount, "orders">) {
  return (
    <section aria-labelledby="orders">
      <h3 id="orders" className="border-b border-base-content pb-2 text-lg font-bold">
        Orders on account
      </h3>
      {orders.length === 0 && <p className="pt-3 text-base-content/80">None yet.</p>}
      <ul>
        {orders.map(({ _id, number, orderedAt, dueOn, charged, open, isOverdue }) => (
          <li key={_id} className="border-b border-base-300">
            <PageLink
              to={`${paths.manageAllOrders}?order=${_id}`}
              className="grid min-h-11 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 py-2 text-sm hover:bg-base-200"
            >
              <span className="font-mono">{number}</span>
              <span>
                {formatDate(orderedAt)}
                <span className={isOverdue ? "block font-semibold text-error" : "block"}>
                  {isOverdue ? "Overdue since" : "To be paid by"} {formatDay(dueOn)}
                </span>
              </span>
              <span className="text-end">
                <span className="block">{money(charged)}</span>
                <span className="block font-semibold">
                  {open === 0 ? "Settled" : `${money(open)} open`}
                </span>
              </span>
            </PageLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
