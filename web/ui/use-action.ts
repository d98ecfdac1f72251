import { useRef, useState } from "react";

/** A refused call says which fields are wrong; other errors do not. */
type Failure = Error & { fields?: Record<string, string> };

/** One at a time, so that a second press does nothing. Why it failed is kept until the next. */
export function useAction() {
  const [error, setError] = useState<Failure>();
  const [isBusy, setBusy] = useState(false);
  // A second press may come before the next render.
  const isRunning = useRef(false);

  return {
    isBusy,
    failure: error?.message,
    /** By field. */
    errors: error?.fields ?? {},
    refuse: (message: string) => setError(new Error(message)),
    clear: () => setError(undefined),
    /** Answers whether it was done. */
    async run(action: () => Promise<unknown>): Promise<boolean> {
      if (isRunning.current) return false;
      isRunning.current = true;
      setBusy(true);
      setError(undefined);
      const failure = await action().then(
        () => undefined,
        (error: Failure) => error,
      );
      isRunning.current = false;
      setBusy(false);
      setError(failure);
      return failure === undefined;
    },
  };
}
