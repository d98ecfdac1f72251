import { useQueryClient } from "@tanstack/react-query";
import type { AccountCompany } from "#contract/accounts.ts";
import { countryName } from "#contract/rules/format-address.ts";
import { undoLatest } from "#web/app/undo-change.ts";
import { DescriptionList } from "#web/ui/description-list.tsx";
import { FormError } from "#web/ui/field.tsx";
import { showOnShelf } from "#web/ui/shelf.tsx";
import { useAction } from "#web/ui/use-action.ts";
import { confirmCompany } from "./calls.ts";

type Props = { company: AccountCompany; mayChange: boolean };

/** Where a company changed who it is after it got credit. */
export function ConfirmDetails({ company, mayChange }: Props) {
  const { _id, name, approved } = company;
  const client = useQueryClient();
  const { run, isBusy, failure } = useAction();
  if (!approved || !company.terms) return null;

  const refresh = () => client.invalidateQueries({ queryKey: ["companies"] });

  async function confirm() {
    await confirmCompany(company).finally(refresh);
    showOnShelf(`${name} buys on account again.`, async () => {
      await undoLatest(_id).finally(refresh);
      return `The credit of ${name} rests again.`;
    });
  }

  return (
    <section
      aria-labelledby="changed"
      className="grid gap-4 border border-s-4 border-base-300 border-s-error p-4"
    >
      <h3 id="changed" className="text-lg font-bold">
        Its details have changed
      </h3>
      <p>
        It orders nothing on account until you confirm that it is still the company that you gave
        credit to. What is open stays due.
      </p>
      <DescriptionList
        lines={{
          Name: compare(approved.name, name),
          Country: compare(countryName(approved.country), countryName(company.country)),
          "VAT number": compare(approved.vatId || "none", company.vatId || "none"),
        }}
      />
      <FormError>{failure}</FormError>
      {mayChange && (
        <button
          type="button"
          className="btn btn-secondary justify-self-start"
          aria-busy={isBusy}
          onClick={() => run(confirm)}
        >
          Confirm these details
        </button>
      )}
    </section>
  );
}

const compare = (before: string, now: string) =>
  before === now ? (
    now
  ) : (
    <>
      <del className="text-base-content/75">{before}</del> <strong>{now}</strong>
    </>
  );
