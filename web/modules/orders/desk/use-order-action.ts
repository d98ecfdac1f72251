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
    async run(send: () => Promise<unknown>, done: string): Promise<boolean> {
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
      if (isDone) showToast(done);
      setBusy(false);
      void client.invalidateQueries({ queryKey: ["orders"] });
      void client.invalidateQueries({ queryKey: ["order-link"] });
      return isDone;
    },
  };
}
