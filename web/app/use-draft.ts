import { useEffect } from "react";
import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";
import { deleteDraft, readDraft, saveDraft } from "./drafts.ts";

type Form<Inputs extends FieldValues> = Pick<
  UseFormReturn<Inputs>,
  "getValues" | "setValue" | "formState"
>;

/**
 * Fills in what this person was writing when they had to leave, and keeps what they write now.
 * `names` stays the same array.
 */
export function useDraft<Inputs extends FieldValues>(
  form: string,
  personId: string,
  names: readonly Path<Inputs>[],
  { getValues, setValue, formState }: Form<Inputs>,
) {
  useEffect(() => {
    const texts = readDraft(form, personId);
    for (const name of names) {
      const text = texts[name] as PathValue<Inputs, Path<Inputs>> | undefined;
      if (text !== undefined) setValue(name, text, { shouldDirty: true });
    }
  }, [form, personId, names, setValue]);

  return {
    /** Only what differs from what the form begins with. */
    keep() {
      const beginning = formState.defaultValues as Record<string, unknown> | undefined;
      const written = names.filter((name) => getValues(name) !== beginning?.[name]);
      const texts = written.map((name) => [name, String(getValues(name))]);
      saveDraft(form, personId, Object.fromEntries(texts));
    },
    drop: () => deleteDraft(form),
  };
}
