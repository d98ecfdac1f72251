import { useEffect, useRef } from "react";
import { useBlocker } from "react-router";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { paths } from "./paths.ts";

export function LeaveWarning({ children }: { children: string }) {
  const isLeaving = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      // The end of a session leads to the login whatever is answered.
      from.pathname !== to.pathname && to.pathname !== paths.login,
  );

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, []);

  if (blocker.state !== "blocked") return null;
  return (
    <ConfirmDialog
      title="Leave without saving?"
      confirm="Leave"
      refuse="Stay here"
      onConfirm={async () => {
        isLeaving.current = true;
        blocker.proceed();
      }}
      onClose={() => isLeaving.current || blocker.reset()}
    >
      <p>{children}</p>
    </ConfirmDialog>
  );
}
