import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { PartEdit, PartRecord } from "#contract/part-edits.ts";
import { CallRefused } from "#web/app/call.ts";
import { newKey } from "#web/ui/row-list.tsx";
import { showOnShelf } from "#web/ui/shelf.tsx";
import { describeLargeChange } from "../large-price-change.ts";
import {
  changedFields,
  dropBlankRows,
  type Errors,
  emptyNumber,
  type PartField,
  type PartInputs,
  pickFields,
  readEdit,
  toInputs,
} from "./part-inputs.ts";
import { partRecord, saveEdit } from "./product-calls.ts";

/** A change of the price to be asked about, and what is saved then. */
type LargeChange = { text: string; price: number; sent: PartInputs; seen: PartRecord };

export type PartForm = ReturnType<typeof usePartForm>;

/** `base` is what the fields were filled from; the record itself changes while they are edited. */
export function usePartForm(record: PartRecord, foundNumber: string | null) {
  const client = useQueryClient();
  const [{ base, inputs }, setForm] = useState({
    base: record,
    inputs: withNumber(toInputs(record), foundNumber),
  });
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState("");
  const [conflict, setConflict] = useState<PartRecord>();
  const [largeChange, setLargeChange] = useState<LargeChange>();
  const [isSaving, setSaving] = useState(false);
  const changed = changedFields(inputs, toInputs(base));

  if (record !== base && changed.length === 0) {
    const isOther = changedFields(toInputs(record), inputs).length > 0;
    setForm({ base: record, inputs: isOther ? toInputs(record) : inputs });
  }

  function set(values: Partial<PartInputs>) {
    setForm((form) => ({ ...form, inputs: { ...form.inputs, ...values } }));
    const names = Object.keys(values);
    setErrors((all) => pickFields(all, without(all, names)) as Errors);
  }

  function takeRecord(next: PartRecord, from?: PartInputs) {
    client.setQueryData(partRecord(next._id).queryKey, next);
    void client.invalidateQueries({ queryKey: ["parts"] });
    setForm(({ base, inputs }) => {
      const own = changedFields(inputs, from ?? toInputs(base));
      return { base: next, inputs: { ...toInputs(next), ...pickFields(inputs, own) } };
    });
  }

  async function undo(saved: PartRecord, before: PartRecord, names: PartField[]): Promise<string> {
    const edit = { ...(pickFields(before, names) as PartEdit), version: saved.version };
    const answer = await saveEdit(before._id, edit);
    if ("present" in answer) {
      return "Somebody else has changed this product since. Nothing was undone.";
    }
    takeRecord(answer.saved);
    return `${answer.saved.number} is as it was.`;
  }

  async function send(sent: PartInputs, seen: PartRecord, isSure = false): Promise<void> {
    const names = changedFields(sent, toInputs(seen));
    if (names.length === 0) return takeRecord(seen, sent);
    const reading = readEdit(sent, names);
    if ("errors" in reading) return setErrors(reading.errors);
    const { price = seen.price } = reading.edit;
    const text = describeLargeChange(seen.price, price);
    if (text && !isSure) return setLargeChange({ text, price, sent, seen });
    const answer = await saveEdit(seen._id, { ...reading.edit, version: seen.version });
    if ("saved" in answer) {
      const { saved } = answer;
      takeRecord(saved, sent);
      const what = listFields(names);
      return showOnShelf(`${saved.number} is saved: ${what}.`, () => undo(saved, seen, names));
    }
    const { present } = answer;
    if (changedFields(toInputs(present), toInputs(seen)).length === 0)
      return send(sent, present, isSure);
    setConflict(present);
  }

  async function save(chosen?: PartInputs) {
    if (isSaving) return;
    const sent = dropBlankRows(chosen ?? inputs);
    const seen = (chosen && conflict) ?? base;
    setForm({ base: seen, inputs: sent });
    setConflict(undefined);
    setErrors({});
    setFailure("");
    await trySending(() => send(sent, seen));
  }

  async function confirmLargeChange() {
    if (isSaving || !largeChange) return;
    const { sent, seen } = largeChange;
    await trySending(() => send(sent, seen, true));
  }

  async function trySending(sending: () => Promise<void>) {
    setSaving(true);
    await sending().catch((error: Error) => {
      setErrors(error instanceof CallRefused ? error.fields : {});
      setFailure(error.message);
    });
    setSaving(false);
  }

  return {
    base,
    inputs,
    changed,
    errors,
    failure,
    conflict,
    isSaving,
    set,
    save,
    takeRecord,
    isOutdated: changed.length > 0 && record.version > base.version,
    discard() {
      setForm({ base: record, inputs: toInputs(record) });
      setErrors({});
      setFailure("");
    },
    largeChange,
    confirmLargeChange,
    leaveLargeChange: () => setLargeChange(undefined),
    leaveConflict: () => setConflict(undefined),
  };
}

function withNumber(inputs: PartInputs, written: string | null): PartInputs {
  if (!written || inputs.numbers.some((number) => number.written === written)) return inputs;
  const row = { ...emptyNumber, key: newKey(), written: written.slice(0, 60) };
  return { ...inputs, numbers: [...inputs.numbers, row] };
}

export const listFields = (names: readonly PartField[]) =>
  names.map((name) => shortNames[name] ?? name).join(", ");

const shortNames: Partial<Record<PartField, string>> = {
  minimumQuantity: "minimum quantity",
  packOf: "pack size",
  lowStock: "low-stock threshold",
  furtherTypes: "further types",
  replacedBy: "successors",
  fromShelf: "put together from the shelf",
};

const without = (errors: Errors, fields: readonly string[]) =>
  Object.keys(errors).filter((name) => !fields.includes(name.split(".")[0] ?? ""));
