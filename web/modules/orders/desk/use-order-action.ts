import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { CallRefused } from "#web/app/call.ts";
import { showToast } from "#web/ui/toast.tsx";

export function useOrderAction() {
  const client = useQueryClient();
  const [error, setError] = useState<Error>();
  const [isBusy, setBusy] = useState(false);
  return {
    isBusy,
    message: error?.message,
    fields: error instanceof CallRefused ? error.fields : {},
    /** `done` is said, or says so itself. */
    async run(send: () => Promise<unknown>, done: string | (() => void)): Promise<boolean> {
      if (isBusy) return false;
      setBusy(true);
      setError(undefined);
      const isDone = await send().then(
        () => true,
        (error: Error) => {
          setError(error);
          return false;
        },
      );
      const say = typeof done === "string" ? () => showToast(done) : done;
      if (isDone) say();
      setBusy(false);
      void client.invalidateQueries({ queryKey: ["orders"] });
      void client.invalidateQueries({ queryKey: ["order-link"] });
      return isDone;
    },
  };
}
