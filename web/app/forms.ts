import { useEffect } from "react";
import type { FieldValues, Path, PathValue, UseFormReturn, UseFormSetError } from "react-hook-form";
import { CallRefused } from "./call.ts";

// Unsaved input survives the end of a session. It belongs to one person and is deleted at sign-out.
const prefix = "draft:";

type Draft = { of: string; texts: Record<string, string> };
type Scope = "this tab" | "all tabs";

// Access throws where storage is blocked.
const storage = (scope: Scope) => (scope === "all tabs" ? localStorage : sessionStorage);

export function saveDraft(
  form: string,
  of: string,
  texts: Draft["texts"],
  scope: Scope = "this tab",
): void {
  try {
    const draft: Draft = { of, texts };
    storage(scope).setItem(prefix + form, JSON.stringify(draft));
  } catch {}
}

export function readDraft(form: string, of: string, scope: Scope = "this tab"): Draft["texts"] {
  try {
    const draft: Draft | null = JSON.parse(storage(scope).getItem(prefix + form) ?? "null");
    return draft?.of === of ? draft.texts : {};
  } catch {
    return {};
  }
}

export function deleteDraft(form: string, scope: Scope = "this tab"): void {
  try {
    storage(scope).removeItem(prefix + form);
  } catch {}
}

export function deleteAllDrafts(): void {
  for (const scope of ["this tab", "all tabs"] as const) {
    try {
      for (const key of Object.keys(storage(scope))) {
        if (key.startsWith(prefix)) storage(scope).removeItem(key);
      }
    } catch {}
  }
}

type Form<Inputs extends FieldValues> = Pick<
  UseFormReturn<Inputs>,
  "getValues" | "setValue" | "formState"
>;

/** `names` must be the same array on every render. */
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
    keep() {
      const beginning = formState.defaultValues as Record<string, unknown> | undefined;
      const written = names.filter((name) => getValues(name) !== beginning?.[name]);
      const texts = written.map((name) => [name, String(getValues(name))]);
      saveDraft(form, personId, Object.fromEntries(texts));
    },
    drop: () => deleteDraft(form),
  };
}

export function showFieldErrors<Inputs extends FieldValues>(
  error: Error,
  names: readonly Path<Inputs>[],
  setError: UseFormSetError<Inputs>,
): boolean {
  const fields = error instanceof CallRefused ? error.fields : {};
  const refused = names.filter((name) => fields[name]);
  for (const [index, name] of refused.entries()) {
    setError(name, { message: fields[name] ?? "" }, { shouldFocus: index === 0 });
  }
  return refused.length > 0;
}
