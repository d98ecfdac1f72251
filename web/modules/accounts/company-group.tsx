import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { AccountCompany } from "#contract/accounts.ts";
import { everybodysPrices } from "#contract/rules/price-types.ts";
import { FormError } from "#web/ui/field.tsx";
import { showOnShelf } from "#web/ui/shelf.tsx";
import { useAction } from "#web/ui/use-action.ts";
import { setGroup } from "./calls.ts";

type Props = { company: AccountCompany; groups: Record<string, string>; mayChange: boolean };

export function CompanyGroup({ company, groups, mayChange }: Props) {
  const { name, group } = company;
  const client = useQueryClient();
  const [chosen, setChosen] = useState<string | null>();
  const { run, failure } = useAction();
  const choices = {
    "": everybodysPrices,
    ...groups,
    ...(group && !groups[group] && { [group]: `${group} (gone from the settings)` }),
  };

  async function move(next: string | null, expected: string | null): Promise<string> {
    await setGroup(company, next, expected).finally(() =>
      client.invalidateQueries({ queryKey: ["companies"] }),
    );
    return next
      ? `The people of ${name} buy at the prices of ${groups[next] ?? next}.`
      : `The people of ${name} buy at the prices for everybody.`;
  }

  async function choose(next: string | null) {
    setChosen(next);
    await run(async () => showOnShelf(await move(next, group), () => move(group, next)));
    setChosen(undefined);
  }

  return (
    <section aria-labelledby="prices">
      <h3 id="prices" className="mb-1 text-lg font-bold">
        Prices
      </h3>
      <p id="prices-hint" className="mb-4 text-base-content/80">
        All its people buy at the prices of its group. Who is in a group of their own as well pays,
        of each part, the lower price.
      </p>
      <select
        aria-label={`Prices of ${name}`}
        aria-describedby="prices-hint"
        className="select h-11 w-full border-base-content/50 bg-base-100"
        value={(chosen === undefined ? group : chosen) ?? ""}
        disabled={!mayChange || chosen !== undefined}
        onChange={({ target }) => choose(target.value || null)}
      >
        {Object.entries(choices).map(([id, label]) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
      <FormError>{failure}</FormError>
    </section>
  );
}
