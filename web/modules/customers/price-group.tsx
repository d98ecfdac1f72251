import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type User, userCalls } from "#contract/customers.ts";
import { everybodysPrices } from "#contract/rules/price-types.ts";
import { call } from "#web/app/call.ts";
import { showToast } from "#web/ui/toast.tsx";

type Props = { person: User; groups: Record<string, string> };

export function PriceGroup({ person: { email, group = "" }, groups }: Props) {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (next: string) =>
      call(userCalls.setPriceGroup, { params: { email }, body: { group: next || null } }),
    onSuccess: () => showToast(`The prices of ${email} are changed.`),
    onError: (error) => showToast(error.message, "error"),
    onSettled: () => client.invalidateQueries({ queryKey: ["users"] }),
  });
  const choices = Object.entries({ "": everybodysPrices, ...groups });
  return (
    <select
      aria-label={`Prices of ${email}`}
      className="select h-11 w-full border-base-content/50 bg-base-100"
      value={change.isPending ? change.variables : group}
      disabled={change.isPending}
      onChange={({ target }) => change.mutate(target.value)}
    >
      {choices.map(([id, name]) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
