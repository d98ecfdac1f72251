import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { BulkChange, BulkPreview, BulkSelection } from "#contract/bulk-edits.ts";
import type { PriceRounding } from "#contract/rules/price-change.ts";
import { formatCount, formatDollars } from "#web/app/format.tsx";
import { MoneyField, readSignedMoney } from "#web/app/money-field.tsx";
import { undoChange } from "#web/app/undo-change.ts";
import { useDebounced } from "#web/app/use-debounced.ts";
import { RadioGroup, Select } from "#web/ui/choice.tsx";
import { Field } from "#web/ui/field.tsx";
import { InlineLoading } from "#web/ui/placeholder.tsx";
import { showOnShelf } from "#web/ui/shelf.tsx";
import { bulkPreview } from "./bulk-calls.ts";
import { BulkProgress } from "./bulk-progress.tsx";
import { countProducts } from "./count-products.ts";
import { partTypeTree } from "./product/product-calls.ts";
import { typeChoices } from "./product/type-choices.ts";
import type { BulkKind } from "./product-view.ts";
import { type BulkRun, useBulkRun } from "./use-bulk-run.ts";

const titles: Record<BulkKind, string> = {
  price: "Change the price",
  type: "Change the type",
  hide: "Hide from customers",
  show: "Show to customers",
};
const units = { percent: "Percent", amount: "Dollars" };
const roundings: Record<PriceRounding, string> = {
  "1": "To the cent",
  "5": "To 5 cents",
  "10": "To 10 cents",
  "100": "To whole dollars",
  "99": "Ending in .99",
};
type Props = {
  kind: BulkKind;
  select: BulkSelection;
  count: number;
  onDone: () => void;
  onClose: () => void;
};

export function BulkDialog({ kind, select: chosen, count, onDone, onClose }: Props) {
  const client = useQueryClient();
  const dialog = useRef<HTMLDialogElement>(null);
  const [by, setBy] = useState<keyof typeof units>("percent");
  const [text, setText] = useState("");
  const [roundTo, setRoundTo] = useState<PriceRounding>("1");
  const [type, setType] = useState<string>();
  const [again, setAgain] = useState<string[]>();
  const finished = useRef<BulkRun[]>([]);
  const { run, start, goOn, stop, forget } = useBulkRun();
  const typed = useDebounced(text);
  const value = by === "amount" ? readSignedDollars(typed) : readSignedPercent(typed);
  const { data: types = [] } = useQuery({ ...partTypeTree(), enabled: kind === "type" });
  const change = toChange(kind, { by, value, roundTo, type });
  const select = again ? { ids: again } : chosen;
  const preview = useQuery({
    ...bulkPreview({ select, change: change ?? { hidden: true } }),
    enabled: change !== undefined && run === undefined,
  });

  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);

  async function follow(running: Promise<BulkRun>) {
    const ended = await running;
    const isWhole = ended.left.length === 0 && ended.changedMeanwhile.length === 0;
    if (isWhole || !dialog.current) close(ended);
  }

  function apply() {
    if (preview.data && change) void follow(start(preview.data, change));
  }

  function lookAgain(ended: BulkRun) {
    finished.current.push(ended);
    setAgain(ended.changedMeanwhile);
    forget();
  }

  function close(last = run) {
    stop();
    // Not where it was closed before the run ended.
    if (dialog.current) onClose();
    if (last?.isBusy) return;
    const runs = [...finished.current, ...(last ? [last] : [])].filter(({ done }) => done > 0);
    const changed = runs.reduce((sum, { done }) => sum + done, 0);
    if (changed === 0) return;
    const refresh = () => client.invalidateQueries({ queryKey: ["parts"] });
    onDone();
    showOnShelf(`${countProducts(changed)} changed.`, async () => {
      try {
        for (const { editId } of runs.toReversed()) await undoChange(editId);
      } finally {
        await refresh();
      }
      return `${countProducts(changed)} as before.`;
    });
    void refresh();
  }

  return (
    <dialog
      ref={dialog}
      aria-label={titles[kind]}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] max-w-2xl overflow-auto border border-base-300 bg-base-100 p-6 text-base-content backdrop:bg-neutral/60"
      onCancel={(event) => {
        if (!run?.isBusy) return;
        event.preventDefault();
        stop();
      }}
      onClose={() => close()}
    >
      <div className="grid gap-5">
        <h2 className="text-xl font-extrabold">
          {titles[kind]}: {countProducts(again?.length ?? count)}
        </h2>
        {run ? (
          <BulkProgress
            run={run}
            onStop={stop}
            onGoOn={() => void follow(goOn(run))}
            onLookAgain={() => lookAgain(run)}
            onClose={() => close()}
          />
        ) : (
          <>
            {kind === "price" && (
              <div className="flex flex-wrap items-end gap-4">
                <RadioGroup label="Change by" choices={units} value={by} onChoose={setBy} />
                <div className="w-36">
                  {by === "amount" ? (
                    <MoneyField
                      label="Dollars more or less"
                      placeholder="-0.50"
                      isSigned
                      value={text}
                      onChange={setText}
                    />
                  ) : (
                    <Field
                      label="Percent more or less"
                      placeholder="+5"
                      autoComplete="off"
                      value={text}
                      onChange={({ target }) => setText(target.value)}
                    />
                  )}
                </div>
                <Select label="Round" choices={roundings} value={roundTo} onChoose={setRoundTo} />
              </div>
            )}
            {kind === "type" && (
              <Select
                label="New type"
                choices={{ choose: "Choose…", ...typeChoices(types) }}
                value={type ?? "choose"}
                onChoose={(slug) => setType(slug === "choose" ? undefined : slug)}
              />
            )}
            {change && preview.isPending && <InlineLoading />}
            {change && preview.data && <Preview preview={preview.data} />}
            <p role="alert" className="font-medium text-error empty:hidden">
              {preview.error?.message}
            </p>
            <div className="flex flex-wrap gap-3">
              {change && preview.data && preview.data.changing > 0 && (
                <button type="button" className="btn btn-secondary" onClick={apply}>
                  Change {countProducts(preview.data.changing)}
                </button>
              )}
              <button type="button" className="btn btn-outline" onClick={() => close()}>
                Cancel
              </button>
            </div>
          </>
        )}
      </div>
    </dialog>
  );
}

type Inputs = {
  by: keyof typeof units;
  value: number;
  roundTo: PriceRounding;
  type: string | undefined;
};

function toChange(kind: BulkKind, { by, value, roundTo, type }: Inputs): BulkChange | undefined {
  if (kind === "hide" || kind === "show") return { hidden: kind === "hide" };
  if (kind === "type") return type === undefined ? undefined : { type: type || null };
  return Number.isNaN(value) ? undefined : { price: { by, value, roundTo } };
}

function readSignedDollars(text: string): number {
  const reading = readSignedMoney(text);
  return "dollars" in reading ? reading.dollars : Number.NaN;
}

function readSignedPercent(text: string): number {
  const bare = text.trim().replace("−", "-").replace(",", ".");
  return /^[+-]?\d+(\.\d{1,2})?$/.test(bare) ? Number(bare) : Number.NaN;
}

function Preview({ preview }: { preview: BulkPreview }) {
  const { changes, changing, unchanged, impossible, problems } = preview;
  return (
    <div className="grid gap-3">
      <p role="status">
        {countProducts(changing)} would change.{" "}
        {unchanged > 0 && `${countProducts(unchanged)} would stay as before. `}
        {impossible > 0 && `${countProducts(impossible)} cannot and are left out.`}
      </p>
      <ul className="max-h-72 divide-y divide-base-300 overflow-auto border border-base-300">
        {problems.map(({ _id, number, name, problem }) => (
          <li key={_id} className="px-3 py-2 text-sm wrap-anywhere">
            <span className="font-mono">{number}</span> {name}:{" "}
            <span className="font-medium text-error">{problem}</span>
          </li>
        ))}
        {changes.map(({ _id, number, name, before, after }) => (
          <li
            key={_id}
            className="flex flex-wrap justify-between gap-x-4 px-3 py-2 text-sm wrap-anywhere"
          >
            <span className="min-w-0 grow basis-48">
              <span className="font-mono">{number}</span> {name}
            </span>
            <span>
              <del className="text-base-content/75">{toWords(before)}</del>{" "}
              <ins className="font-semibold no-underline">{toWords(after)}</ins>
            </span>
          </li>
        ))}
        {changing > changes.length && (
          <li className="px-3 py-2 text-sm">and {formatCount(changing - changes.length)} more</li>
        )}
      </ul>
    </div>
  );
}

function toWords(value: BulkPreview["changes"][number]["before"]): string {
  if (typeof value === "number") return `$${formatDollars(value)}`;
  if (typeof value === "boolean") return value ? "hidden" : "shown";
  return value ?? "none";
}
