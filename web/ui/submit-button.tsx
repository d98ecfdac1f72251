import type { ReactNode } from "react";

type Props = { busy: boolean; children: ReactNode; className?: string };

/** Sends its form, and shows that it is on its way. */
export function SubmitButton({ busy, children, className = "max-sm:w-full" }: Props) {
  return (
    <button type="submit" className={`btn btn-primary ${className}`} aria-busy={busy}>
      {busy && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
      {children}
    </button>
  );
}
