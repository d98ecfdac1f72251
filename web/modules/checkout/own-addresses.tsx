import { useQuery, useQueryClient } from "@tanstack/react-query";
import { checkoutCalls } from "#contract/checkout.ts";
import { call } from "#web/app/call.ts";
import { InlineLoading, LoadFailed } from "#web/ui/placeholder.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { ownCheckout } from "./calls.ts";
import { describeAddress } from "./country-name.ts";

export function OwnAddresses({ personId }: { personId: string }) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(ownCheckout(personId));

  async function forget(id: string) {
    try {
      const left = await call(checkoutCalls.forgetAddress, { params: { id } });
      client.setQueryData(ownCheckout(personId).queryKey, left);
      showToast("The address is forgotten.");
    } catch (error) {
      showToast((error as Error).message, "error");
    }
  }

  return (
    <section aria-labelledby="addresses">
      <h3 id="addresses" className="mb-3 text-lg font-bold">
        Addresses
      </h3>
      {!data && !error && <InlineLoading />}
      {!data && error && (
        <LoadFailed title="Your addresses could not be fetched" error={error} retry={refetch} />
      )}
      {data?.addresses.length === 0 && (
        <p>No address yet. The checkout keeps each one that you use.</p>
      )}
      {data && data.addresses.length > 0 && (
        <ul aria-labelledby="addresses" className="grid gap-3 sm:grid-cols-2">
          {data.addresses.map(({ _id, address }) => (
            <li key={_id} className="grid content-between gap-3 border border-base-300 p-3">
              <span className="whitespace-pre-line wrap-anywhere">{describeAddress(address)}</span>
              <button
                type="button"
                className="btn btn-outline justify-self-start"
                aria-label={`Forget ${address.name}, ${address.street}, ${address.city}`}
                onClick={() => void forget(_id)}
              >
                Forget
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
