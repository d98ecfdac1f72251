import { useQueryClient } from "@tanstack/react-query";
import { type Checkout, checkoutCalls } from "#contract/checkout.ts";
import { call } from "#web/app/call.ts";
import { FormError } from "#web/ui/field.tsx";
import { useAction } from "#web/ui/use-action.ts";
import { editCheckout, ownCheckout } from "./calls.ts";
import { describeAddress } from "./country-name.ts";

type Props = { checkout: Checkout; personId: string; onChosen: () => void };
type Known = Checkout["addresses"][number];

export function AddressBook({ checkout, personId, onChosen }: Props) {
  const client = useQueryClient();
  const { run, isBusy, failure } = useAction();
  if (checkout.addresses.length === 0) return null;

  async function choose({ address }: Known) {
    if (await run(() => editCheckout(client, personId, { address }))) onChosen();
  }

  const forget = ({ _id }: Known) =>
    run(async () => {
      const left = await call(checkoutCalls.forgetAddress, { params: { id: _id } });
      client.setQueryData(ownCheckout(personId).queryKey, left);
    });

  return (
    <section aria-labelledby="address-book" className="mb-8 grid gap-3">
      <h2 id="address-book" className="text-xl font-bold">
        Your addresses
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2">
        {checkout.addresses.map((known) => {
          const { name, street, city } = known.address;
          const label = `${name}, ${street}, ${city}`;
          return (
            <li key={known._id} className="grid content-between gap-3 border border-base-300 p-3">
              <span className="whitespace-pre-line wrap-anywhere">
                {describeAddress(known.address)}
              </span>
              <span className="flex flex-wrap gap-2">
                <button
                  type="button"
                  className="btn btn-outline"
                  aria-label={`Deliver here: ${label}`}
                  aria-busy={isBusy}
                  onClick={() => void choose(known)}
                >
                  Deliver here
                </button>
                <button
                  type="button"
                  className="btn btn-ghost"
                  aria-label={`Forget ${label}`}
                  onClick={() => void forget(known)}
                >
                  Forget
                </button>
              </span>
            </li>
          );
        })}
      </ul>
      <FormError>{failure}</FormError>
      <h2 className="mt-2 text-xl font-bold">Or somewhere else</h2>
    </section>
  );
}
