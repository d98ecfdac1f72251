import { useQueryClient } from "@tanstack/react-query";
import { showToast } from "#web/ui/toast.tsx";
import { useAction } from "#web/ui/use-action.ts";

export function useOrderAction() {
  const client = useQueryClient();
  const { run, ...state } = useAction();
  return {
    ...state,
    /** `done` is said, or says so itself. */
    async run(send: () => Promise<unknown>, done: string | (() => void)): Promise<boolean> {
      const isDone = await run(async () => {
        await send();
        if (typeof done === "string") showToast(done);
        else done();
      });
      void client.invalidateQueries({ queryKey: ["orders"] });
      void client.invalidateQueries({ queryKey: ["order-link"] });
      return isDone;
    },
  };
}
