import { useQueryClient } from "@tanstack/react-query";
import type { Return } from "#contract/returns.ts";
import { CallRefused } from "#web/app/call.ts";
import { showToast } from "#web/ui/toast.tsx";
import { useAction } from "#web/ui/use-action.ts";
import { oneReturn } from "./calls.ts";

/** One step of a return. What somebody else did meanwhile is shown in place of it. */
export function useStep(shown: Return) {
  const client = useQueryClient();
  const { run, isBusy, failure, errors } = useAction();
  const keep = (next: Return) => client.setQueryData(oneReturn(shown._id).queryKey, next);

  async function take(done: string, step: () => Promise<Return>) {
    await run(async () => {
      try {
        keep(await step());
        showToast(done);
      } catch (error) {
        if (error instanceof CallRefused && error.present) {
          showToast(error.message, "error");
          keep(error.present as Return);
        }
        throw error;
      }
    });
    await client.invalidateQueries({ queryKey: ["returns", "list"] });
  }

  return { errors, failure, isBusy, take };
}
