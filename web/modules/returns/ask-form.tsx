import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import type { FieldMessages } from "#contract/refusals.ts";
import type { NewReturn } from "#contract/returns.ts";
import { wishNames } from "#contract/rules/return-words.ts";
import {
  mayWishReplacement,
  type ReturnReason,
  returnReasons,
  type Wish,
} from "#contract/rules/returns.ts";
import { CallRefused, createKey, isRefusedAs, isResponseLost } from "#web/app/call.ts";
import { Select } from "#web/ui/choice.tsx";
import { Field, FormError, SubmitButton } from "#web/ui/field.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { useAction } from "#web/ui/use-action.ts";

type Returnable = {
  line: string;
  partNumber: string;
  name: string;
  pieces: number;
  promised: boolean;
};
type Entry = { quantity: string; reason: ReturnReason | ""; wants: Wish; note: string };

const empty: Entry = { quantity: "", reason: "", wants: "refund", note: "" };
const reasons = { "": "Choose a reason", ...returnReasons };

const earlierArrived =
  "We have your first request, as it was before you changed it: see above. Ask again only if you want to return more.";

export type Ask = (body: NewReturn) => Promise<{ number: number }>;

type Props = { ask: Ask; lines: Returnable[]; onAsked: () => unknown };

/** A line without pieces is not returned. */
export function AskForm({ ask, lines, onAsked }: Props) {
  const client = useQueryClient();
  const [entries, setEntries] = useState<Record<string, Entry>>({});
  const [errors, setErrors] = useState<FieldMessages>({});
  const { run, isBusy, failure, refuse, clear } = useAction();
  /** Kept while it is not known whether the request arrived: under one key it is made only once. */
  const key = useRef<string>(undefined);
  const entryOf = (line: string) => entries[line] ?? empty;

  function change(line: string, changes: Partial<Entry>) {
    setEntries((all) => ({ ...all, [line]: { ...entryOf(line), ...changes } }));
    setErrors({});
    clear();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const chosen = lines.filter(({ line }) => entryOf(line).quantity.trim() !== "");
    const problems = findProblems(chosen, entryOf);
    setErrors(problems);
    if (chosen.length === 0) return refuse("Say how many pieces you want to return.");
    if (Object.keys(problems).length === 0) void run(() => send(chosen));
  }

  async function send(chosen: Returnable[]) {
    key.current ??= createKey();
    try {
      const lines = chosen.map(({ line }) => toLine(line, entryOf));
      const { number } = await ask({ key: key.current, lines });
      key.current = undefined;
      setEntries({});
      showToast(`We have your request for return ${number}`);
      await Promise.all([onAsked(), client.invalidateQueries({ queryKey: ["returns"] })]);
    } catch (error) {
      if (!isResponseLost(error as Error)) key.current = undefined;
      if (isRefusedAs(error, "key-reused")) {
        showToast(earlierArrived, "error");
        return void onAsked();
      }
      if (error instanceof CallRefused) {
        setErrors(byLine(error.fields, chosen));
        if (error.status === 409) void onAsked();
      }
      throw error;
    }
  }

  return (
    <form noValidate aria-label="Ask for a return" className="grid gap-6" onSubmit={submit}>
      <ul className="grid gap-6">
        {lines.map((line) => (
          <li key={line.line} className="grid gap-3 border border-base-300 p-4">
            <p className="wrap-anywhere">
              {line.partNumber && <span className="me-2 font-mono text-sm">{line.partNumber}</span>}
              <span className="font-semibold">{line.name}</span>
            </p>
            <div className="grid items-start gap-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
              <Field
                label={`Pieces, at most ${line.pieces}`}
                inputMode="numeric"
                autoComplete="off"
                maxLength={9}
                value={entryOf(line.line).quantity}
                error={errors[`${line.line} quantity`]}
                onChange={({ target }) => change(line.line, { quantity: target.value })}
              />
              <div className="grid gap-1.5">
                <Select
                  label={`Why do you return ${line.name}?`}
                  choices={reasons}
                  value={entryOf(line.line).reason}
                  onChoose={(reason) => change(line.line, { reason })}
                />
                {line.promised && entryOf(line.line).reason === "does_not_fit" && (
                  <p role="status" className="text-sm">
                    We said that it fits your car, so sending it back costs you nothing.
                  </p>
                )}
                {errors[`${line.line} reason`] && (
                  <p role="alert" className="text-sm font-medium text-error">
                    {errors[`${line.line} reason`]}
                  </p>
                )}
              </div>
            </div>
            {mayWishReplacement(entryOf(line.line).reason) && (
              <div className="sm:max-w-xs">
                <Select
                  label={`What would you like for ${line.name}?`}
                  choices={wishNames}
                  value={entryOf(line.line).wants}
                  onChoose={(wants) => change(line.line, { wants })}
                />
              </div>
            )}
            <Field
              label={`Note on ${line.name}, if you like`}
              autoComplete="off"
              maxLength={500}
              value={entryOf(line.line).note}
              onChange={({ target }) => change(line.line, { note: target.value })}
            />
          </li>
        ))}
      </ul>
      <FormError>{failure}</FormError>
      <div>
        <SubmitButton busy={isBusy}>Ask for the return</SubmitButton>
      </div>
    </form>
  );
}

type EntryOf = (line: string) => Entry;

function findProblems(chosen: readonly Returnable[], entryOf: EntryOf): FieldMessages {
  const problems: FieldMessages = {};
  for (const { line, pieces } of chosen) {
    const { quantity, reason } = entryOf(line);
    const count = Number(quantity);
    if (!Number.isInteger(count) || count < 1) problems[`${line} quantity`] = "Must be at least 1";
    else if (count > pieces) problems[`${line} quantity`] = `Must be at most ${pieces}`;
    if (reason === "") problems[`${line} reason`] = "Please choose a reason";
  }
  return problems;
}

function toLine(line: string, entryOf: EntryOf): NewReturn["lines"][number] {
  const { quantity, reason, wants, note } = entryOf(line);
  const wish = mayWishReplacement(reason) && { wants };
  return { line, quantity: Number(quantity), reason: reason || "not_needed", ...wish, note };
}

/** "lines.0.quantity" of what was sent is at the field of that line. */
function byLine(fields: FieldMessages, chosen: readonly Returnable[]): FieldMessages {
  const entries = Object.entries(fields).map(([path, message]) => {
    const [, at, name] = path.split(".");
    const field = name === "reason" ? "reason" : "quantity";
    return [`${chosen[Number(at)]?.line} ${field}`, message];
  });
  return Object.fromEntries(entries);
}
