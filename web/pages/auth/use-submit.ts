import { useRef, useState } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { CallRefused } from "#web/app/call.ts";

export function useSubmit<Inputs extends FieldValues>(
  { handleSubmit, setError, getValues }: UseFormReturn<Inputs>,
  send: (inputs: Inputs) => Promise<void>,
) {
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const isSending = useRef(false);

  function showError(error: Error) {
    setFailure(error.message);
    const known = Object.keys(getValues());
    const fields = error instanceof CallRefused ? Object.entries(error.fields) : [];
    for (const [name, message] of fields.filter(([name]) => known.includes(name)).reverse()) {
      setError(name as Path<Inputs>, { message }, { shouldFocus: true });
    }
  }

  const submit = handleSubmit(
    async (inputs) => {
      if (isSending.current) return;
      isSending.current = true;
      setFailure(undefined);
      setBusy(true);
      await send(inputs).catch(showError);
      isSending.current = false;
      setBusy(false);
    },
    () => setFailure(undefined),
  );
  return { submit, failure, busy };
}
