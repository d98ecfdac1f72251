import { useEffect } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { Profile } from "#contract/users.ts";
import { dropDraft, keepDraft, readDraft } from "#web/drafts.ts";

export type Inputs = Pick<Profile, "education" | "location" | "number">;
export const inputNames = ["education", "location", "number"] as const;
const form = "profile";

/** Fills in what this person was writing when they had to leave, and keeps what they write now. */
export function useProfileDraft(
  personId: string,
  { getValues, setValue, formState }: UseFormReturn<Inputs>,
) {
  useEffect(() => {
    const texts = readDraft(form, personId);
    for (const name of inputNames) {
      const text = texts[name];
      if (text !== undefined) setValue(name, text, { shouldDirty: true });
    }
  }, [personId, setValue]);

  return {
    /** Only what differs from what is saved: the rest may change elsewhere. */
    keep() {
      const texts = getValues();
      const saved = formState.defaultValues ?? {};
      const written = inputNames.filter((name) => texts[name] !== saved[name]);
      keepDraft(form, personId, Object.fromEntries(written.map((name) => [name, texts[name]])));
    },
    drop: () => dropDraft(form),
  };
}
