import { useQueryClient } from "@tanstack/react-query";
import type { Checkout } from "#contract/checkout.ts";
import { FormError } from "#web/ui/field.tsx";
import { useAction } from "#web/ui/use-action.ts";
import { editCheckout } from "./calls.ts";

type Props = { checkout: Checkout; personId: string };

/** For members of a company whose address was stored without it. */
export function CompanyOffer({ checkout, personId }: Props) {
  const client = useQueryClient();
  const { run, isBusy, failure } = useAction();
  const { address, billTo, company, vatId } = checkout;
  const payer = billTo ?? address;
  if (!company || !payer || payer.company !== "") return null;
  const { name, country } = company;
  const named = { ...payer, company: name };
  const ofCompany = country === payer.country ? vatId || company.vatId : vatId;

  const changes = { ...(billTo ? { billTo: named } : { address: named }), vatId: ofCompany };
  const take = () => run(() => editCheckout(client, personId, changes));

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-s-4 border-info ps-3">
      <p className="min-w-0 grow basis-48 wrap-anywhere">
        The invoice will not name your company, <bdi>{name}</bdi>.
      </p>
      <button type="button" className="btn btn-outline" aria-busy={isBusy} onClick={take}>
        Add <bdi>{name}</bdi>
      </button>
      <FormError>{failure}</FormError>
    </div>
  );
}
