import { useQueryClient } from "@tanstack/react-query";
import type { AccountCompany } from "#contract/accounts.ts";
import { undoLatest } from "#web/app/undo-change.ts";
import { FormError } from "#web/ui/field.tsx";
import { showOnShelf } from "#web/ui/shelf.tsx";
import { useAction } from "#web/ui/use-action.ts";
import { confirmVat } from "./calls.ts";

const states = {
  valid: "Confirmed",
  waiting: "Not confirmed yet",
  invalid: "Unknown to the register of VAT numbers",
};

type Props = { company: AccountCompany; mayChange: boolean };

/** Where reverse charge is set, only a confirmed number takes the tax off. */
export function VatNumber({ company, mayChange }: Props) {
  const { name, vatId, vat } = company;
  const client = useQueryClient();
  const { run, isBusy, failure } = useAction();
  if (vatId === "") return null;

  const refresh = () => client.invalidateQueries({ queryKey: ["companies"] });

  async function confirm() {
    const { _id } = await confirmVat(company).finally(refresh);
    showOnShelf(`The VAT number of ${name} is confirmed.`, async () => {
      await undoLatest(_id).finally(refresh);
      return `The VAT number of ${name} is not confirmed any more.`;
    });
  }

  return (
    <>
      {vatId}
      <span className="block text-sm text-base-content/80">{states[vat ?? "waiting"]}</span>
      <FormError>{failure}</FormError>
      {mayChange && vat !== "valid" && (
        <button
          type="button"
          className="btn btn-outline btn-sm mt-2"
          aria-busy={isBusy}
          onClick={() => run(confirm)}
        >
          Confirm the number
        </button>
      )}
    </>
  );
}
