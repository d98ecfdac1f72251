import { X } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { Basket } from "#contract/baskets.ts";
import { Field } from "#web/ui/field.tsx";
import type { BasketChanges } from "./use-basket-changes.ts";

type Props = { basket: Basket; changes: BasketChanges };

export function CodeForm({ basket, changes }: Props) {
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<string>();
  const codes = basket.discounts.flatMap((each) => each.code ?? []);

  async function add(event: FormEvent) {
    event.preventDefault();
    if (changes.isBusy) return;
    const refused = code.trim() === "" ? "Type a code" : await changes.addCode(code.trim());
    setProblem(refused);
    if (refused === undefined) setCode("");
  }

  return (
    <div className="grid gap-3">
      {codes.length > 0 && (
        <ul aria-label="Codes" className="grid gap-1">
          {codes.map((each) => (
            <li key={each} className="flex items-center justify-between gap-3">
              <span className="font-mono wrap-anywhere">{each}</span>
              <button
                type="button"
                className="btn btn-ghost btn-square"
                aria-label={`Take the code ${each} out`}
                onClick={() => void changes.removeCode(each)}
              >
                <X className="size-5" aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <form noValidate aria-label="Discount code" className="flex items-start gap-3" onSubmit={add}>
        <div className="min-w-0 grow">
          <Field
            label="Discount code"
            value={code}
            maxLength={30}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            error={problem}
            onChange={({ target }) => {
              setCode(target.value);
              setProblem(undefined);
            }}
          />
        </div>
        <button
          type="submit"
          className="btn btn-outline mt-[1.6rem] h-11"
          aria-busy={changes.isBusy}
        >
          Apply
        </button>
      </form>
    </div>
  );
}
