import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { PartTypeRecord } from "#contract/part-types.ts";
import { undoLatest } from "#web/app/undo-change.ts";
import { showOnShelf } from "#web/ui/shelf.tsx";
import { useAction } from "#web/ui/use-action.ts";
import { partTypeRecord, saveType } from "./type-calls.ts";
import {
  changedTypeFields,
  keepChanges,
  type TypeField,
  type TypeInputs,
  toTypeEdit,
  toTypeInputs,
  typeFieldNames,
} from "./type-inputs.ts";

export type TypeForm = ReturnType<typeof useTypeForm>;

export function useTypeForm(record: PartTypeRecord, word: string | null) {
  const client = useQueryClient();
  const [{ base, before, inputs }, setForm] = useState(() => {
    const before = toTypeInputs(record);
    return { base: record, before, inputs: withWord(before, word) };
  });
  const { run, isBusy, failure, errors, clear } = useAction();
  const changed = changedTypeFields(inputs, before);

  function take(next: PartTypeRecord) {
    client.setQueryData(partTypeRecord(next.slug).queryKey, next);
    void client.invalidateQueries({ queryKey: ["part-types"] });
    const from = toTypeInputs(next);
    setForm((form) => ({
      base: next,
      before: from,
      inputs: keepChanges(form.inputs, form.before, from),
    }));
  }

  if (record.version > base.version && changed.length === 0) {
    const from = toTypeInputs(record);
    setForm({ base: record, before: from, inputs: from });
  }

  async function send(fields: TypeField[]): Promise<void> {
    const edit = { ...toTypeEdit(inputs, fields), version: base.version };
    const answer = await saveType(base.slug, edit);
    if ("present" in answer) {
      take(answer.present);
      throw new Error(
        "Somebody else changed this type meanwhile. Their changes are shown; save again to keep yours.",
      );
    }
    const { saved } = answer;
    const from = toTypeInputs(saved);
    client.setQueryData(partTypeRecord(saved.slug).queryKey, saved);
    void client.invalidateQueries({ queryKey: ["part-types"] });
    setForm({ base: saved, before: from, inputs: from });
    showOnShelf(`${saved.name} is saved: ${listTypeFields(fields)}.`, async () => {
      await undoLatest(saved._id);
      await client.invalidateQueries({ queryKey: ["part-types"] });
      return `${saved.name} is as it was.`;
    });
  }

  return {
    base,
    inputs,
    changed,
    errors,
    failure,
    isSaving: isBusy,
    save: () => changed.length > 0 && void run(() => send(changed)),
    set(values: Partial<TypeInputs>) {
      setForm((form) => ({ ...form, inputs: { ...form.inputs, ...values } }));
    },
    discard() {
      setForm({ base, before, inputs: before });
      clear();
    },
  };
}

export const listTypeFields = (fields: readonly TypeField[]) =>
  fields.map((field) => typeFieldNames[field]).join(", ");

function withWord(inputs: TypeInputs, word: string | null): TypeInputs {
  const written = inputs.synonyms.split("\n").map((line) => line.toLowerCase());
  if (!word || written.includes(word.toLowerCase())) return inputs;
  return { ...inputs, synonyms: [inputs.synonyms, word.slice(0, 60)].filter(Boolean).join("\n") };
}
