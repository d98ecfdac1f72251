import { useEffect } from "react";
import type { UseFormReturn } from "react-hook-form";
import { dropDraft, keepDraft, readDraft } from "#web/drafts.ts";

export type Inputs = { quantity: string; phone: string; address: string };
export const inputNames = ["quantity", "phone", "address"] as const;

/** Fills in what this person was writing for this part, and keeps what they write now. */
export function useOrderDraft(
  personId: string,
  part: string,
  { getValues, setValue, formState }: UseFormReturn<Inputs>,
) {
  const form = `order:${part}`;
  useEffect(() => {
    const texts = readDraft(form, personId);
    for (const name of inputNames) {
      const text = texts[name];
      if (text !== undefined) setValue(name, text, { shouldDirty: true });
    }
  }, [form, personId, setValue]);

  return {
    /** Only what differs from an empty form: the minimum may change meanwhile. */
    keep() {
      const texts = getValues();
      const empty = formState.defaultValues ?? {};
      const written = inputNames.filter((name) => texts[name] !== empty[name]);
      keepDraft(form, personId, Object.fromEntries(written.map((name) => [name, texts[name]])));
    },
    drop: () => dropDraft(form),
  };
}
