import { Download } from "lucide-react";
import { type ChangeEvent, useId, useState } from "react";
import { FileFault } from "#contract/rules/parse-csv.ts";
import { readTaxFile, writeTaxFile } from "#contract/rules/tax-file.ts";
import type { TaxRate } from "#contract/tax-settings.ts";
import { FormError } from "#web/ui/field.tsx";
import { HiddenIfReadOnly } from "#web/ui/read-only.tsx";

type Props = { rates: readonly TaxRate[]; onRead: (rates: TaxRate[]) => void };

export function TaxInFile({ rates, onRead }: Props) {
  const id = useId();
  const [failure, setFailure] = useState("");
  const [taken, setTaken] = useState<TaxRate[]>();

  async function read({ target }: ChangeEvent<HTMLInputElement>) {
    const [chosen] = target.files ?? [];
    setTaken(undefined);
    setFailure("");
    if (!chosen) return;
    try {
      const found = await readTaxFile(await chosen.text());
      onRead(found);
      setTaken(found);
    } catch (error) {
      setFailure(describe(error as Error));
    }
    // The same file can be chosen again after it was mended.
    target.value = "";
  }

  return (
    <div className="grid justify-items-start gap-3">
      <a
        href={`data:text/csv;charset=utf-8,${encodeURIComponent(writeTaxFile(rates))}`}
        download="tax-rates.csv"
        className="btn btn-outline h-11 border-base-content/50"
      >
        <Download className="size-4" aria-hidden="true" />
        Download the rates as CSV
      </a>
      <HiddenIfReadOnly>
        <div className="grid w-full max-w-md gap-1.5">
          <label htmlFor={id} className="text-sm font-semibold">
            Take over rates from a CSV file
          </label>
          <input
            id={id}
            type="file"
            accept=".csv,text/csv"
            className="file-input h-11 w-full border-base-content/50 bg-base-100"
            onChange={read}
          />
        </div>
        <FormError>{failure}</FormError>
        <p role="status" className="text-sm empty:hidden">
          {taken &&
            isSame(taken, rates) &&
            `${taken.length === 1 ? "1 rate" : `${taken.length} rates`} read in place of those that were here.`}
        </p>
      </HiddenIfReadOnly>
    </div>
  );
}

const describe = (error: Error) =>
  error instanceof FileFault
    ? `Line ${error.line}: ${error.message}. ${error.todo}. Nothing was taken over.`
    : "The file could not be read.";

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
