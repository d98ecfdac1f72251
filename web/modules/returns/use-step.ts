import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { FieldMessages } from "#contract/refusals.ts";
import type { Return } from "#contract/returns.ts";
import { CallRefused } from "#web/app/call.ts";
import { showToast } from "#web/ui/toast.tsx";
import { oneReturn } from "./calls.ts";

/** One step of a return. What somebody else did meanwhile is shown in place of it. */
export function useStep(shown: Return) {
  const client = useQueryClient();
  const [errors, setErrors] = useState<FieldMessages>({});
  const [failure, setFailure] = useState("");
  const [isBusy, setBusy] = useState(false);
  const keep = (next: Return) => client.setQueryData(oneReturn(shown._id).queryKey, next);

  async function take(done: string, step: () => Promise<Return>) {
    if (isBusy) return;
    setBusy(true);
    setErrors({});
    setFailure("");
    try {
      keep(await step());
      showToast(done);
    } catch (error) {
      setFailure((error as Error).message);
      if (error instanceof CallRefused) {
        setErrors(error.fields);
        if (error.present) {
          showToast(error.message, "error");
          keep(error.present as Return);
        }
      }
      setBusy(false);
    }
    await client.invalidateQueries({ queryKey: ["returns", "list"] });
  }

  return { errors, failure, isBusy, take };
}
