import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type CompanyDetails, companyCalls, type OwnCompany } from "#contract/companies.ts";
import type { Order } from "#contract/orders.ts";
import { countryName } from "#contract/rules/format-address.ts";
import { call } from "#web/app/call.ts";
import { formatDollars } from "#web/app/format.tsx";
import { DescriptionList } from "#web/ui/description-list.tsx";
import { InlineLoading, LoadFailed } from "#web/ui/placeholder.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { keepCompany, ownCompany } from "./calls.ts";
import { CompanyForm } from "./company-form.tsx";
import { CompanyMembers } from "./company-members.tsx";
import { CompanyOrders } from "./company-orders.tsx";

type Props = { person: { _id: string; email: string }; badge: (order: Order) => ReactNode };

export function OwnCompanyView({ person, badge }: Props) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(ownCompany(person._id));
  if (!data) {
    if (!error) return <InlineLoading />;
    return <LoadFailed title="Your company could not be fetched" error={error} retry={refetch} />;
  }
  const { company } = data;
  async function save(send: Promise<OwnCompany>, says: string) {
    keepCompany(client, person._id, await send);
    showToast(says);
  }
  if (!company)
    return (
      <div className="grid max-w-2xl gap-6">
        <p>
          Order together with your colleagues: everybody in a company sees what it orders. If yours
          is here already, ask its owner to invite you.
        </p>
        <CompanyForm
          details={nothing}
          action="Add my company"
          save={(body) => save(call(companyCalls.add, { body }), "Your company is added.")}
        />
      </div>
    );
  return (
    <div className="grid max-w-3xl gap-10">
      <Details
        company={company}
        save={(body) => save(call(companyCalls.edit, { body }), "The details are saved.")}
      />
      <CompanyMembers company={company} personId={person._id} />
      <CompanyOrders email={person.email} badge={badge} />
    </div>
  );
}

const nothing: CompanyDetails = { name: "", address: "", country: "", vatId: "" };

type Company = NonNullable<OwnCompany["company"]>;
type DetailsProps = { company: Company; save: (details: CompanyDetails) => Promise<unknown> };

function Details({ company, save }: DetailsProps) {
  const [isOpen, setOpen] = useState(false);
  const { name, address, country, vatId, role, credit, prices } = company;
  if (isOpen)
    return (
      <CompanyForm
        details={{ name, address, country, vatId }}
        action="Save"
        save={async (details) => {
          await save(details);
          setOpen(false);
        }}
      />
    );
  return (
    <div className="grid gap-4">
      <DescriptionList
        lines={{
          Company: name,
          Address: `${address}\n${countryName(country)}`,
          "VAT number": vatId,
          ...(prices && { Prices: `Those of the group ${prices}` }),
          ...(credit && {
            "On account": `$${formatDollars(credit.open)} open of $${formatDollars(credit.limit)}, to be paid within ${credit.days} days${credit.problem ? `. ${credit.problem}` : ""}`,
          }),
        }}
      />
      {role === "owner" && (
        <button
          type="button"
          className="btn btn-outline justify-self-start"
          onClick={() => setOpen(true)}
        >
          Change details
        </button>
      )}
    </div>
  );
}
