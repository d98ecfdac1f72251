import type { FieldValues, Path, UseFormSetError } from "react-hook-form";
import { CallRefused } from "./call.ts";

/** Says at each field why it was refused, with the cursor at the first; false where none was named. */
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

/** Nobody knows whether what was sent has arrived. */
export function isResponseLost(error: Error): boolean {
  return !(error instanceof CallRefused) || error.status >= 500;
}
